// Lists from a standby. It is read only once it has replayed everything that the primary had written when the list was
// requested; otherwise the primary is read. So a list from it is never older than one from the primary.
import { setTimeout } from "node:timers/promises";
import { Refusal } from "../../operations/errors/refusal.ts";
import { type Database, NoStandbyError, type Queryable, type Replica } from "./database.ts";
import { sqlStateOf } from "./unavailable.ts";

/** List reads since the start of this process, by the server that answered. */
export interface ListReads {
  readonly replica: number;
  readonly primary: number;
}

export interface ReplicaReads extends Pick<Database, "snapshot"> {
  counts(): ListReads;
}

interface Position {
  readonly lsn: string;
  readonly timeline: number;
  readonly cluster: string;
  readonly database: string;
}

// The log position after every commit, including commits not yet written to disk. A standby receives a commit only once
// it is written. Projections do not wait for the disk (lists/project.ts), so this message's commit does.
const POSITION = `
  select pg_current_wal_insert_lsn()::text as lsn, system_identifier::text as cluster,
         current_database()::text as database,
         ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::integer as timeline,
         case when pg_current_wal_flush_lsn() < pg_current_wal_insert_lsn()
              then pg_logical_emit_message(true, 'turnpike', '') end as written_at
    from pg_control_system()`;

// The timeline exposes a demoted primary, whose log may be longer than the primary's and contain other payments. A
// role without pg_monitor sees the timeline of the last restart point, so lists use the primary until the next one.
const HAS_REPLAYED = `
  select pg_is_in_recovery() and s.system_identifier::text = $2 and current_database() = $4
         and coalesce((select received_tli from pg_stat_wal_receiver), c.timeline_id) = $3 as is_standby,
         coalesce(pg_last_wal_replay_lsn() >= $1::pg_lsn, false) as has_replayed
    from pg_control_system() s, pg_control_checkpoint() c`;

/** Milliseconds between checks. Their sum, 127, is the longest that a list waits for a replica that is behind. */
const PAUSES_MS = [1, 2, 4, 8, 16, 32, 64];
/** Pause after a replica has failed. Then a single list tries it, because an attempt to connect may take 5 s. */
const LEFT_ALONE_MS = 10_000;
const STATEMENT_TIMEOUT = "57014";

/** @param onFault called when the replica fails, at most every 10 s */
export function createReplicaReads(
  primary: Database,
  replica: Replica,
  onFault: (error: unknown) => void,
): ReplicaReads {
  const counts = { replica: 0, primary: 0 };
  let leftAloneUntilMs = Number.NEGATIVE_INFINITY;
  const leaveAlone = (): void => {
    leftAloneUntilMs = performance.now() + LEFT_ALONE_MS;
  };

  async function fromReplica<T>(work: (tx: Queryable) => Promise<T>): Promise<{ readonly result: T } | null> {
    if (performance.now() < leftAloneUntilMs) return null;
    if (leftAloneUntilMs > 0) leaveAlone(); // until this attempt succeeds, other lists use the primary
    try {
      const { rows } = await primary.query<Position>({ name: "wal_position", text: POSITION });
      const [position] = rows;
      if (!position) return null;
      const read = await replica.snapshotWhen((connection) => untilReplayed(connection, position), work);
      leftAloneUntilMs = Number.NEGATIVE_INFINITY;
      return read;
    } catch (error) {
      // The primary would refuse it as well, or take as long.
      if (error instanceof Refusal || sqlStateOf(error) === STATEMENT_TIMEOUT) throw error;
      leaveAlone();
      onFault(error);
      return null;
    }
  }
  return {
    async snapshot(work) {
      const read = await fromReplica(work);
      counts[read ? "replica" : "primary"] += 1;
      return read ? read.result : primary.snapshot(work);
    },
    counts: () => ({ ...counts }),
  };
}

/** @throws NoStandbyError */
async function untilReplayed(replica: Queryable, { lsn, cluster, database, timeline }: Position): Promise<boolean> {
  const look = { name: "has_replayed", text: HAS_REPLAYED, values: [lsn, cluster, timeline, database] };
  for (const pauseMs of [...PAUSES_MS, null]) {
    const { rows } = await replica.query<{ is_standby: boolean; has_replayed: boolean }>(look);
    if (!rows[0]?.is_standby) throw new NoStandbyError("it is not a standby of the primary's database");
    if (rows[0].has_replayed) return true;
    if (pauseMs !== null) await setTimeout(pauseMs);
  }
  return false;
}
