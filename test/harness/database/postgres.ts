// A database for one test file, on the run's PostgreSQL (global-setup.ts).
import { randomBytes } from "node:crypto";
import { Client, escapeIdentifier, escapeLiteral } from "pg";
import { inject } from "vitest";

/** PostgreSQL plans so many runs of a statement anew before it may keep a plan. */
export const OWN_PLANS = 5;

export interface FreshDatabase {
  readonly databaseUrl: string;
  /** Removes it and closes its connections. */
  drop(): Promise<void>;
}

/** @param template the name of a database to copy, which must have no connections; without it the new one is empty */
export async function freshDatabase({
  template = "template1",
}: {
  readonly template?: string;
} = {}): Promise<FreshDatabase> {
  const name = `test_${randomBytes(8).toString("hex")}`;
  await administer(`CREATE DATABASE ${name} TEMPLATE ${escapeIdentifier(template)} STRATEGY file_copy`);
  const url = new URL(inject("postgresUrl"));
  url.pathname = `/${name}`;
  return { databaseUrl: url.href, drop: () => administer(`DROP DATABASE ${name} WITH (FORCE)`) };
}

/** A copy of a database as it is now. Its connections are closed, and reopened by those who use it. */
export async function copyOf(databaseUrl: string): Promise<FreshDatabase> {
  const name = new URL(databaseUrl).pathname.slice(1);
  const allow = (isAllowed: boolean) =>
    administer(`ALTER DATABASE ${escapeIdentifier(name)} ALLOW_CONNECTIONS ${isAllowed}`);
  await allow(false);
  try {
    await administer(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = ${escapeLiteral(name)}`);
    return await freshDatabase({ template: name });
  } finally {
    await allow(true);
  }
}

async function administer(statement: string): Promise<void> {
  const client = new Client({ connectionString: inject("postgresUrl") });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
