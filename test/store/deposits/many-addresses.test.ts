// Statements that run with each block, or each second, look up a few rows, no matter how many addresses are open, also
// by plans that PostgreSQL made before it knew the tables.
import pg from "pg";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import type { Queryable } from "../../../src/store/database/database.ts";
import { depositBooks } from "../../../src/store/deposits/compared.ts";
import { readPendingWork } from "../../../src/store/monitoring/pending-work.ts";
import { type FreshDatabase, freshDatabase } from "../../harness/database/postgres.ts";

const CHAIN = "eip155:31337";
/** An open payment for each of 5 000 addresses; ten of them are due. */
const FILL = `
  set session_replication_role = replica;
  create temporary table given as
    select lowest_payment_id(now()) || lpad(no::text, 23, '0') as id, sha256(no::text::bytea) as hash,
           now() + case when no <= 10 then interval '-1 min' else interval '1 hour' end as expires_at
      from generate_series(1, 5000) no;
  insert into payments (id, partner_id, merchant_id, reference_id, currency, amount, expires_at, payment_key)
  select id, 'prtn', 'mrch', 'reference', 'USD', 1000, expires_at, hash from given;
  insert into deposit_addresses (terms_hash, payment_id, partner_id, asset, method, pays_out, chain, router, token,
                                 payer, amount, destination, fee, fee_ppm, fee_receiver, deadline_s, required_depth,
                                 asked, minimum, watched_until)
  select hash, id, 'prtn', 'asset', 'deposit', 'merchant', '${CHAIN}', 'router', '0x' || repeat('01', 20),
         '0x' || encode(substr(hash, 1, 20), 'hex'), 1000, 'destination', 0, 0, 'receiver',
         extract(epoch from expires_at) + 120, 1, 1000, 10, now() + interval '30 days' from given;
  insert into chain_blocks (chain, number, hash, parent_hash, time_s)
  values ('${CHAIN}', 100, sha256('100'), sha256('99'), extract(epoch from now()));
  reset session_replication_role`;

/** Ten are due, and one says that the chain is busy. */
const ROWS_MAX = 100;

let database: FreshDatabase;
let client: pg.Client;
beforeAll(async () => {
  database = await freshDatabase({ template: inject("templateDatabase") });
  client = new pg.Client({ connectionString: database.databaseUrl });
  await client.connect();
  await client.query(FILL);
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

interface Plan {
  readonly "Node Type": string;
  readonly "Actual Rows": number;
  readonly "Actual Loops": number;
  readonly "Rows Removed by Filter"?: number;
  readonly Plans?: readonly Plan[];
}

/** The most rows that a part of the plan reads. A bitmap of them is cheap. */
const mostRows = (plan: Plan): number =>
  plan["Node Type"] === "Bitmap Index Scan"
    ? 0
    : Math.max(
        (plan["Actual Rows"] + (plan["Rows Removed by Filter"] ?? 0)) * plan["Actual Loops"],
        ...(plan.Plans ?? []).map(mostRows),
      );

/** The most rows that a part of a statement reads, by each kind of plan. */
async function rowsOf(run: (db: Queryable) => Promise<unknown>): Promise<readonly number[]> {
  const rowsRead: number[] = [];
  const query = async ({ text, values }: { readonly text: string; readonly values: unknown[] }) => {
    for (const mode of ["force_generic_plan", "force_custom_plan"]) {
      await client.query(`set plan_cache_mode = ${mode}`);
      const { rows } = await client.query<{ "QUERY PLAN": readonly { readonly Plan: Plan }[] }>(
        `explain (analyze, format json) ${text}`,
        values,
      );
      rowsRead.push(...(rows[0]?.["QUERY PLAN"] ?? []).map((each) => mostRows(each.Plan)));
    }
    return client.query(text, values);
  };
  await run({ query } as unknown as Queryable);
  return rowsRead;
}

describe.each(["before", "after"])("%s PostgreSQL has statistics", (when) => {
  beforeAll(async () => {
    if (when === "after") await client.query("analyze");
  });

  test("only due addresses are read to compare them", async () => {
    const newest = { number: 100n, timeS: Math.floor(Date.now() / 1_000) };
    let due = 0;
    const rows = await rowsOf(async (db) => {
      due = (await depositBooks(db).toCompare(CHAIN, newest, 300, [])).length;
    });
    expect(due).toBe(10);
    expect(Math.max(...rows)).toBeLessThan(ROWS_MAX);
  });

  test("one open payment with an address says that a chain is busy", async () => {
    let inFlight: readonly string[] = [];
    const rows = await rowsOf(async (db) => {
      ({ inFlight } = await readPendingWork(db, [{ id: CHAIN, hasTreasury: false, takesLive: true, takesTest: true }]));
    });
    expect(inFlight).toEqual([CHAIN]);
    expect(Math.max(...rows)).toBeLessThan(ROWS_MAX);
  });
});
