// PostgreSQL keeps a plan that it made while tables were empty, after an installation and in each new month's
// partitions, or in a quiet moment. A confirm must still look up its payer's payments, instead of reading all payments
// under way, and a block's transfers their payments, instead of reading all that programs have made.
import pg from "pg";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { transferredTo } from "../../../src/store/transfers/own-payments.ts";
import { type FreshDatabase, freshDatabase, OWN_PLANS } from "../../harness/database/postgres.ts";

const COVERED = `select covered_payments('{new}', '{chain}', '{token}', '{${"0".repeat(39)}7}', '{1}', '{2}') as id`;

const PAYMENTS = 2_000;
const PAYERS = 100;
const ID = "lowest_payment_id(now()) || lpad(no::text, 23, '0')";

/** Confirmations of a hundred payers, whose addresses are as long as real ones. */
const queued = (numbers: string): string => `
  insert into confirmations (payment_id, partner_id, terms_hash, asset, method, pays_out, chain, router, token, payer,
                             amount, destination, fee, fee_receiver, deadline_s, signature, required_depth, relay_state,
                             fee_ppm)
  select ${ID}, 'prtn', sha256(no::text::bytea), 'asset', 'eip3009', 'merchant', 'chain', 'router', 'token',
         lpad((no % ${PAYERS})::text, 40, '0'), 1, 'destination', 0, 'receiver', 0, '', 1, 'queued', 0
    from generate_series(${numbers}) no;`;

const payments = (creator: string, numbers: string): string => `
  insert into payments (id, partner_id, merchant_id, reference_id, currency, amount, expires_at, payment_key, creator)
  select ${ID}, 'prtn', 'mrch', 'reference', 'USD', 1, now(), sha256(no::text::bytea), '${creator}'
    from generate_series(${numbers}) no;`;

/** All payments have ended, and autovacuum has counted them. */
const QUIET = `
  set session_replication_role = replica;
  ${queued("3001, 4000")}
  update confirmations set relay_state = 'closed';
  ${payments("server", "3001, 4000")}
  reset session_replication_role;
  analyze`;

/** Each payer has one payment that is not on the chain yet. Programs have made as many payments. */
const FILL = `
  set session_replication_role = replica;
  ${queued(`1, ${PAYMENTS}`)}
  ${payments("x402", `1, ${PAYMENTS}`)}
  insert into idempotent_answers (partner_id, scope, key, fingerprint, status, body)
  select '', 'x402 chain', 'token payer 0x' || encode(sha256(no::text::bytea), 'hex'), '', 200,
         jsonb_build_object('paymentId', ${ID}, 'termsHash', '0x' || encode(sha256(no::text::bytea), 'hex'))
    from generate_series(1, ${PAYMENTS}) no;
  insert into transfers (chain, tx_hash, log_index, block_number, block_hash, payment_key, terms_hash, token, payer,
                         amount, destination, fee, state, asset, block_time_s, fee_receiver, deadline_s, method, nonce)
  select 'chain', sha256('tx'), no, 1, '', '', sha256(no::text::bytea), 'token', lpad((no % ${PAYERS})::text, 40, '0'), 1,
         'destination', 0, 'seen', 'asset', 0, 'receiver', 0, 'eip3009', 0
    from generate_series(${PAYERS + 1}, ${PAYMENTS}) no;
  reset session_replication_role`;

const TRANSFERRED = `
  prepare transferred (text, integer) as
  select x.payment_id from generate_series(1, $2) no cross join sha256(no::text::bytea) key
    cross join lateral (select key as payment_key, key as terms_hash, 0 as fee, 'token' as token, 'payer' as payer) e
    cross join lateral (${transferredTo("$1", "e")}) x`;
/** A block's transfers. */
const TRANSFERS = 50;
const transferred = `execute transferred ('chain', ${TRANSFERS})`;

describe.each([
  ["in empty tables", ""],
  ["in a quiet moment", QUIET],
])("with plans made %s", (_, before) => {
  let database: FreshDatabase;
  let client: pg.Client;
  beforeAll(async () => {
    database = await freshDatabase({ template: inject("templateDatabase") });
    client = new pg.Client({ connectionString: database.databaseUrl });
    await client.connect();
    await client.query(before);
    await client.query(TRANSFERRED);
    for (let runs = 0; runs <= OWN_PLANS; runs++) {
      await client.query(COVERED);
      await client.query(transferred);
    }
    await client.query(FILL);
  });
  afterAll(async () => {
    await client.end();
    await database.drop();
  });

  /** Rows of payments and their confirmations that this connection has read since the statistics were last sent. */
  async function rowsRead(): Promise<number> {
    const { rows } = await client.query<{ read: number }>(
      `select sum(coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))::integer as read
         from pg_stat_xact_user_tables where relname ~ '^(payments|confirmations)'`,
    );
    return rows[0]?.read ?? Number.NaN;
  }

  /** The rows of a statement, and how many of payments and their confirmations it read. */
  async function run(statement: string): Promise<{ readonly rows: readonly unknown[]; readonly read: number }> {
    await client.query("begin"); // statistics are sent between transactions
    const before = await rowsRead();
    const { rows } = await client.query(statement);
    const read = (await rowsRead()) - before;
    await client.query("commit");
    return { rows, read };
  }

  test("a payer's other payments are looked up", async () => {
    // one of 20 is not on the chain
    expect(await run(COVERED)).toEqual({ rows: [{ id: "new" }], read: PAYMENTS / PAYERS });
  });

  test("the payments of a block's transfers that programs have signed are looked up", async () => {
    const { rows, read } = await run(transferred);
    expect({ found: rows.length, read }).toEqual({ found: TRANSFERS, read: TRANSFERS });
  });
});
