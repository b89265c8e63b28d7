// The plans by which PostgreSQL executes a database's statements in this process, as auto_explain reports them.
import pg from "pg";
import { vi } from "vitest";

interface Plan {
  readonly "Node Type": string;
  readonly "Relation Name"?: string;
  readonly "Actual Loops"?: number;
  readonly Plans?: readonly Plan[];
}

/** A statement that read more partitions of a table than it looked for rows. */
export interface WideRead {
  /** The statement's name, or its text if it is unnamed or inside a function. */
  readonly statement: string;
  readonly table: string;
}

/** Settings for generic plans, which know no values, and for plans of large tables on small ones. */
const SETTINGS = {
  session_preload_libraries: "auto_explain",
  plan_cache_mode: "force_generic_plan",
  enable_hashjoin: "off",
  enable_mergejoin: "off",
  enable_seqscan: "off",
  random_page_cost: "1.1",
  "auto_explain.log_min_duration": "0",
  "auto_explain.log_analyze": "on",
  "auto_explain.log_timing": "off",
  "auto_explain.log_nested_statements": "on",
  "auto_explain.log_format": "json",
  "auto_explain.log_level": "notice",
};

/** Watches the plans of connections that are opened later. */
export async function watchPlans(databaseUrl: string): Promise<{
  /** Names of all statements that were executed. */
  readonly seen: ReadonlySet<string>;
  readonly wide: readonly WideRead[];
  stop(): void;
}> {
  const name = new URL(databaseUrl).pathname.slice(1);
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  for (const [setting, value] of Object.entries(SETTINGS)) {
    await client.query(`alter database ${pg.escapeIdentifier(name)} set ${setting} = ${pg.escapeLiteral(value)}`);
  }
  await client.end();

  const nameOf = new Map<string, string>();
  const seen = new Set<string>();
  const wide: WideRead[] = [];
  const { connect, query } = pg.Client.prototype;
  const connecting = vi.spyOn(pg.Client.prototype, "connect").mockImplementation(function (this: pg.Client, ...given) {
    if (this.database === name) this.on("notice", ({ message }) => report(message ?? ""));
    return Reflect.apply(connect, this, given);
  });
  const querying = vi.spyOn(pg.Client.prototype, "query").mockImplementation(function (this: pg.Client, ...given) {
    const [config] = given as unknown as [{ name?: string; text?: string } | string];
    if (typeof config === "object" && config.name && config.text) nameOf.set(config.text, config.name);
    return Reflect.apply(query, this, given) as never;
  });
  function report(message: string): void {
    const start = message.indexOf("{");
    if (!/^duration: .*plan:/.test(message)) return;
    const executed = JSON.parse(message.slice(start)) as { "Query Text": string; Plan: Plan };
    const text = executed["Query Text"];
    const statement = nameOf.get(text) ?? text.replaceAll(/\s+/g, " ").trim();
    seen.add(statement);
    for (const table of tablesReadWidely(executed.Plan)) wide.push({ statement, table });
  }
  return {
    seen,
    wide,
    stop() {
      connecting.mockRestore();
      querying.mockRestore();
    },
  };
}

/** A look-up reads a single partition. A table with more partitions read than loops of the node above is too wide. */
function tablesReadWidely(plan: Plan): readonly string[] {
  const inner = (plan.Plans ?? []).flatMap(tablesReadWidely);
  if (plan["Node Type"] !== "Append" && plan["Node Type"] !== "Merge Append") return inner;
  const read = (plan.Plans ?? []).filter((child) => (child["Actual Loops"] ?? 0) > 0);
  const loops = read.reduce((sum, child) => sum + (child["Actual Loops"] ?? 0), 0);
  const table = read.map(partitionOf).find((name) => name !== undefined);
  return table !== undefined && loops > (plan["Actual Loops"] ?? 1) ? [...inner, table] : inner;
}

/** The table that a scan, or the sort above it, reads a partition of. */
function partitionOf({ "Node Type": type, "Relation Name": name, Plans: [inner] = [] }: Plan): string | undefined {
  return (
    /^(.+?)_(?:first|\d{4}_\d{2})$/.exec(name ?? "")?.[1] ?? (type === "Sort" && inner ? partitionOf(inner) : undefined)
  );
}
