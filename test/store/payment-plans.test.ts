// Reading payments by their ids looks up each of them, however many payments there are: no table is read as a whole.
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { SELECT_PAYMENTS } from "../../src/store/payment-row.ts";
import type { FreshDatabase } from "../harness/postgres.ts";
import { partitionedDatabase } from "./partitioned.ts";

/** As many as make PostgreSQL expect hundreds of payments. */
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
