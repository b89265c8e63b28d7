// Payments are looked up, even if there are many. By ids, no table is scanned; by keys, older months are read only for
// keys that the newest months lack.
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Database, Queryable } from "../../../src/store/database/database.ts";
import { readPendingWork } from "../../../src/store/monitoring/pending-work.ts";
import { SELECT_PAYMENTS } from "../../../src/store/payments/payment-row.ts";
import { createLedger } from "../../../src/store/transfers/ledger.ts";
import { newestPayments, ownPayments } from "../../../src/store/transfers/own-payments.ts";
import type { FreshDatabase } from "../../harness/database/postgres.ts";
import { partitionedDatabase } from "../months/partitioned.ts";

/** Enough merchants to make PostgreSQL expect hundreds of payments. */
const MERCHANTS = `
  insert into partners (id, name, version) values ('prtn_other', 'Other', '2026-02-18');
  insert into merchants (id, partner_id, name)
  select 'mrch_' || case no when 1 then 'other' else no::text end, 'prtn_other', 'M' from generate_series(1, 200) no;
  analyze merchants`;

let database: FreshDatabase;
let client: pg.Client;
beforeAll(async () => {
  database = await partitionedDatabase();
  client = new pg.Client({ connectionString: database.databaseUrl });
  await client.connect();
  await client.query(MERCHANTS);
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

test.each([
  ["alone", SELECT_PAYMENTS],
  ["of a partner", `${SELECT_PAYMENTS} where p.partner_id = 'prtn_other'`],
])("payments %s", async (_, text) => {
  const { rows } = await client.query<{ id: string }>("select id from payments tablesample system (1) limit 20");
  const ids = `{${rows.map(({ id }) => id).join(",")}}`;
  const name = pg.escapeIdentifier(text.slice(-8));
  await client.query(`prepare ${name} (text[]) as ${text}`);
  const { rows: plan } = await client.query<Record<string, string>>(`explain execute ${name} ('${ids}')`);
  const lines = plan.flatMap((line) => Object.values(line));
  expect(lines.filter((line) => /Seq Scan on (payments|confirmations)_\d/.test(line))).toEqual([]);
});

interface Scan {
  readonly "Relation Name"?: string;
  readonly "Shared Hit Blocks": number;
  readonly "Shared Read Blocks": number;
  readonly Plans?: readonly Scan[];
}

/** The partitions of which blocks were read. */
const partitionsRead = (scan: Scan): readonly string[] => [
  ...(scan["Relation Name"] && scan["Shared Hit Blocks"] + scan["Shared Read Blocks"] > 0
    ? [scan["Relation Name"]]
    : []),
  ...(scan.Plans ?? []).flatMap(partitionsRead),
];

test("payments by their keys: the older months are read only for keys that the newest lack", async () => {
  await client.query(
    `prepare own (bytea[], text) as with ${ownPayments("$1::bytea[]", "$2::text")} select id from own order by id`,
  );
  const { rows } = await client.query<{ id: string }>(
    "(select id from payments order by id limit 1) union all (select id from payments order by id desc limit 1)",
  );
  const readFor = async (ids: readonly string[]) => {
    const keys = `array[${ids.map((id) => `sha256('${id}')`)}]`;
    const { rows: plans } = await client.query<{ "QUERY PLAN": readonly { readonly Plan: Scan }[] }>(
      `explain (analyze, buffers, format json) execute own (${keys}, '${newestPayments()}')`,
    );
    const found = await client.query<{ id: string }>(`execute own (${keys}, '${newestPayments()}')`);
    expect(found.rows.map(({ id }) => id)).toEqual(ids);
    return plans[0]?.["QUERY PLAN"].flatMap(({ Plan }) => partitionsRead(Plan)) ?? [];
  };
  const [old = "", young = ""] = rows.map(({ id }) => id);
  const { rows: newest } = await client.query<{ name: string }>(
    `select to_char(month, '"payments_"YYYY_MM') as name
       from generate_series(date_trunc('month', now() - interval '35 days'), now() + interval '1 year', '1 month') month`,
  );
  const names = newest.map(({ name }) => name);
  const forYoung = await readFor([young]);
  expect(forYoung.filter((name) => !names.includes(name))).toEqual([]);
  expect(forYoung).not.toEqual([]);
  expect((await readFor([old, young])).filter((name) => !names.includes(name))).not.toEqual([]);
});

/** PostgreSQL makes a new plan for this many runs of a statement before it may keep one. */
const OWN_PLANS = 5;

test("what runs every second keeps one plan, because planning for all months takes longer than running", async () => {
  const query = (config: pg.QueryConfig) => client.query(config);
  for (let run = 0; run <= OWN_PLANS; run++) {
    await readPendingWork({ query } as unknown as Queryable, [
      { id: "eip155:1", hasTreasury: false, takesLive: true, takesTest: true },
    ]);
    await createLedger({ query } as unknown as Database).ownKeys(["0x00", "0x01", "0x02"]);
  }
  const { rows } = await client.query<{ name: string; own: number; kept: number }>(
    `select name, custom_plans::integer as own, generic_plans::integer as kept from pg_prepared_statements
      where name in ('pending_work', 'own_payment_keys') order by name`,
  );
  expect(rows).toEqual(["own_payment_keys", "pending_work"].map((name) => ({ name, own: OWN_PLANS, kept: 1 })));
});
