// Which of several processes follows a chain and relays on it: the one whose session holds PostgreSQL's advisory lock.
// It is released the moment that process or its connection dies. Correctness does not hang on it (every write is safe
// with two at work); it saves the chain from being asked everything twice.
import pg from "pg";

export interface Leadership {
  /** Takes the lock if it is free; true while this process holds it. Throws where the database does not answer. */
  hold(): Promise<boolean>;
  release(): Promise<void>;
}

export function createLeadership(databaseUrl: string, name: string): Leadership {
  let holder: pg.Client | null = null;
  let attempt: Promise<boolean> | null = null;

  const take = async (): Promise<boolean> => {
    const client = new pg.Client({
      connectionString: databaseUrl,
      application_name: "turnpike leader",
      keepAlive: true,
    });
    const drop = () => {
      if (holder === client) holder = null;
    };
    client.on("error", drop);
    client.on("end", drop);
    await client.connect();
    const { rows } = await client.query<{ held: boolean }>(
      "select pg_try_advisory_lock(hashtextextended('turnpike leads ' || $1, 0)) as held",
      [name],
    );
    if (rows[0]?.held) holder = client;
    else await client.end();
    return holder !== null;
  };

  return {
    async hold() {
      if (holder) return true;
      attempt ??= take().finally(() => {
        attempt = null;
      });
      return attempt;
    },

    async release() {
      await attempt?.catch(() => false); // a lock that was not had need not be given back
      const client = holder;
      holder = null;
      await client?.end();
    },
  };
}
