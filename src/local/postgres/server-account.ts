// The account that the embedded PostgreSQL runs as. PostgreSQL refuses to run as root, so under root it runs as the
// owner of the data directory, else as the system user `postgres` (created if missing).
import { execFile } from "node:child_process";
import { stat } from "node:fs/promises";
import { promisify } from "node:util";
import { CHILD_ENV, type Command } from "../process/child-process.ts";
import { hasCode } from "../process/system-error.ts";

export type RunAs = (binary: string, args: string[]) => Command;

export interface Ids {
  readonly uid: number;
  readonly gid: number;
}

const run = promisify(execFile);

/** The account that the server must run as, or null for our own. */
export async function serverIds(dataDir: string): Promise<Ids | null> {
  const owner = await ownerOf(dataDir);
  if (process.getuid?.() !== 0) {
    if (owner !== null && owner.uid !== process.getuid?.()) {
      throw new Error(
        `${dataDir} belongs to another user (id ${owner.uid}). Run Turnpike as that user or as root, or set TURNPIKE_DIR to another directory.`,
      );
    }
    return null;
  }
  if (owner !== null && owner.uid !== 0) return owner;
  return (await postgresUser()) ?? (await createPostgresUser());
}

/**
 * How to start `binary` under that account with access to the binary and to `dir`, which must exist. The account often
 * may not enter Turnpike's directory (/root, `mktemp -d`); the process then keeps the one root capability that it
 * needs.
 */
export async function runAs(ids: Ids | null, binary: string, dir: string): Promise<RunAs> {
  if (ids === null) return (command, args) => ({ command, args });
  const ways: RunAs[] = [
    (command, args) => ({ command, args, ...ids }),
    withCapability(ids, "dac_read_search"), // may enter and read everything
    withCapability(ids, "dac_override"), // may also write everything; containers usually grant root only this one
  ];
  for (const way of ways) if (await reaches(way, binary, dir)) return way;
  throw new Error(
    `PostgreSQL does not run as root, and its user (id ${ids.uid}) may not enter ${dir} or run ${binary}. ` +
      "Run Turnpike as an ordinary user, or move it and TURNPIKE_DIR to a directory that everybody may enter, " +
      "or install setpriv (util-linux), or set DATABASE_URL to a PostgreSQL of your own.",
  );
}

// PostgreSQL checks its own binary with access(2), which ignores capabilities unless no_setuid_fixup is set
// (capabilities(7)).
function withCapability({ uid, gid }: Ids, capability: string): RunAs {
  const become = [`--reuid=${uid}`, `--regid=${gid}`, "--clear-groups", "--securebits=+no_setuid_fixup"];
  const keep = [`--inh-caps=+${capability}`, `--ambient-caps=+${capability}`];
  return (binary, args) => ({ command: "setpriv", args: [...become, ...keep, "--", binary, ...args] });
}

async function reaches(way: RunAs, binary: string, dir: string): Promise<boolean> {
  const { command, args, ...user } = way("/bin/sh", ["-c", 'test -x "$1" && test -w "$2"', "sh", binary, dir]);
  try {
    await run(command, args, { ...user, cwd: "/", env: CHILD_ENV });
    return true;
  } catch (error) {
    // A non-zero exit code, a missing setpriv or a denied capability means no.
    if (error instanceof Error && "code" in error) return false;
    throw error;
  }
}

async function ownerOf(path: string): Promise<Ids | null> {
  try {
    const { uid, gid } = await stat(path);
    return { uid, gid };
  } catch (error) {
    if (hasCode(error, "ENOENT")) return null;
    throw error;
  }
}

async function postgresUser(): Promise<Ids | null> {
  try {
    const [uid, gid] = await Promise.all(["-u", "-g"].map((which) => run("id", [which, "postgres"])));
    return uid && gid ? { uid: Number(uid.stdout), gid: Number(gid.stdout) } : null;
  } catch (error) {
    // id exits with 1 if the user does not exist.
    if (error instanceof Error && "code" in error && error.code === 1) return null;
    throw error;
  }
}

async function createPostgresUser(): Promise<Ids> {
  try {
    await run("useradd", ["--system", "--user-group", "--no-create-home", "--shell", "/usr/sbin/nologin", "postgres"]);
  } catch (cause) {
    throw new Error(
      "PostgreSQL does not run as root, and the user `postgres` is missing and could not be created. " +
        "Run Turnpike as an ordinary user, or create that user, or set DATABASE_URL to a PostgreSQL of your own.",
      { cause },
    );
  }
  const created = await postgresUser();
  if (created === null)
    throw new Error("The user `postgres` was created, but the system does not find it. Create it manually.");
  return created;
}
