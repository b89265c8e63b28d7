// A database that accepts no connections for a while.
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
  const place = new URL(databaseUrl);
  const name = place.pathname.slice(1);
  const elsewhere = new pg.Client({ connectionString: Object.assign(place, { pathname: "/template1" }).href });
  await elsewhere.connect();
  try {
    await elsewhere.query(`alter database "${name}" allow_connections false`);
    await elsewhere.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
        where datname = $1 and ($2::text is null or application_name = $2)`,
      [name, application],
    );
    await work();
  } finally {
    await elsewhere.query(`alter database "${name}" allow_connections true`);
    await elsewhere.end();
  }
}
