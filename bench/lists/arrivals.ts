// Payments that arrive while lists are read. Statements with the triggers of a server create, confirm and pay each of
// them; they are projected into the lists as a worker does.
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { newPaymentId } from "../../src/ids.ts";
import type { Store } from "../../src/store/store.ts";
import { createListUpkeep, PROJECT_INTERVAL_MS } from "../../src/workers/project-lists.ts";
import { ASSETS, addConfirmations, MERCHANTS, PARTNER } from "./generate.ts";

const TICK_MS = 100;
/** The time from creation to confirm, and from confirm to success: the projection sees each payment three times. */
const STAGE_MS = 1_000;

const withEvent = (type: string, change: string): string => `
  with changed as (${change} returning id, partner_id, status)
  insert into payment_events (payment_id, partner_id, type, status)
  select id, partner_id, '${type}', status from changed`;

/** $1: ids; $2: numbers from 0 to 1. */
const CREATE = withEvent(
  "created",
  `insert into payments (id, partner_id, merchant_id, reference_id, status, currency, amount, created_at, expires_at,
                         payment_key)
   select id, '${PARTNER}', 'mrch_' || floor(${MERCHANTS} * power(chance, 3))::int, 'order-' || id, 'requires_action',
          'USD', (100 * exp(6 * chance))::bigint, now(), now() + interval '400 days', sha256(id::bytea)
     from unnest($1::text[], $2::float8[]) as new(id, chance)`,
);
/** $1: ids; $2: numbers from 0 to 1; $3: CAIP-19. Most of their payers have paid before. */
const ADD_CONFIRMATIONS = addConfirmations(`
  select p.id, $3 as asset, right(b.account, 42) as payer, p.amount
    from unnest($1::text[], $2::float8[]) as confirmed(id, chance)
    join payments p on p.id = confirmed.id
   cross join (select max(no) as newest from buyers where partner_id = '${PARTNER}') n
    join buyers b on b.partner_id = '${PARTNER}' and b.no = floor(n.newest * power(chance, 1.5))::int`);
/** $1: ids. */
const moveTo = (status: string): string => `update payments set status = '${status}' where id = any($1)`;
const CONFIRM = withEvent("processing", moveTo("processing"));
const PAY = withEvent("paid", moveTo("succeeded"));

export interface Arrivals {
  /** Rejects if payments no longer arrive, or are no longer projected. */
  readonly failure: Promise<never>;
  /** @returns how many payments arrived */
  stop(): Promise<number>;
}

/**
 * @param store of the same database, which no list is read through
 * @param isOn whether payments arrive now
 */
export function letArrive(databaseUrl: string, store: Store, perSecond: number, isOn = () => true): Arrivals {
  const stopping = new AbortController();
  const { signal } = stopping;
  const work = Promise.all([arrive(databaseUrl, perSecond, signal, isOn), project(store, signal)]);
  const failure = new Promise<never>((_, reject) => work.catch(reject));
  failure.catch(() => stopping.abort());
  return {
    failure,
    async stop() {
      stopping.abort();
      const [count] = await work;
      return count;
    },
  };
}

async function arrive(
  databaseUrl: string,
  perSecond: number,
  signal: AbortSignal,
  isOn: () => boolean,
): Promise<number> {
  const client = new pg.Client({ connectionString: databaseUrl });
  client.on("error", () => {}); // the next statement fails
  await client.connect();
  let lastMs = performance.now();
  let owed = 0;
  let count = 0;
  const created: string[][] = [];
  const confirmed: string[][] = [];
  const stageTicks = STAGE_MS / TICK_MS;
  try {
    for (; !signal.aborted; await sleep(TICK_MS)) {
      const nowMs = performance.now();
      const passedMs = nowMs - lastMs;
      lastMs = nowMs;
      if (!isOn()) continue;
      owed += (passedMs / 1_000) * perSecond;
      const due = Math.floor(owed);
      owed -= due;
      const ids = Array.from({ length: due }, () => newPaymentId(null));
      await client.query(CREATE, [ids, ids.map(() => Math.random())]);
      count += due;
      created.push(ids);
      confirmed.push(created.length > stageTicks ? await confirm(client, created.shift() ?? []) : []);
      if (confirmed.length > stageTicks) await client.query(PAY, [confirmed.shift()]);
    }
  } finally {
    await client.end();
  }
  return count;
}

async function confirm(client: pg.Client, ids: string[]): Promise<string[]> {
  await client.query("begin");
  await client.query(ADD_CONFIRMATIONS, [ids, ids.map(() => Math.random()), ASSETS[0]]);
  await client.query(CONFIRM, [ids]);
  await client.query("commit");
  return ids;
}

async function project({ lists }: Store, signal: AbortSignal): Promise<void> {
  const keep = createListUpkeep(lists);
  for (; !signal.aborted; await sleep(PROJECT_INTERVAL_MS)) await keep();
}
