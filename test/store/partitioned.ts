// A database whose tables of payments are partitioned by months of payment ids, as docs/decisions/0068 plans them.
import pg from "pg";
import { inject } from "vitest";
import { newPaymentId } from "../../src/ids.ts";
import { type FreshDatabase, freshDatabase } from "../harness/postgres.ts";

/** Months of partitions, of which the last but one is the present one. */
const MONTHS = 6;
const BOUNDS = Array.from({ length: MONTHS + 1 }, (_, month) => boundOf(month - MONTHS + 2));
const TABLES = ["payments", "confirmations", "payment_events"] as const;

const PARENTS = `
  drop trigger payment_events_append_only on payment_events;
  drop trigger payment_events_inserted on payment_events;
  alter table payments rename to payments_whole;
  alter table confirmations rename to confirmations_whole;
  alter table payment_events rename to payment_events_whole;
  create table payments (like payments_whole including all, foreign key (merchant_id, partner_id) references merchants)
    partition by range (id);
  create table confirmations (
    like confirmations_whole including all, foreign key (payment_id, partner_id) references payments
  ) partition by range (payment_id);
  create sequence payment_events_numbers;
  create table payment_events (
    like payment_events_whole including all excluding identity excluding indexes,
    primary key (id, partner_id, payment_id)
  ) partition by range (payment_id);
  drop table payments_whole, confirmations_whole, payment_events_whole cascade;
  alter sequence payment_events_numbers rename to payment_events_id_seq;
  alter table payment_events alter column id set default nextval('payment_events_id_seq');
  alter table partner_events alter column id set default nextval('payment_events_id_seq');
  alter table merchant_events alter column id set default nextval('payment_events_id_seq');
  create index on payment_events (partner_id, tx, id) include (created_at) where tx is not null;
  create index on payment_events (payment_id, id);
  create trigger payment_events_append_only before update or delete or truncate on payment_events
    for each statement execute function refuse_rewriting();
  create trigger payment_events_inserted after insert on payment_events
    referencing new table as new_events for each statement execute function list_payment_events();`;

/** Those of whole tables, which the cascade has dropped. */
const REFERRING = ["buyer_data", "charges", "intents", "payment_link_uses", "refunds"].map(
  (table) => `alter table ${table} add foreign key (payment_id, partner_id) references payments;`,
);

/** Ended payments of another partner in each partition, so that plans read them by their indexes. */
const FILLED_WITH = 2_000;
const FILL = `
  set session_replication_role = replica;
  create temporary table filled as
    select bound || lpad(no::text, 23, '0') as id
      from unnest($1::text[]) as bound, generate_series(1, ${FILLED_WITH}) as no;
  insert into payments (id, partner_id, merchant_id, reference_id, status, currency, amount, expires_at, payment_key)
  select id, 'prtn_other', 'mrch_other', 'order', 'succeeded', 'USD', 100, now(), sha256(id::bytea) from filled;
  insert into confirmations (payment_id, partner_id, terms_hash, asset, method, pays_out, chain, router, token, payer,
                             amount, destination, fee, fee_receiver, deadline_s, signature, required_depth, relay_state,
                             fee_ppm)
  select id, 'prtn_other', sha256(id::bytea), 'asset', 'eip3009', 'merchant', 'chain', 'router', 'token', 'payer', 1,
         'destination', 0, 'receiver', 0, '', 1, 'closed', 0 from filled;
  insert into payment_events (payment_id, partner_id, type, status)
  select id, 'prtn_other', 'created', 'requires_action' from filled;
  reset session_replication_role;`;

export async function partitionedDatabase(): Promise<FreshDatabase> {
  const database = await freshDatabase({ template: inject("templateDatabase") });
  const client = new pg.Client({ connectionString: database.databaseUrl });
  await client.connect();
  await client.query([PARENTS, ...REFERRING, ...partitions()].join("\n"));
  const months = BOUNDS.slice(0, -1).map((bound) => pg.escapeLiteral(bound));
  await client.query(FILL.replace("$1", `array[${months.join(", ")}]`));
  await client.query("vacuum analyze");
  await client.end();
  return database;
}

const partitions = (): string[] =>
  TABLES.flatMap((table) =>
    BOUNDS.slice(1).map((to, month) => {
      const range = `from ('${BOUNDS[month]}') to ('${to}')`;
      return `create table ${table}_${month} partition of ${table} for values ${range};`;
    }),
  );

/** Below all ids of the month that begins `after` months after the present one. */
function boundOf(after: number): string {
  const now = new Date();
  return newPaymentId(null, Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + after)).slice(0, "pay_".length + 9);
}
