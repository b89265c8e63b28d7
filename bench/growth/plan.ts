// A plan's shape: its nodes with their tables and indexes, without what differs between partitions of a table.

export interface PlanNode {
  readonly "Node Type": string;
  readonly "Relation Name"?: string;
  readonly "Index Name"?: string;
  readonly "Actual Loops"?: number;
  readonly "Shared Hit Blocks"?: number;
  readonly "Shared Read Blocks"?: number;
  readonly Plans?: readonly PlanNode[];
}

/**
 * Includes only executed nodes: a generic plan contains all partitions, and reads one.
 * @param partitions the tables and indexes that partitions belong to, by name; null for a partition without payments
 */
export function shapeOf(node: PlanNode, partitions: ReadonlyMap<string, string | null>): string {
  return shape(node, partitions) ?? "nothing";
}

function shape(node: PlanNode, partitions: ReadonlyMap<string, string | null>): string | null {
  if (node["Actual Loops"] === 0) return null;
  const [table, index] = [node["Relation Name"], node["Index Name"]].map((name) =>
    name === undefined ? undefined : partitions.get(name) === undefined ? name : partitions.get(name),
  );
  if (table === null || index === null) return null;
  const inner = (node.Plans ?? []).map((child) => shape(child, partitions)).filter((child) => child !== null);
  const type = node["Node Type"];
  if (type.endsWith("Append")) {
    const distinct = [...new Set(inner)].toSorted();
    return distinct.length === 1
      ? (distinct[0] ?? null)
      : distinct.length === 0
        ? null
        : `${type}(${distinct.join(", ")})`;
  }
  const of = [table, index].filter((name) => name !== undefined).join(" by ");
  return `${type}${of && ` ${of}`}${inner.length > 0 ? `(${inner.join(", ")})` : ""}`;
}
