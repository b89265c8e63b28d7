// Whether a process follows each chain, for operators.
import { connect, disconnect, Hosts } from "./connect.ts";

export interface Following {
  /** CAIP-2. */
  readonly chain: string;
  /** Whether a process holds the chain's lock (leader.ts). */
  readonly isLed: boolean;
  /** Null if it was never followed. */
  readonly newestBlock: bigint | null;
}

const QUERY_TIMEOUT_MS = 10_000;

/** pg_locks shows the 64-bit key of an advisory lock as two 32-bit columns (PostgreSQL manual, pg_locks). */
const QUERY = `
  select chain,
         exists (select 1 from pg_locks
                  where locktype = 'advisory' and granted and objsubid = 1
                    and database = (select oid from pg_database where datname = current_database())
                    and (classid::bigint << 32 | objid::bigint) = hashtextextended('turnpike leads ' || chain, 0)) as is_led,
         (select max(number) from chain_blocks where chain_blocks.chain = asked.chain)::text as newest_block
    from unnest($1::text[]) as asked (chain)`;

/** @throws if the database does not respond */
export async function readFollowing(databaseUrl: string, chains: readonly string[]): Promise<readonly Following[]> {
  const client = await connect(new Hosts(databaseUrl), {
    name: "turnpike command",
    queryTimeoutMs: QUERY_TIMEOUT_MS,
    lockTimeoutMs: QUERY_TIMEOUT_MS,
  });
  try {
    const { rows } = await client.query<{ chain: string; is_led: boolean; newest_block: string | null }>(QUERY, [
      chains,
    ]);
    return rows.map(({ chain, is_led, newest_block }) => ({
      chain,
      isLed: is_led,
      newestBlock: newest_block === null ? null : BigInt(newest_block),
    }));
  } finally {
    await disconnect(client);
  }
}
