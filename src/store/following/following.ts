// Reads whether a process follows each chain. Operators see it, and the readiness of workers depends on it.
import { connect, disconnect, Hosts } from "../database/connect.ts";
import type { Queryable } from "../database/database.ts";

export interface Following {
  /** CAIP-2. */
  readonly chain: string;
  /** Whether a process holds the chain's lock (leader.ts). */
  readonly isLed: boolean;
  /** Null if it was never followed. */
  readonly newestBlock: bigint | null;
  /** Seconds for which none of its RPC URLs has responded to its worker; null if one does. */
  readonly awayS: number | null;
  /** The installation has payments, or a worker has led one of its chains. Otherwise it was never started. */
  readonly isInstallationUsed: boolean;
}

const QUERY_TIMEOUT_MS = 10_000;

/** pg_locks shows the 64-bit key of an advisory lock as two 32-bit columns (PostgreSQL manual, pg_locks). */
const IS_LED = `
  exists (select 1 from pg_locks
           where locktype = 'advisory' and granted and objsubid = 1
             and database = (select oid from pg_database where datname = current_database())
             and (classid::bigint << 32 | objid::bigint) = hashtextextended('turnpike leads ' || chain, 0))`;

const LEADERS = `
  select chain, coalesce(process, '') as process
    from unnest($1::text[]) as asked (chain) left join chain_leaders using (chain) where ${IS_LED}`;

/** @returns the host and process id of the leader, by chain; chains that no process leads are left out */
export async function readLeaders(db: Queryable, chains: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const { rows } = await db.query<{ chain: string; process: string }>({
    name: "leaders",
    text: LEADERS,
    values: [chains],
  });
  return new Map(rows.map(({ chain, process }) => [chain, process]));
}

const QUERY = `
  select chain, ${IS_LED} as is_led,
         (select max(number) from chain_blocks where chain_blocks.chain = asked.chain)::text as newest_block,
         (select extract(epoch from now() - away_since)::double precision from chain_workers
           where chain_workers.chain = asked.chain and reported_at > now() - interval '1 minute') as away_s,
         exists (select from payments) or exists (select from chain_leaders) as is_used
    from unnest($1::text[]) as asked (chain)`;

interface FollowingRow {
  readonly chain: string;
  readonly is_led: boolean;
  readonly newest_block: string | null;
  readonly away_s: number | null;
  readonly is_used: boolean;
}

/** @throws if the database does not respond */
export async function readFollowing(databaseUrl: string, chains: readonly string[]): Promise<readonly Following[]> {
  const client = await connect(new Hosts(databaseUrl), {
    name: "turnpike command",
    queryTimeoutMs: QUERY_TIMEOUT_MS,
    lockTimeoutMs: QUERY_TIMEOUT_MS,
  });
  try {
    const { rows } = await client.query<FollowingRow>(QUERY, [chains]);
    return rows.map(({ chain, is_led, newest_block, away_s, is_used }) => ({
      chain,
      isLed: is_led,
      newestBlock: newest_block === null ? null : BigInt(newest_block),
      awayS: away_s,
      isInstallationUsed: is_used,
    }));
  } finally {
    await disconnect(client);
  }
}
