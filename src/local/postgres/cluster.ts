// The files of the embedded PostgreSQL in one directory, and their initialisation.
import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { chown, mkdir, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { CHILD_ENV } from "../process/child-process.ts";
import { hasCode } from "../process/system-error.ts";
import type { PostgresBinaries } from "./binaries.ts";
import { type Ids, runAs } from "./server-account.ts";

export const DATABASE_NAME = "turnpike";
const USER_NAME = "turnpike";
const PASSWORD_BYTES = 24;

export interface ClusterFiles {
  readonly dataDir: string;
  readonly passwordFile: string;
  /** Written by the server: its process id, port and state. */
  readonly pidFile: string;
  readonly logFile: string;
}

export function clusterFiles(dir: string): ClusterFiles {
  const dataDir = join(dir, "data");
  return {
    dataDir,
    passwordFile: join(dir, "password"),
    pidFile: join(dataDir, "postmaster.pid"),
    logFile: join(dir, "postgres.log"),
  };
}

export async function databaseUrl(files: ClusterFiles, port: number): Promise<string> {
  const password = (await readPassword(files.passwordFile)).trim();
  return `postgres://${USER_NAME}:${password}@127.0.0.1:${port}/${DATABASE_NAME}?sslmode=disable`;
}

async function readPassword(passwordFile: string): Promise<string> {
  try {
    return await readFile(passwordFile, "utf8");
  } catch (error) {
    if (!hasCode(error, "ENOENT")) throw error;
    throw new Error(
      `${passwordFile} is missing, so nobody can connect to the database. ` +
        "Restore it from a backup, or set TURNPIKE_DIR to another directory to start over.",
    );
  }
}

export async function isInitialised(files: ClusterFiles): Promise<boolean> {
  try {
    await stat(files.dataDir);
    return true;
  } catch (error) {
    if (hasCode(error, "ENOENT")) return false;
    throw error;
  }
}

/** Creates the cluster in a temporary directory and moves it into place, so that a crash leaves no partial cluster. */
export async function initialise(
  dir: string,
  options: { binaries: PostgresBinaries; ids: Ids | null; durable: boolean },
): Promise<void> {
  const files = clusterFiles(dir);
  for (const name of await readdir(dir)) {
    if (name.startsWith("data.new-")) await rm(join(dir, name), { recursive: true });
  }
  const newDir = join(dir, `data.new-${process.pid}`);
  await mkdir(newDir, { mode: 0o700 });
  await writeFile(files.passwordFile, `${randomBytes(PASSWORD_BYTES).toString("hex")}\n`, { mode: 0o600 });
  if (options.ids !== null) {
    await chown(newDir, options.ids.uid, options.ids.gid);
    await chown(files.passwordFile, options.ids.uid, options.ids.gid);
  }
  await initdb(newDir, files.passwordFile, options);
  await rename(newDir, files.dataDir);
}

async function initdb(
  dataDir: string,
  passwordFile: string,
  { binaries, ids, durable }: { binaries: PostgresBinaries; ids: Ids | null; durable: boolean },
): Promise<void> {
  const as = await runAs(ids, binaries.initdb, dataDir);
  const { command, args, ...user } = as(binaries.initdb, [
    `--pgdata=${dataDir}`,
    `--username=${USER_NAME}`,
    `--pwfile=${passwordFile}`,
    "--auth=scram-sha-256",
    "--encoding=UTF8",
    // Built into PostgreSQL: the sort order does not depend on the machine's C library.
    "--locale-provider=builtin",
    "--builtin-locale=C.UTF-8",
    "--locale=C",
    ...(durable ? [] : ["--no-sync"]),
  ]);
  try {
    await promisify(execFile)(command, args, { ...user, cwd: "/", env: CHILD_ENV });
  } catch (cause) {
    throw new Error(initdbFailure(cause, binaries), { cause });
  }
}

function initdbFailure(cause: unknown, binaries: PostgresBinaries): string {
  const printed = cause instanceof Error && "stderr" in cause ? String(cause.stderr).trim() : String(cause);
  const errors = printed.split("\n").filter((line) => /error|fatal|panic/i.test(line));
  const said = errors.length > 0 ? errors.join("; ") : printed;
  // The package's install script links its libraries.
  const hint = said.includes("shared libraries")
    ? ` Its install script did not run: run \`npm rebuild ${binaries.packageName}\`.`
    : "";
  return `The embedded PostgreSQL could not be initialised.${hint} initdb said: ${said}`;
}
