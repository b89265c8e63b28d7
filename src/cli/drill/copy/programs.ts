// The programs of a PostgreSQL server, as Debian installs them, and how the drill runs them.
import { execFile } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { CHILD_ENV } from "../../../local/process/child-process.ts";
import { hasCode } from "../../../local/process/system-error.ts";
import { CommandError } from "../../output/output.ts";

const run = promisify(execFile);
const VERSIONS = "/usr/lib/postgresql";
/** A dump or a restore that hangs ends the drill. */
const PROGRAM_MS_MAX = 4 * 60 * 60_000;
const SAID_BYTES_MAX = 64 * 1_048_576;

/** @returns the folder of the newest version. @throws CommandError if none is installed */
export function postgresPrograms(): string {
  const versions = existsSync(VERSIONS) ? readdirSync(VERSIONS) : [];
  const folders = versions
    .toSorted((one, other) => Number(other) - Number(one))
    .map((version) => join(VERSIONS, version, "bin"));
  const found = folders.find((folder) => existsSync(join(folder, "postgres")));
  if (found) return found;
  throw new CommandError(
    "the drill starts its own PostgreSQL servers, and no PostgreSQL is installed here: run it where one is, or " +
      "install the package postgresql (its own server may stay stopped)",
  );
}

/** @returns its standard output. @throws CommandError with the program's own words, which contain no password */
export async function runProgram(
  program: string,
  args: readonly string[],
  { env = {}, ...user }: { readonly env?: NodeJS.ProcessEnv; readonly uid?: number; readonly gid?: number } = {},
): Promise<string> {
  const name = program.split("/").at(-1);
  try {
    const options = { ...user, cwd: "/", env: { ...CHILD_ENV, ...env } };
    return (await run(program, args, { ...options, timeout: PROGRAM_MS_MAX, maxBuffer: SAID_BYTES_MAX })).stdout;
  } catch (error) {
    if (hasCode(error, "ENOENT")) throw new CommandError(`${program} is not installed`);
    const said = error instanceof Error && "stderr" in error ? String(error.stderr).trim() : String(error);
    throw new CommandError(`${name} failed: ${said}`);
  }
}
