// A running service on a filled database, ready for the load.
import pg from "pg";
import { openClient } from "../thousand/http.ts";
import { install } from "../thousand/installation.ts";
import { withClient } from "./database.ts";
import { PARTNER } from "./fill.ts";
import type { Load, OldPayment } from "./load.ts";
import { LOGGED } from "./statements.ts";

const SIZE = { buyers: 200, merchants: 20 };
/** More than a run refunds. */
const OLD_PAYMENTS = 5_000;
/** `serve` calls only public addresses: deliveries fail, and are retried. */
const ENDPOINT = { url: "https://shop.invalid/webhooks", events: ["payment.succeeded"] };

/** Deletes the records of an earlier run about its chain, which is gone. */
const FORGET_CHAIN = `
  set session_replication_role = replica;
  truncate chain_blocks, chain_leaders, chain_workers, followed_chains, relay_batches, relay_transactions, relayers,
           relayer_balances, relay_losses, relay_strikes, unknown_transfers, intents;
  delete from transfers where block_number >= 0;
  update confirmations set relay_state = 'closed' where relay_state in ('queued', 'held', 'sent', 'quarantined');
  delete from webhook_endpoints where id <> 'whe_growth'`;

const OLD = `
  select t.payment_id as id, p.merchant_id as "merchantId"
    from transfers t tablesample system ($1) repeatable (7) join payments p on p.id = t.payment_id
   where t.state = 'credited' and t.block_number < 0
     and exists (select from payment_events e where e.payment_id = t.payment_id and e.type = 'paid' and e.data <> '{}')
     and not exists (select from refund_marks r where r.payment_id = t.payment_id) limit ${OLD_PAYMENTS}`;

export async function openLoad(databaseUrl: string): Promise<Load> {
  const old = await withClient(databaseUrl, async (client) => {
    await client.query(FORGET_CHAIN);
    const name = pg.escapeIdentifier(new URL(databaseUrl).pathname.slice(1));
    for (const [setting, value] of Object.entries(LOGGED)) {
      await client.query(`alter database ${name} set ${setting} = ${pg.escapeLiteral(value)}`);
    }
    const { rows: sizes } = await client.query<{ count: number }>(
      "select greatest(reltuples, 1)::float8 as count from pg_class where relname = 'transfers'",
    );
    const percent = Math.min(100, (300 * OLD_PAYMENTS) / (sizes[0]?.count ?? 1));
    return (await client.query<OldPayment>(OLD, [percent])).rows;
  });
  const installation = await install({ ...SIZE, database: { url: databaseUrl, partnerId: PARTNER } });
  const client = openClient(installation.baseUrl, 1);
  const { id: endpointId } = await client.send<{ id: string }>({
    method: "POST",
    path: "/v1/webhook-endpoints",
    headers: { "api-key": installation.merchants[0]?.apiKey ?? "" },
    body: ENDPOINT,
  });
  client.close();
  return { installation, old: shuffled(old), endpointId };
}

const PARTITIONS = `
  select c.relname as name,
         case when exists (
                select from pg_stat_all_tables s where s.relid = coalesce(x.indrelid, c.oid) and s.n_live_tup > 0)
              then p.relname end as of
    from pg_inherits i join pg_class c on c.oid = i.inhrelid join pg_class p on p.oid = i.inhparent
    left join pg_index x on x.indexrelid = c.oid`;

/** @returns the table or index that each partition or its index belongs to; null for a partition without rows */
export const partitionsOf = (databaseUrl: string): Promise<ReadonlyMap<string, string | null>> =>
  withClient(databaseUrl, async (client) => {
    const { rows } = await client.query<{ name: string; of: string | null }>(PARTITIONS);
    return new Map(rows.map(({ name, of }) => [name, of]));
  });

function shuffled<T>(values: readonly T[]): T[] {
  return values
    .map((value) => ({ value, at: Math.random() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ value }) => value);
}
