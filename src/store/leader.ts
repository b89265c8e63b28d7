// Which of several processes follows a chain and relays on it: the one whose session holds PostgreSQL's advisory lock.
// It is released the moment that process or its connection dies. Correctness does not hang on it (every write is safe
// with two at work); it saves the chain from being asked everything twice.
import pg from "pg";

export interface Leadership {
  /** Takes the lock if it is free; true while this process holds it. Throws where the database does not answer. */
  hold(): Promise<boolean>;
  release(): Promise<void>;
}

/** How often a process that stands by asks for the lock: for so long a chain stands still when its leader dies. */
const ASK_EVERY_MS = 250;
const ANSWER_WITHIN_MS = 5_000;

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
    const client = new pg.Client({
      connectionString: databaseUrl,
      application_name: "turnpike leader",
      keepAlive: true,
      connectionTimeoutMillis: ANSWER_WITHIN_MS,
      query_timeout: ANSWER_WITHIN_MS,
    });
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
      client.end().catch(() => {}); // it did not answer the question, so it need not answer this
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
      await asking?.catch(() => false); // a lock that was not had need not be given back
      const client = session;
      if (client) lose(client);
      await client?.end();
    },
  };
}
