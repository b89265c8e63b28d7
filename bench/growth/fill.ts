// Fills an empty database with a year of payments of one partner, a partition a month, ten events for each payment.
import pg from "pg";
import { endFirstMonth, startOfMonth } from "../../test/store/months/ended-months.ts";

/** Short, as real ids would take 8 GB more for 10^8 events. */
export const PARTNER = "prtn_growth";
const MERCHANTS = 1_000;
const MONTHS = 12;
const EVENTS = 10;
/** Payments that are not final, in the newest month, at every size: open ones, and some that wait for a transaction. */
const UNFINISHED = { open: 1_500, processing: 500 };
/** Answers to idempotency keys, and deliveries of webhooks, are kept for 30 days. */
const KEPT = "interval '30 days'";
/** Transaction numbers used up, so that the events of a year are spread over them. */
const TRANSACTIONS_MAX = 1_000_000;

/** The chain whose payments are stored. */
export interface FilledChain {
  /** CAIP-2. */
  readonly caip2: string;
  readonly router: string;
  readonly token: string;
}

const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";
/** The nine characters of an id that are its time, as lowest_payment_id, which would be slow for each row. */
const TIME = Array.from(
  { length: 9 },
  (_, index) => `substr('${ALPHABET}', 1 + ((ms >> ${43 - 5 * index}) & 31)::integer, 1)`,
).join(" || ");

/** $1 and $2: the numbers of a month's payments; $3: of all; $4, $5: ms of the first and of the last one. */
const FACTS = `
  create unlogged table facts as
  select number, 'pay_' || ${TIME} || substr(md5(number::text), 1, 23) as id, to_timestamp(ms / 1000.0) as created_at,
         'mrch_' || floor(${MERCHANTS} * power(chance, 3))::integer as merchant,
         '0x' || lpad(to_hex((number * 7919 % ($3 / 10 + 1))::bigint), 40, '0') as payer,
         case when number > $3 - ${UNFINISHED.processing} then 'processing'
              when number > $3 - ${UNFINISHED.open + UNFINISHED.processing} then 'requires_action'
              when chance < 0.7 then 'succeeded' when chance < 0.9 then 'expired'
              when chance < 0.97 then 'cancelled' else 'failed' end as status
    from (select number, $4 + floor((number - 0.5) / $3 * ($5 - $4))::bigint as ms,
                 (hashint8(number) & 1073741823) / 1073741824.0::float8 as chance
            from generate_series($1::bigint, $2::bigint) as number) n`;

const IS_PAID = "status in ('succeeded', 'failed', 'processing')";
const DESTINATION = "'0x0000000000000000000000000000000000000008'";

/** The partitions of a month. Their names end with the month's name. */
const partitionsOf = (month: string, { caip2, router, token }: FilledChain, firstTx: bigint, perTx: number) => [
  `
    insert into payments_${month} (id, partner_id, merchant_id, reference_id, status, currency, amount, created_at,
                                   expires_at, last_updated_at, payment_key, cancelled_reason)
    select id, '${PARTNER}', merchant, 'order-' || number, status, 'USD', 1000 + number % 9000, created_at,
           case status when 'requires_action' then now() + (number % 20 + 1) * interval '1 day'
                       else created_at + interval '5 minutes' end, created_at, sha256(id::bytea),
           case status when 'cancelled' then 'cancelled_by_user' end
      from facts`,
  `
    insert into confirmations_${month} (payment_id, partner_id, terms_hash, results_digest, asset, method, pays_out,
      chain, router, token, payer, amount, destination, fee, fee_receiver, deadline_s, signature, transaction_hash,
      required_depth, confirmed_at, relay_state, fee_ppm, search_after)
    select id, '${PARTNER}', sha256(id::bytea), sha256(id::bytea), '${caip2}/erc20:${token}', 'eip3009', 'merchant',
           '${caip2}', '${router}', '${token}', payer, 10000 * (1000 + number % 9000), ${DESTINATION}, 40000,
           ${DESTINATION}, extract(epoch from created_at)::bigint + case status when 'processing' then 2678400 else 300 end,
           case when status <> 'processing' then decode(repeat('00', 65), 'hex') end,
           case status when 'processing' then sha256(id::bytea) end, 1, created_at,
           case status when 'processing' then 'external' else 'closed' end, 4000,
           case status when 'processing' then now() + interval '30 days' else '-infinity' end
      from facts where ${IS_PAID}`,
  `
    insert into payment_events_${month} (id, payment_id, partner_id, type, status, data, created_at, tx)
    select (number - 1) * ${EVENTS} + n, id, '${PARTNER}',
           case when n = 1 then 'created' when n % 2 = 0 then 'exception' when n < 9 then 'resolved'
                when ${IS_PAID} then 'paid' else status end,
           case when n < 9 then 'requires_action' else status end,
           case when n = 10 and ${IS_PAID} then jsonb_build_object('txHash', '0x' || repeat(md5(id), 2)) else '{}' end,
           created_at + n * interval '1 second',
           ${firstTx} + ((number - 1) * ${EVENTS} + n) / ${perTx}
      from facts cross join generate_series(1, ${EVENTS}) as n`,
];

const REST = ({ caip2, router, token }: FilledChain) => [
  // Blocks below 0 are older than those of a new chain.
  `insert into transfers (chain, tx_hash, log_index, block_number, block_hash, payment_key, terms_hash, token, payer,
                          amount, destination, fee, fee_receiver, deadline_s, method, asset, state, payment_id,
                          partner_id, block_time_s)
   select '${caip2}', sha256(number::text::bytea), 0, number - 100000000, sha256(''), sha256(id::bytea),
          sha256(id::bytea), '${token}', payer, 10000 * (1000 + number % 9000), ${DESTINATION}, 40000, ${DESTINATION},
          0, 'eip3009', '${caip2}/erc20:${token}', 'credited', id, '${PARTNER}', extract(epoch from created_at)::bigint
     from facts where status = 'succeeded'`,
  `insert into idempotent_answers (partner_id, scope, key, fingerprint, status, body, created_at)
   select '${PARTNER}', 'POST /v1/payments mrch_' || number % ${MERCHANTS}, md5(number::text), sha256(''), 201,
          jsonb_build_object('paymentId', id, 'router', '${router}', 'gatewayUrl', 'https://pay.example.com/?pid=' || id,
                             'expiresAt', floor(extract(epoch from created_at)) + 300, 'isFinal', false), created_at
     from facts where created_at > now() - ${KEPT}`,
  `insert into webhook_deliveries (endpoint_id, partner_id, event, event_id, type, payment_id, status, attempts, tries,
                                   next_attempt_at, created_at)
   select 'whe_growth', '${PARTNER}', (number - 1) * ${EVENTS} + 1, 'evt_' || substr(id, 5) || '_1', 'payment.created',
          id, 'succeeded', 1, 1, null, created_at
     from facts where created_at > now() - ${KEPT}`,
];

/**
 * Partitions are written in one transaction with their truncation, so that none of it goes to the write-ahead log
 * (wal_level minimal), and in the order of their indexes, which then are as dense as built ones.
 */
export async function fill(databaseUrl: string, count: number, chain: FilledChain): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await endFirstMonth(client, MONTHS - 1);
    await client.query("set session_replication_role = replica; set synchronous_commit = off");
    await client.query(
      `insert into partners (id, name, version) values ('${PARTNER}', 'Growth', '2026-02-18');
       insert into merchants (id, partner_id, name)
       select 'mrch_' || n, '${PARTNER}', 'Merchant ' || n from generate_series(0, ${MERCHANTS - 1}) as n`,
    );
    const transactions = Math.min(count, TRANSACTIONS_MAX);
    const firstTx = await burnTransactions(client, transactions);
    const perTx = Math.ceil((count * EVENTS) / (transactions - 1));
    const [fromMs, toMs] = [startOfMonth(1 - MONTHS).getTime(), Date.now()];
    /** The number of the last payment before this time. */
    const numberOf = (ms: number) => Math.min(count, Math.ceil(((ms - fromMs) / (toMs - fromMs)) * count + 0.5) - 1);
    for (let ahead = 1 - MONTHS; ahead <= 0; ahead++) {
      const [first, last] = [numberOf(startOfMonth(ahead).getTime()) + 1, numberOf(startOfMonth(ahead + 1).getTime())];
      await client.query(withValues(FACTS, [first, last, count, fromMs, toMs]));
      const month = startOfMonth(ahead).toISOString().slice(0, 7).replace("-", "_");
      await client.query(`begin; truncate payments_${month}, confirmations_${month}, payment_events_${month}`);
      const inserts = [...partitionsOf(month, chain, firstTx, perTx), ...REST(chain)];
      for (const insert of inserts) await client.query(insert);
      await client.query("commit; drop table facts");
    }
    await client.query(`select setval('event_numbers', ${count * EVENTS + 1})`);
    await settle(client);
  } finally {
    await client.end();
  }
}

/** @returns the first of the numbers that were used up */
async function burnTransactions(client: pg.Client, count: number): Promise<bigint> {
  const { rows } = await client.query<{ first: string }>("select pg_current_xact_id()::text as first");
  await client.query(`do $$ begin for n in 1..${count} loop perform pg_current_xact_id(); commit; end loop; end $$`);
  return BigInt(rows[0]?.first ?? 0);
}

/** Leaves tables as autovacuum does, which analyzes no partitioned table. */
async function settle(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    "select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace order by 1",
  );
  for (const { name } of rows) await client.query(`vacuum analyze ${name}`);
  await client.query("checkpoint");
}

/** DDL statements take no parameters. */
const withValues = (statement: string, values: readonly number[]): string =>
  statement.replace(/\$(\d)/g, (_, number: string) => `${values[Number(number) - 1]}::bigint`);
