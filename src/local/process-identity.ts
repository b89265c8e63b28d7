// Which process is it? A process id alone is a trap: after a crash or a restart of the machine it may belong to somebody else.
// The id together with the moment the process started names one process for good.

import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { hasCode } from "./system-error.ts";

/** Text that no other process will ever have, or null where no such process runs (a zombie does not run). */
export function processIdentity(pid: number): string | null {
  return process.platform === "linux" ? linuxIdentity(pid) : psField(pid, "lstart");
}

/** Whether this process id belongs to a process that has ended and that its parent has not cleared away (a zombie). */
export function isUncleared(pid: number): boolean {
  if (processIdentity(pid) !== null) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    if (hasCode(error, "ESRCH")) return false;
    if (hasCode(error, "EPERM")) return true;
    throw error;
  }
}

/** The command line of a running process, or null where there is none that this user may read. */
export function processCommandLine(pid: number): string | null {
  if (process.platform !== "linux") return psField(pid, "command");
  return readProc(`/proc/${pid}/cmdline`)?.replaceAll("\0", " ").trim() || null;
}

function linuxIdentity(pid: number): string | null {
  const stat = readProc(`/proc/${pid}/stat`);
  if (stat === null) return null;
  // proc(5): the second field is the name in brackets and may hold anything; state is field 3, start time field 22.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const state = fields[0];
  const startTicks = fields[19];
  if (state === undefined || startTicks === undefined || "ZX".includes(state)) return null;
  // Ticks count from boot, so two boots can repeat them.
  const bootId = readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
  return `${bootId}/${startTicks}`;
}

function readProc(path: string): string | null {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if (hasCode(error, "ENOENT", "ESRCH", "EACCES")) return null;
    throw error;
  }
}

function psField(pid: number, field: "lstart" | "command"): string | null {
  try {
    const [state, ...rest] = execFileSync("ps", ["-o", "state=", "-o", `${field}=`, "-p", String(pid)], {
      encoding: "utf8",
    })
      .trim()
      .split(/\s+/);
    return state === undefined || state.startsWith("Z") ? null : rest.join(" ");
  } catch (error) {
    // ps exits with 1 where there is no such process.
    if (error instanceof Error && "status" in error && error.status === 1) return null;
    throw error;
  }
}
