// A small disk for one PostgreSQL server: a tmpfs that only this server and its children see.
import { appendFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Ids, RunAs } from "../../../local/postgres/server-account.ts";
import { hasCode } from "../../../local/process/system-error.ts";

const MEBIBYTE = Buffer.alloc(1_048_576);
const BLOCK = MEBIBYTE.subarray(0, 4_096);
const FILLER = "filler";

export interface SmallDisk {
  /** Where the server finds it. */
  readonly place: string;
  readonly mebibytes: number;
}

/**
 * Starts a program in a mount namespace with the disk. An ordinary user needs a user namespace for that, and is
 * themselves again in a second one: PostgreSQL does not run as root (unshare(1), mount_namespaces(7)).
 * @param ids the account that `as` becomes; null: our own
 * @param place an empty folder
 */
export function onSmallDisk(as: RunAs, ids: Ids | null, { place, mebibytes }: SmallDisk): RunAs {
  const owner = ids ? `,uid=${ids.uid},gid=${ids.gid}` : "";
  const mount = `mount -t tmpfs -o size=${mebibytes}m,mode=700${owner} drill '${place}' && exec "$@"`;
  return (binary, args) => {
    const { command, args: words, uid, gid } = as(binary, args);
    const inside = (first: readonly string[], second: readonly string[]) => ({
      command: "unshare",
      args: [...first, "--mount", "sh", "-c", mount, "sh", ...second, command, ...words],
    });
    if (ids === null) {
      const [ownUid, ownGid] = [process.getuid?.(), process.getgid?.()];
      const again = ["unshare", "--user", `--map-user=${ownUid}`, `--map-group=${ownGid}`, "--"];
      return inside(["--user", "--map-root-user"], again);
    }
    return inside([], uid === undefined ? [] : ["setpriv", `--reuid=${uid}`, `--regid=${gid}`, "--clear-groups", "--"]);
  };
}

/** The disk as seen from here, through the server's process. */
const seenFrom = (pid: number, place: string): string => join(`/proc/${pid}/root`, place);

/** Leaves no byte free. */
export function fill(pid: number, place: string): void {
  for (const bytes of [MEBIBYTE, BLOCK]) {
    try {
      for (;;) appendFileSync(join(seenFrom(pid, place), FILLER), bytes);
    } catch (error) {
      if (!hasCode(error, "ENOSPC")) throw error;
    }
  }
}

export const makeSpace = (pid: number, place: string): void => rmSync(join(seenFrom(pid, place), FILLER));
