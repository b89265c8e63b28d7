// Checks whether the server accepts connections and has our database.
import { Client } from "pg";
import { hasCode } from "../process/system-error.ts";
import { DATABASE_NAME } from "./cluster.ts";

/** A server paused by SIGSTOP or a debugger accepts connections and never responds. */
const CONNECT_WITHIN_MS = 5_000;
const DATABASE_MISSING = "3D000";
const SHUTTING_DOWN = ["57P01", "57P03"]; // 57P03 also while starting
const NOBODY_THERE = ["ECONNREFUSED", "ECONNRESET"];

export async function probe(url: string): Promise<"ready" | "no database" | "not ready"> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: CONNECT_WITHIN_MS });
  client.on("error", () => {}); // connection errors also reject connect()
  try {
    await client.connect();
    await client.end();
    return "ready";
  } catch (error) {
    if (hasCode(error, DATABASE_MISSING)) return "no database";
    if (hasCode(error, ...SHUTTING_DOWN, ...NOBODY_THERE)) return "not ready";
    // pg sets no code for a connection closed by the server or a connection timeout.
    if (error instanceof Error && error.message.startsWith("Connection terminated")) return "not ready";
    throw error;
  }
}

export async function createDatabase(url: string): Promise<void> {
  const client = new Client({ connectionString: url.replace(`/${DATABASE_NAME}?`, "/postgres?") });
  await client.connect();
  try {
    await client.query(`CREATE DATABASE ${DATABASE_NAME}`);
  } finally {
    await client.end();
  }
}
