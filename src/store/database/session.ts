// A process's only connection with a session, which notifications (changes.ts) and locks (leader.ts) need. A heartbeat
// tells each end within seconds that the other is gone.
import { hostname } from "node:os";
import type pg from "pg";
import type { Log } from "../../operations/ports/log.ts";
import { connect, disconnect, Hosts } from "./connect.ts";
import type { Queryable } from "./database.ts";
import { ReadOnlyServerError } from "./no-primary.ts";
import { sqlStateOf } from "./unavailable.ts";

export interface SessionUse {
  /** Prepares a new connection, before any other use. */
  opened?(connection: Queryable): Promise<void>;
  /** The connection was lost, and with it all its locks and subscriptions. */
  lost?(): void;
  /** A connection was opened after the last one was lost. */
  reopened?(): void;
  onNotification?(channel: string, payload: string): void;
}

export interface Session extends Queryable {
  /** Declares a use, before `open`. */
  use(use: SessionUse): void;
  /** @throws if the database does not respond */
  open(): Promise<void>;
  isOpen(): boolean;
  /** Milliseconds since the last query that got a response was sent; infinite while there is no connection. */
  silentMs(): number;
  close(): Promise<void>;
}

const RECONNECT_MS = 500;
const HEARTBEAT_MS = 3_000;
const RESPONSE_TIMEOUT_MS = 4_000;
/** The server ends the session of a process that it has not heard from for this long, and frees its locks. */
const SESSION_TIMEOUT_MS = 9_000;
/**
 * A process that got no response for this long acts as if the session had ended. The margin to the server's limit
 * covers the time from a check to the act.
 */
export const LEASE_MS = 7_500;
/** The session's statements must not wait long for locks. */
const LOCK_TIMEOUT_MS = 1_000;

const BEAT =
  "select current_setting('transaction_read_only') = 'on' as is_read_only, pg_is_in_recovery() as is_standby";

/** Two clocks: the steady one stops while a virtual machine is suspended. */
const now = () => ({ steadyMs: performance.now(), wallMs: Date.now() });

export const createSession = (databaseUrl: string, log: Log): Session => new OneSession(databaseUrl, log);

class OneSession implements Session {
  readonly #hosts: Hosts;
  readonly #log: Log;
  readonly #uses: SessionUse[] = [];
  #client: pg.Client | null = null;
  #heard = now();
  #isClosed = false;
  #timer: NodeJS.Timeout | null = null;

  constructor(databaseUrl: string, log: Log) {
    this.#hosts = new Hosts(databaseUrl);
    this.#log = log;
  }

  use(use: SessionUse): void {
    this.#uses.push(use);
  }

  isOpen(): boolean {
    return this.#client !== null;
  }

  silentMs(): number {
    if (!this.#client) return Number.POSITIVE_INFINITY;
    const { steadyMs, wallMs } = now();
    return Math.max(steadyMs - this.#heard.steadyMs, wallMs - this.#heard.wallMs);
  }

  async open(): Promise<void> {
    const client = await connect(this.#hosts, {
      name: `turnpike session ${hostname()} ${process.pid}`,
      queryTimeoutMs: RESPONSE_TIMEOUT_MS,
      lockTimeoutMs: LOCK_TIMEOUT_MS,
      settings: { idle_session_timeout: String(SESSION_TIMEOUT_MS) },
    });
    client.on("notification", ({ channel, payload = "" }) => {
      for (const use of this.#uses) use.onNotification?.(channel, payload);
    });
    const sent = now();
    try {
      const connection = { query: (config: pg.QueryConfig) => client.query(config) } as Queryable;
      for (const use of this.#uses) await use.opened?.(connection);
      if (this.#isClosed) throw new Error("the session was closed");
    } catch (error) {
      void disconnect(client);
      throw error;
    }
    client.on("error", (error) => this.#lose(client, error));
    client.on("end", () => this.#lose(client, new Error("the connection ended")));
    this.#client = client;
    this.#heard = sent;
    this.#beatLater();
  }

  async query<Row extends pg.QueryResultRow>(config: pg.QueryConfig): Promise<pg.QueryResult<Row>> {
    const client = this.#client;
    if (!client) throw new Error("there is no session with the database: reconnecting");
    const sent = now();
    try {
      const result = await client.query<Row>(config);
      // The session's end can arrive in one packet with the response, whose locks are then gone.
      if (client !== this.#client) throw new Error("the session with the database ended with this response");
      this.#heard = sent;
      return result;
    } catch (error) {
      // An error of the statement itself leaves the connection usable; any other may not.
      if (sqlStateOf(error) === null) this.#lose(client, error);
      throw error;
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    if (this.#timer) clearTimeout(this.#timer);
    const client = this.#client;
    this.#client = null;
    if (client) await disconnect(client);
  }

  #lose(client: pg.Client, error: unknown): void {
    if (client !== this.#client) return;
    this.#client = null;
    void disconnect(client);
    for (const use of this.#uses) use.lost?.();
    this.#log.warn({ err: error }, "the session with the database was lost; reconnecting");
    this.#reopenLater();
  }

  #reopenLater(): void {
    if (this.#isClosed) return;
    this.#schedule(RECONNECT_MS, async () => {
      try {
        await this.open();
      } catch {
        return this.#reopenLater();
      }
      this.#log.info({}, "the session with the database is open again, and notifications are heard");
      for (const use of this.#uses) use.reopened?.();
    });
  }

  /** Any query is a sign of life, so a heartbeat follows only a pause. */
  #beatLater(): void {
    const waitMs = HEARTBEAT_MS - (now().steadyMs - this.#heard.steadyMs);
    this.#schedule(Math.max(waitMs, 0), async () => {
      // A failure has already ended the connection.
      if (now().steadyMs - this.#heard.steadyMs >= HEARTBEAT_MS) await this.#beat().catch(() => {});
      if (this.#client) this.#beatLater();
    });
  }

  async #beat(): Promise<void> {
    const client = this.#client;
    const { rows } = await this.query<{ is_read_only: boolean; is_standby: boolean }>({ text: BEAT });
    const [row] = rows;
    if (client && row?.is_read_only !== false) {
      this.#lose(client, new ReadOnlyServerError(row?.is_standby ?? false));
    }
  }

  #schedule(ms: number, run: () => Promise<void>): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void run(), ms);
  }
}
