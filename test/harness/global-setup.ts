// Shared by a whole run: a throw-away PostgreSQL with a migrated template database (postgres.ts copies it for each test
// file), and a local chain with the router and Circle's tokens (each test uses fresh accounts).

import { execFileSync } from "node:child_process";
import {
  accessSync,
  chmodSync,
  constants,
  cpSync,
  existsSync,
  mkdtempSync,
  renameSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import type { TestProject } from "vitest/node";
import { clusterFiles } from "../../src/local/postgres/cluster.ts";
import { type LocalPostgres, startPostgres } from "../../src/local/postgres/postgres.ts";
import { deployLocal, type LocalDeployment } from "../../src/local/tokens/deploy.ts";
import { migrate } from "../../src/store/migrate.ts";
import { startChain } from "./chain/chain.ts";
import { isFresh } from "./freshness.ts";

declare module "vitest" {
  interface ProvidedContext {
    postgresUrl: string;
    /** The directory of a stopped server without data, to be copied (cluster.ts). */
    emptyCluster: string;
    /** A database with the schema, to be copied. */
    templateDatabase: string;
    /** Shared by all files; a test that stops, reorganises or changes its chain starts its own. */
    sharedChain: { readonly rpcUrl: string; readonly deployment: LocalDeployment };
  }
}

/** The build that process tests run, compiled as for a user into a separate folder. */
const BUILD = "dist-test";
const USER_BUILD = "dist";
/** Written only by `npm run build` and `npm run libraries`. */
const USER_BUILD_ONLY = [`${USER_BUILD}/browser`, `${USER_BUILD}/libraries`];
/** The last output of scripts/build.js, except for the pages' programs. */
const BUILT = "local/welcome/in-browser.js";
const SOURCES = [
  "locales",
  "package-lock.json",
  "scripts/build.js",
  "scripts/bundle-catalogues.js",
  "scripts/bundle-packages.js",
  "src",
];
const TEMPLATE = "turnpike_template";
const BLOCK_TIME_S = 1;
const SHARED_MEMORY = "/dev/shm";
/** The tests of the image install all packages twice; the write-ahead log takes up to 1 GB. */
const TEMPORARY_BYTES_MAX = 4 * 2 ** 30;

export default async function setup({ vitest: run }: TestProject): Promise<() => Promise<void>> {
  // Several projects of one run share the servers.
  if (run.getProvidedContext().postgresUrl !== undefined) return async () => {};
  // Vitest leaves these two signals to Node, which would exit at once and leave the server running.
  process.once("SIGTERM", () => process.exit(143));
  process.once("SIGHUP", () => process.exit(129));
  if (!isFresh([`${BUILD}/${BUILT}`], SOURCES)) build();
  const dir = temporaryDir();
  process.env.TMPDIR = dir; // read by the workers
  const emptyCluster = join(dir, "empty");
  const [postgres, chain] = await Promise.all([
    startFromCopy(emptyCluster, join(dir, "run")),
    startChain({ blockTimeS: BLOCK_TIME_S, args: ["--slots-in-an-epoch", "1"] }),
  ]);
  await Promise.all([
    makeTemplate(postgres.databaseUrl),
    deployLocal(chain).then((deployment) => run.provide("sharedChain", { rpcUrl: chain.rpcUrl, deployment })),
  ]);
  run.provide("emptyCluster", emptyCluster);
  run.provide("postgresUrl", postgres.databaseUrl);
  run.provide("templateDatabase", TEMPLATE);
  const remove = () => rmSync(dir, { recursive: true, force: true, maxRetries: 10 });
  // On an interrupted run, startPostgres is stopping the server by now, but it may still write a file.
  process.once("exit", remove);
  return async () => {
    await Promise.all([postgres.stop(), chain.stop()]);
    remove();
  };
}

/**
 * Builds beside the last build, which another run may be using, and takes its place within a moment, unless a run that
 * started at the same time did so before. The user's build is copied if it is fresh, as it is after `npm ci`.
 */
function build(): void {
  const fresh = `${BUILD}-${process.pid}`;
  if (isFresh([`${USER_BUILD}/${BUILT}`], SOURCES)) {
    cpSync(USER_BUILD, fresh, { recursive: true, filter: (path) => !USER_BUILD_ONLY.includes(path) });
  } else {
    execFileSync(process.execPath, ["scripts/build.js", fresh], { stdio: "inherit" });
  }
  try {
    if (isFresh([`${BUILD}/${BUILT}`], SOURCES)) return;
    rmSync(BUILD, { recursive: true, force: true, maxRetries: 10 });
    renameSync(fresh, BUILD);
  } catch (error) {
    if (!isFresh([`${BUILD}/${BUILT}`], SOURCES)) throw error;
  } finally {
    rmSync(fresh, { recursive: true, force: true, maxRetries: 10 });
  }
}

/**
 * A directory for all temporary files of the run: in memory, if there is enough and it may hold programs. A test's
 * database is 500 files, and many tests install or copy files; a disk creates them slowly.
 */
function temporaryDir(): string {
  const dir = mkdtempSync(join(hasMemory() ? SHARED_MEMORY : tmpdir(), "turnpike-test-"));
  chmodSync(dir, 0o755); // PostgreSQL runs as another user
  const program = join(dir, "program");
  writeFileSync(program, "", { mode: 0o755 });
  try {
    accessSync(program, constants.X_OK);
    return dir;
  } catch {
    rmSync(dir, { recursive: true });
    return mkdtempSync(join(tmpdir(), "turnpike-test-"));
  }
}

function hasMemory(): boolean {
  if (!existsSync(SHARED_MEMORY)) return false;
  const { bavail, bsize } = statfsSync(SHARED_MEMORY);
  return bavail * bsize > TEMPORARY_BYTES_MAX;
}

/** Initialises a cluster, and starts the run's server on a copy of it. */
async function startFromCopy(emptyCluster: string, dir: string): Promise<LocalPostgres> {
  const options = { durable: false, log: () => {} };
  await (await startPostgres({ dir: emptyCluster, ...options })).stop();
  execFileSync("cp", ["-a", emptyCluster, dir]);
  // Checking a password costs both sides more than a test's query.
  writeFileSync(join(clusterFiles(dir).dataDir, "pg_hba.conf"), "host all all 127.0.0.1/32 trust\n");
  return startPostgres({ dir, ...options });
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
