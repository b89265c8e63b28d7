// The rows of a table that statements read, as PostgreSQL counts them.
import type pg from "pg";
import type { Database, Queryable } from "../../../src/store/database/database.ts";

interface Plan {
  readonly "Node Type": string;
  readonly "Relation Name"?: string;
  readonly "Actual Rows": number;
  readonly "Actual Loops": number;
  readonly "Rows Removed by Filter"?: number;
  readonly Plans?: readonly Plan[];
}

const scansOf = (plan: Plan): readonly Plan[] => [
  ...(/^payment_events(_|$)/.test(plan["Relation Name"] ?? "") && plan["Node Type"] !== "ModifyTable" ? [plan] : []),
  ...(plan.Plans ?? []).flatMap(scansOf),
];

/** The rows of payment_events that the statements of `work` read. They return nothing to it. */
export async function rowsReadBy(db: Database, work: (explained: Queryable) => Promise<unknown>): Promise<number> {
  let read = 0;
  await work({
    async query<Row extends pg.QueryResultRow>({ text, values }: pg.QueryConfig) {
      const explained = { text: `explain (analyze, format json) ${text}`, values: values ?? [] };
      const { rows } = await db.query<{ "QUERY PLAN": readonly { Plan: Plan }[] }>(explained);
      for (const scan of rows.flatMap((row) => row["QUERY PLAN"]).flatMap(({ Plan }) => scansOf(Plan))) {
        read += (scan["Actual Rows"] + (scan["Rows Removed by Filter"] ?? 0)) * scan["Actual Loops"];
      }
      return { rows: [] as Row[], rowCount: 0 } as unknown as pg.QueryResult<Row>;
    },
  });
  return read;
}
