// One throw-away PostgreSQL for the whole run; each test file takes a database of its own from it (postgres.ts).
import { rmSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { startPostgres } from "../../src/local/postgres.ts";

declare module "vitest" {
  interface ProvidedContext {
    postgresUrl: string;
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  // Vitest leaves these two to Node, which then ends at once and would leave the server behind.
  process.once("SIGTERM", () => process.exit(143));
  process.once("SIGHUP", () => process.exit(129));
  const dir = await mkdtemp(join(tmpdir(), "turnpike-test-postgres-"));
  const postgres = await startPostgres({ dir, durable: false, log: () => {} });
  project.provide("postgresUrl", postgres.databaseUrl);
  const remove = () => rmSync(dir, { recursive: true, force: true, maxRetries: 10 });
  // Where the run is cut off the server is on its way down by now (startPostgres sees to that) and may still drop a file.
  process.once("exit", remove);
  return async () => {
    await postgres.stop();
    remove();
  };
}
