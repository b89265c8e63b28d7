// A table of a statement. Where it does not fit, each cell shows its column's name.

interface TableProps {
  readonly columns: readonly string[];
  readonly lines: readonly (readonly string[])[];
  /** Shown in place of a table without lines. */
  readonly none: string;
  readonly className?: string | undefined;
}

export function Table({ columns, lines, none, className }: TableProps) {
  if (lines.length === 0) return <p>{none}</p>;
  return (
    <table className={className}>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <tr key={line.join(" ")}>
            {line.map((cell, at) => (
              <td key={columns[at]} data-label={columns[at]}>
                <bdi>{cell}</bdi>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
