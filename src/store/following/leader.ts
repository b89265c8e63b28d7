// Elects the process that follows a chain and relays to it: its session holds PostgreSQL's advisory lock. The lock is
// free as soon as that session ends; the epoch in chain_leaders stops unfinished work of the previous leader.
import { AsyncLocalStorage } from "node:async_hooks";
import { hostname } from "node:os";
import type { Database, Queryable } from "../database/database.ts";
import { LEASE_MS, type Session } from "../database/session.ts";

export interface Lead {
  readonly chain: string;
  readonly epoch: bigint;
}

export interface Leadership {
  /** Takes the lead if it is free; null while another process has it. @throws if the database does not respond */
  hold(): Promise<Lead | null>;
  /** Runs `work` under this lead: its writes through `fenced` fail once another process has led. */
  under<T>(lead: Lead, work: () => Promise<T>): Promise<T>;
  /** Call before an act outside the database. @throws LeadLostError unless the work's lead is still held */
  check(): void;
  release(): Promise<void>;
}

export interface Leaderships {
  /** @param chain CAIP-2 */
  of(chain: string): Leadership;
}

/** The process lost its lead before the work ended, so the work changed nothing. */
export class LeadLostError extends Error {
  constructor(chain: string) {
    super(`this process no longer leads ${chain}`);
    this.name = "LeadLostError";
  }
}

/** Interval at which a standby process tries the lock: the longest pause of a chain whose leader dies. */
const ASK_EVERY_MS = 250;

const LOCK_KEY = "hashtextextended('turnpike leads ' || chain, 0)";

// A row that a transaction of the previous leader still locks is skipped, and this process tries again.
const TAKE = `
  with free as materialized (
    select chain from unnest($1::text[]) as asked (chain) where pg_try_advisory_lock(${LOCK_KEY})
  ), mine as materialized (
    select l.chain from chain_leaders l where l.chain in (select chain from free) for no key update skip locked
  ), led as (
    update chain_leaders l set epoch = l.epoch + 1, process = $2, since = now()
      from mine where l.chain = mine.chain
    returning l.chain, l.epoch
  )
  select free.chain, led.epoch::text as epoch from free left join led using (chain)`;

const RELEASE = `select pg_advisory_unlock(${LOCK_KEY}) from unnest($1::text[]) as held (chain)`;

const current = new AsyncLocalStorage<Lead>();

/** All chains share the process's session, and each attempt is one statement for all of them. */
export function createLeaderships(session: Session): Leaderships {
  const name = `${hostname()} ${process.pid}`;
  const wanted = new Set<string>();
  /** Chains that have a row in chain_leaders. */
  const registered = new Set<string>();
  const held = new Map<string, Lead>();
  let asking: Promise<void> | null = null;
  let askedMs = Number.NEGATIVE_INFINITY;

  session.use({
    lost() {
      held.clear();
      registered.clear();
    },
  });

  async function ask(): Promise<void> {
    const free = [...wanted].filter((chain) => !held.has(chain));
    await register(free.filter((chain) => !registered.has(chain)));
    const { rows } = await session.query<{ chain: string; epoch: string | null }>({
      text: TAKE,
      values: [free, name],
    });
    for (const { chain, epoch } of rows) if (epoch !== null) held.set(chain, { chain, epoch: BigInt(epoch) });
    await unlock(rows.filter(({ epoch }) => epoch === null).map(({ chain }) => chain));
  }

  async function register(chains: readonly string[]): Promise<void> {
    if (chains.length === 0) return;
    await session.query({
      text: "insert into chain_leaders (chain) select unnest($1::text[]) on conflict do nothing",
      values: [chains],
    });
    for (const chain of chains) registered.add(chain);
  }

  async function unlock(chains: readonly string[]): Promise<void> {
    if (chains.length > 0) await session.query({ text: RELEASE, values: [chains] });
  }

  const leadOf = (chain: string): Lead | null => (session.silentMs() < LEASE_MS ? (held.get(chain) ?? null) : null);

  async function hold(chain: string): Promise<Lead | null> {
    const lead = leadOf(chain);
    if (lead || held.has(chain)) return lead;
    wanted.add(chain);
    if (!asking && performance.now() - askedMs < ASK_EVERY_MS) return null;
    asking ??= ask().finally(() => {
      asking = null;
      askedMs = performance.now();
    });
    await asking;
    return leadOf(chain);
  }

  return {
    of: (chain) => ({
      hold: () => hold(chain),
      under: (lead, work) => current.run(lead, work),
      check() {
        if (current.getStore() !== leadOf(chain)) throw new LeadLostError(chain);
      },
      async release() {
        wanted.delete(chain);
        await asking?.catch(() => {}); // a lock that was never held need not be released
        if (held.delete(chain) && session.isOpen()) await unlock([chain]).catch(() => {}); // the session's end frees it
      },
    }),
  };
}

/** The database for a chain's worker: its writes are committed only under the newest lead. */
export const fenced = (db: Database): Database => ({
  ...db,
  transaction: (work) => inFence(db, work),
  write: (config) => inFence(db, (tx) => tx.query(config)),
});

const inFence = <T>(db: Database, work: (tx: Queryable) => Promise<T>): Promise<T> =>
  db.transaction(async (tx) => {
    const lead = current.getStore();
    if (!lead) throw new Error("a worker writes outside its lead");
    const { rows } = await tx.query({
      name: "fence",
      text: "select from chain_leaders where chain = $1 and epoch = $2 for share",
      values: [lead.chain, lead.epoch],
    });
    if (rows.length === 0) throw new LeadLostError(lead.chain);
    return work(tx);
  });
