// Identifies a process by its id and start time. The id alone is not enough: after a crash or a reboot it may belong to
// another process.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { hasCode } from "./system-error.ts";

/** A string unique to this process, or null if it does not run (a zombie does not). */
export function processIdentity(pid: number): string | null {
  return process.platform === "linux" ? linuxIdentity(pid) : psField(pid, "lstart");
}

/** Whether this process id belongs to a zombie. */
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

/** The command line of a running process, or null if this user cannot read it. */
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
  // Ticks count from boot, so they can repeat after a reboot.
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
    // ps exits with 1 if the process does not exist.
    if (error instanceof Error && "status" in error && error.status === 1) return null;
    throw error;
  }
}
