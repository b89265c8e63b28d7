// The state of the database itself, for operators.
import { connect, disconnect, Hosts } from "./connect.ts";

export interface DatabaseHealth {
  /** PostgreSQL's major version, for example 18. */
  readonly majorVersion: number;
  readonly nowMs: number;
  /** Whether commits survive a crash of the machine. */
  readonly isDurable: boolean;
  readonly sizeBytes: number;
}

const QUERY_TIMEOUT_MS = 10_000;

/** @throws if the database does not respond or rejects the connection */
export async function readDatabaseHealth(databaseUrl: string): Promise<DatabaseHealth> {
  const client = await connect(new Hosts(databaseUrl), {
    name: "turnpike command",
    queryTimeoutMs: QUERY_TIMEOUT_MS,
    lockTimeoutMs: QUERY_TIMEOUT_MS,
  });
  try {
    const { rows } = await client.query<{
      version: string;
      now_ms: string;
      fsync: string;
      commit: string;
      size: string;
    }>(
      `select current_setting('server_version_num') as version, extract(epoch from clock_timestamp()) * 1000 as now_ms,
              current_setting('fsync') as fsync, current_setting('synchronous_commit') as commit,
              pg_database_size(current_database()) as size`,
    );
    const [row] = rows;
    if (!row) throw new Error("the database returned no row");
    return {
      majorVersion: Math.floor(Number(row.version) / 10_000),
      nowMs: Number(row.now_ms),
      isDurable: row.fsync === "on" && row.commit !== "off",
      sizeBytes: Number(row.size),
    };
  } finally {
    await disconnect(client);
  }
}
