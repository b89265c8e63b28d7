// A table of a statement. On a phone, each cell shows its column's name.

interface TableProps {
  readonly columns: readonly string[];
  readonly lines: readonly (readonly string[])[];
  /** Shown in place of a table without lines. */
  readonly none: string;
}

export function Table({ columns, lines, none }: TableProps) {
  if (lines.length === 0) return <p>{none}</p>;
  return (
    <table>
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
