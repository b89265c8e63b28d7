// Elects the process that follows a chain and relays to it: the one whose session holds PostgreSQL's advisory lock.
// Every write is safe with two leaders; the lock only avoids duplicate calls to the chain.
import pg from "pg";

export interface Leadership {
  /** Takes the lock if it is free; true while this process holds it. @throws if the database does not respond */
  hold(): Promise<boolean>;
  release(): Promise<void>;
}

/** How often a standby process tries the lock, and so how long a chain waits when its leader dies. */
const ASK_EVERY_MS = 250;
const RESPONSE_TIMEOUT_MS = 5_000;

const newClient = (databaseUrl: string): pg.Client =>
  new pg.Client({
    connectionString: databaseUrl,
    application_name: "turnpike leader",
    keepAlive: true,
    connectionTimeoutMillis: RESPONSE_TIMEOUT_MS,
    query_timeout: RESPONSE_TIMEOUT_MS,
  });

export function createLeadership(databaseUrl: string, name: string): Leadership {
  let session: pg.Client | null = null;
  let isHeld = false;
  let asking: Promise<boolean> | null = null;
  let askedMs = Number.NEGATIVE_INFINITY;

  const lose = (which: pg.Client): void => {
    if (session !== which) return;
    session = null;
    isHeld = false;
  };
  const openSession = async (): Promise<pg.Client> => {
    const client = newClient(databaseUrl);
    client.on("error", () => lose(client));
    client.on("end", () => lose(client));
    await client.connect();
    session = client;
    return client;
  };
  const ask = async (): Promise<boolean> => {
    const client = session ?? (await openSession());
    try {
      const { rows } = await client.query<{ held: boolean }>(
        "select pg_try_advisory_lock(hashtextextended('turnpike leads ' || $1, 0)) as held",
        [name],
      );
      isHeld = session === client && rows[0]?.held === true;
      return isHeld;
    } catch (error) {
      lose(client);
      client.end().catch(() => {}); // it did not respond to the query and may not respond to this either
      throw error;
    }
  };

  return {
    async hold() {
      if (isHeld) return true;
      if (!asking && performance.now() - askedMs < ASK_EVERY_MS) return false;
      asking ??= ask().finally(() => {
        asking = null;
      });
      const isAnswer = await asking;
      askedMs = performance.now();
      return isAnswer;
    },

    async release() {
      await asking?.catch(() => false); // a lock that was never held need not be released
      const client = session;
      if (client) lose(client);
      await client?.end();
    },
  };
}
