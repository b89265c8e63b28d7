import { Client, type QueryResultRow } from "pg";

/** Runs one statement on its own connection. */
export async function query(databaseUrl: string, sql: string): Promise<QueryResultRow[]> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}
