// PostgreSQL keeps a plan that it made while tables were empty: after an installation, and in each new month's
// partitions. A confirm must still look up its payer's payments, instead of reading all payments under way.
import pg from "pg";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { type FreshDatabase, freshDatabase, OWN_PLANS } from "../../harness/database/postgres.ts";

const COVERED = "select covered_payments('{new}', '{chain}', '{token}', '{payer 7}', '{1}', '{2}') as id";

/** Payments of a hundred payers. Each payer has one payment that is not on the chain yet. */
const FILL = `
  set session_replication_role = replica;
  insert into confirmations (payment_id, partner_id, terms_hash, asset, method, pays_out, chain, router, token, payer,
                             amount, destination, fee, fee_receiver, deadline_s, signature, required_depth, relay_state,
                             fee_ppm)
  select lowest_payment_id(now()) || lpad(no::text, 23, '0'), 'prtn', sha256(no::text::bytea), 'asset', 'eip3009', 'merchant', 'chain', 'router', 'token',
         'payer ' || no % 100, 1, 'destination', 0, 'receiver', 0, '', 1, 'queued', 0
    from generate_series(1, 2000) no;
  insert into transfers (chain, tx_hash, log_index, block_number, block_hash, payment_key, terms_hash, token, payer,
                         amount, destination, fee, state, asset, block_time_s, fee_receiver, deadline_s, method, nonce)
  select 'chain', sha256('tx'), no, 1, '', '', sha256(no::text::bytea), 'token', 'payer ' || no % 100, 1, 'destination',
         0, 'seen', 'asset', 0, 'receiver', 0, 'eip3009', 0
    from generate_series(101, 2000) no;
  reset session_replication_role`;

/** Each of the payer's 20 payments is looked up in two indexes. The chain has 2 000. */
const BLOCKS_MAX = 500;

let database: FreshDatabase;
let client: pg.Client;
beforeAll(async () => {
  database = await freshDatabase({ template: inject("templateDatabase") });
  client = new pg.Client({ connectionString: database.databaseUrl });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

test("a payer's other payments are looked up", async () => {
  for (let run = 0; run <= OWN_PLANS; run++) await client.query(COVERED);
  await client.query(FILL);
  const { rows: covered } = await client.query<{ id: string }>(COVERED);
  expect(covered).toEqual([{ id: "new" }]); // one of 20 is not on the chain
  const { rows } = await client.query<{ "QUERY PLAN": readonly { readonly Plan: Record<string, number> }[] }>(
    `explain (analyze, buffers, format json) ${COVERED}`,
  );
  expect(rows[0]?.["QUERY PLAN"][0]?.Plan["Shared Hit Blocks"]).toBeLessThan(BLOCKS_MAX);
});
