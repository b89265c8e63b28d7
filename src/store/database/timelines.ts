// Recognises a server that used to be the primary. After a freeze or a network split it accepts connections and reads
// until it is demoted, but lacks all later data. PostgreSQL's timeline grows with each promotion of a standby.
import type pg from "pg";
import { FormerPrimaryError } from "./no-primary.ts";
import { sqlStateOf } from "./unavailable.ts";

interface Timeline {
  /** PostgreSQL's identifier of the cluster; another cluster, for example after a move, starts anew. */
  readonly cluster: string;
  /** Eight hexadecimal digits, which sort like their value. */
  readonly id: string;
}

/** The name of the current WAL file begins with the timeline. */
const TIMELINE = `
  select left(pg_walfile_name(pg_current_wal_lsn()), 8) as id, system_identifier::text as cluster
    from pg_control_system()`;

export class Timelines {
  #newest: Timeline | null = null;
  readonly #of = new WeakMap<pg.ClientBase, Timeline>();

  /** Reads a new connection's timeline. @throws FormerPrimaryError, and if the server does not respond */
  async admit(client: pg.ClientBase, timeoutMs: number): Promise<void> {
    const timeline = await readTimeline(client, timeoutMs);
    if (timeline === null) return;
    this.#of.set(client, timeline);
    if (!this.isCurrent(client)) throw new FormerPrimaryError();
    this.#newest = timeline;
  }

  /** False if a newer timeline has been seen since. */
  isCurrent(client: pg.ClientBase): boolean {
    const timeline = this.#of.get(client);
    return timeline?.cluster !== this.#newest?.cluster || (timeline?.id ?? "") >= (this.#newest?.id ?? "");
  }
}

/** @returns null where the server's functions are missing or not permitted, as with some providers */
async function readTimeline(client: pg.ClientBase, timeoutMs: number): Promise<Timeline | null> {
  try {
    const { rows } = await client.query<Timeline>({ text: TIMELINE, query_timeout: timeoutMs } as pg.QueryConfig);
    return rows[0] ?? null;
  } catch (error) {
    if (sqlStateOf(error) === null) throw error;
    return null;
  }
}
