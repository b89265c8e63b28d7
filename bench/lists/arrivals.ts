// Payments that arrive while lists are read. Each is created, and paid a moment later, by the statements' triggers as
// in a server; they are folded into the listing as a worker does.
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { newPaymentId } from "../../src/ids.ts";
import type { Store } from "../../src/store/store.ts";
import { ASSETS, MERCHANTS, PARTNER } from "./generate.ts";

const TICK_MS = 100;
/** As src/workers/fold.ts. */
const FOLD_EVERY_MS = 200;

/** $1: ids; $2: numbers from 0 to 1. */
const CREATE = `
  with created as (
    insert into payments (id, partner_id, merchant_id, reference_id, status, currency, amount, created_at, expires_at,
                          payment_key)
    select id, '${PARTNER}', 'mrch_' || floor(${MERCHANTS} * power(chance, 3))::int, 'order-' || id, 'requires_action',
           'USD', (100 * exp(6 * chance))::bigint, now(), now() + interval '400 days', sha256(id::bytea)
      from unnest($1::text[], $2::float8[]) as new(id, chance)
    returning id, partner_id, status
  )
  insert into payment_events (payment_id, partner_id, type, status) select id, partner_id, 'created', status from created`;

/** $1: ids; $2: numbers from 0 to 1; $3: CAIP-19. Their payers have paid before. */
const PAY = `
  with confirmed as (
    insert into confirmations (payment_id, partner_id, terms_hash, results_digest, asset, method, pays_out, chain,
                               router, token, payer, amount, destination, fee, fee_receiver, deadline_s, signature,
                               required_depth, relay_state, fee_ppm)
    select p.id, p.partner_id, sha256(p.id::bytea), sha256(p.id::bytea), $3, 'eip3009', 'merchant',
           split_part($3, '/', 1), '0x0000000000000000000000000000000000000009', right($3, 42), right(b.account, 42),
           p.amount * 10000, '0x0000000000000000000000000000000000000008', p.amount * 40,
           '0x0000000000000000000000000000000000000007', 0, decode(repeat('00', 65), 'hex'), 1, 'closed', 4000
      from unnest($1::text[], $2::float8[]) as paid(id, chance)
      join payments p on p.id = paid.id
     cross join (select max(no) as newest from buyers where partner_id = '${PARTNER}') n
      join buyers b on b.partner_id = '${PARTNER}' and b.no = floor(n.newest * power(chance, 1.5))::int
  ), paid as (
    update payments set status = 'succeeded' where id = any($1) returning id, partner_id, status
  )
  insert into payment_events (payment_id, partner_id, type, status) select id, partner_id, 'paid', status from paid`;

export interface Arrivals {
  /** @returns how many payments arrived */
  stop(): Promise<number>;
}

/** @param store of the same database, which no list is read through */
export function letArrive(databaseUrl: string, store: Store, perSecond: number): Arrivals {
  const stopping = new AbortController();
  const { signal } = stopping;
  const arriving = arrive(databaseUrl, perSecond, signal);
  const folding = fold(store, signal);
  return {
    async stop() {
      stopping.abort();
      const [count] = await Promise.all([arriving, folding]);
      return count;
    },
  };
}

async function arrive(databaseUrl: string, perSecond: number, signal: AbortSignal): Promise<number> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const beganMs = performance.now();
  let count = 0;
  let unpaid: string[] = [];
  try {
    while (!signal.aborted) {
      const due = Math.floor(((performance.now() - beganMs) / 1_000) * perSecond) - count;
      const created = Array.from({ length: due }, () => newPaymentId(null));
      const chances = () => created.map(() => Math.random());
      if (due > 0) await client.query(CREATE, [created, chances()]);
      if (unpaid.length > 0) await client.query(PAY, [unpaid, unpaid.map(() => Math.random()), ASSETS[0]]);
      count += due;
      unpaid = created;
      await sleep(TICK_MS);
    }
  } finally {
    await client.end();
  }
  return count;
}

async function fold(store: Store, signal: AbortSignal): Promise<void> {
  for (; !signal.aborted; await sleep(FOLD_EVERY_MS)) while (await store.lists.catchUpSome());
}
