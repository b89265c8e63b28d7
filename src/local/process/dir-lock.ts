// Allows one running Turnpike per local directory. The lock file names its holder, and a lock whose process has ended
// is void, so a crash needs no clean-up.
import { chmodSync, linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { isUncleared, processIdentity } from "./process-identity.ts";
import { hasCode } from "./system-error.ts";

export interface DirLock {
  release(): void;
}

/** Another process holds the lock. */
export class DirInUseError extends Error {}

interface Holder {
  readonly pid: number;
  readonly identity: string;
}

/**
 * Takes `<dir>/<name>.lock` for this process; creates the directory if it is missing.
 * @throws DirInUseError naming the process that holds the lock
 */
export function lockDir(dir: string, name = "turnpike"): DirLock {
  const path = resolve(dir, `${name}.lock`);
  const content = JSON.stringify({ pid: process.pid, identity: processIdentity(process.pid) });
  // Written to a draft and linked into place, so that no process reads a half-written lock.
  const draft = `${path}.${process.pid}`;
  writeDraft(draft, content, dir);
  try {
    while (!linked(draft, path)) clearStale(path, dir);
  } finally {
    rmSync(draft, { force: true });
  }
  return {
    release() {
      if (read(path) === content) rmSync(path, { force: true });
    },
  };
}

/** Whether a process holds the lock. One of another user may be hidden: then it is enough that its id is in use. */
export function isLocked(dir: string, name: string): boolean {
  const content = read(resolve(dir, `${name}.lock`));
  const holder = content === null ? null : parse(content);
  if (holder === null) return false;
  const identity = processIdentity(holder.pid);
  return identity === null ? isUncleared(holder.pid) : identity === holder.identity;
}

function writeDraft(draft: string, content: string, dir: string): void {
  try {
    mkdirSync(dir, { recursive: true });
    writeFileSync(draft, content);
    // Others may see whether it is held, also with a strict umask of this user.
    chmodSync(draft, 0o644);
  } catch (cause) {
    if (!hasCode(cause, "EACCES", "EPERM", "EROFS")) throw cause;
    throw new Error(
      `This user may not write to ${resolve(dir)}. Run Turnpike as its owner, or set TURNPIKE_DIR to another directory.`,
      { cause },
    );
  }
}

function linked(draft: string, path: string): boolean {
  try {
    linkSync(draft, path);
    return true;
  } catch (error) {
    if (hasCode(error, "EEXIST")) return false;
    throw error;
  }
}

function clearStale(path: string, dir: string): void {
  const content = read(path);
  if (content === null) return;
  refuseIfHeld(content, dir);
  // Two processes may both find the lock stale; the one that moves it checks that it moved the stale one.
  const aside = `${path}.${process.pid}.stale`;
  try {
    renameSync(path, aside);
  } catch (error) {
    if (hasCode(error, "ENOENT")) return;
    throw error;
  }
  const moved = read(aside);
  if (moved !== null && moved !== content) linked(aside, path);
  rmSync(aside, { force: true });
}

function refuseIfHeld(content: string, dir: string): void {
  const holder = parse(content);
  // Locks are complete when linked into place, so an unreadable one was damaged by a power failure and has no holder.
  if (holder === null || processIdentity(holder.pid) !== holder.identity) return;
  const who = holder.pid === process.pid ? "this process" : `process ${holder.pid}, another running Turnpike`;
  throw new DirInUseError(`${resolve(dir)} is in use by ${who}. Stop it, or set TURNPIKE_DIR to another directory.`);
}

function read(path: string): string | null {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if (hasCode(error, "ENOENT")) return null;
    throw error;
  }
}

function parse(content: string): Holder | null {
  try {
    const value: unknown = JSON.parse(content);
    if (typeof value !== "object" || value === null || !("pid" in value) || !("identity" in value)) return null;
    const { pid, identity } = value;
    return typeof pid === "number" && typeof identity === "string" ? { pid, identity } : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
