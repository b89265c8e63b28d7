// A database that accepts no connections, or no writes, for a while.
import pg from "pg";

/**
 * Ends the connections of `application` (all if there is none) and refuses new ones while `work` runs.
 * @param databaseUrl of a database whose server has another one, template1
 */
export async function whileRefusing(
  databaseUrl: string,
  work: () => Promise<void>,
  application: string | null = null,
): Promise<void> {
  await whileAltered(databaseUrl, { to: "allow_connections false", back: "allow_connections true", application }, work);
}

/** Ends all connections, and lets new ones only read while `work` runs. */
export async function whileReadOnly(databaseUrl: string, work: () => Promise<void>): Promise<void> {
  const [to, back] = ["set default_transaction_read_only = on", "reset default_transaction_read_only"];
  await whileAltered(databaseUrl, { to, back, application: null }, work);
}

interface Alteration {
  readonly to: string;
  readonly back: string;
  readonly application: string | null;
}

async function whileAltered(
  databaseUrl: string,
  { to, back, application }: Alteration,
  work: () => Promise<void>,
): Promise<void> {
  const place = new URL(databaseUrl);
  const name = place.pathname.slice(1);
  const elsewhere = new pg.Client({ connectionString: Object.assign(place, { pathname: "/template1" }).href });
  await elsewhere.connect();
  try {
    await elsewhere.query(`alter database "${name}" ${to}`);
    await elsewhere.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
        where datname = $1 and ($2::text is null or application_name = $2)`,
      [name, application],
    );
    await work();
  } finally {
    await elsewhere.query(`alter database "${name}" ${back}`);
    await elsewhere.end();
  }
}
