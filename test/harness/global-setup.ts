// What a whole run shares: one throw-away PostgreSQL with a migrated template database (each test file takes a database of
// its own from it, postgres.ts), and one local chain with the router and Circle's tokens (each test takes fresh accounts).

import { execFileSync } from "node:child_process";
import { rmSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import type { TestProject } from "vitest/node";
import { deployLocal, type LocalDeployment } from "../../src/local/deploy.ts";
import { startPostgres } from "../../src/local/postgres.ts";
import { migrate } from "../../src/store/migrate.ts";
import { startChain } from "./chain.ts";
import { isFresh } from "./freshness.ts";

declare module "vitest" {
  interface ProvidedContext {
    postgresUrl: string;
    /** A database with the schema, to be copied. */
    templateDatabase: string;
    /** Shared by all files; a test that stops, reorganises or otherwise bends its chain starts its own. */
    sharedChain: { readonly rpcUrl: string; readonly deployment: LocalDeployment };
  }
}

/** What tests that start processes run: compiled as for a user, in a folder of its own. */
const BUILD = "dist-test";
/** What scripts/build.js writes last. */
const BUILT = [`${BUILD}/pages/collect/in-browser.js`];
const SOURCES = ["package-lock.json", "scripts/build.js", "src", "tsconfig.build.json", "tsconfig.client.json"];
const TEMPLATE = "turnpike_template";
const BLOCK_TIME_S = 1;

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  // Vitest leaves these two to Node, which then ends at once and would leave the server behind.
  process.once("SIGTERM", () => process.exit(143));
  process.once("SIGHUP", () => process.exit(129));
  if (!isFresh(BUILT, SOURCES)) execFileSync(process.execPath, ["scripts/build.js", BUILD], { stdio: "inherit" });
  const dir = await mkdtemp(join(tmpdir(), "turnpike-test-postgres-"));
  const [postgres, chain] = await Promise.all([
    startPostgres({ dir, durable: false, log: () => {} }),
    startChain({ blockTimeS: BLOCK_TIME_S, args: ["--slots-in-an-epoch", "1"] }),
  ]);
  await Promise.all([
    makeTemplate(postgres.databaseUrl),
    deployLocal(chain).then((deployment) => project.provide("sharedChain", { rpcUrl: chain.rpcUrl, deployment })),
  ]);
  project.provide("postgresUrl", postgres.databaseUrl);
  project.provide("templateDatabase", TEMPLATE);
  const remove = () => rmSync(dir, { recursive: true, force: true, maxRetries: 10 });
  // Where the run is cut off the server is on its way down by now (startPostgres sees to that) and may still drop a file.
  process.once("exit", remove);
  return async () => {
    await Promise.all([postgres.stop(), chain.stop()]);
    remove();
  };
}

async function makeTemplate(postgresUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: postgresUrl });
  await client.connect();
  await client.query(`create database ${TEMPLATE}`);
  await client.end();
  const url = new URL(postgresUrl);
  url.pathname = `/${TEMPLATE}`;
  await migrate(url.href);
}
