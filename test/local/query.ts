import { Client, type QueryResultRow } from "pg";

/** One statement on a connection of its own. */
export async function query(databaseUrl: string, sql: string): Promise<QueryResultRow[]> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}
