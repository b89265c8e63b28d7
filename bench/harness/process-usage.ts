// Reads the resource usage of a process (Linux, proc(5)).
import { readdirSync, readFileSync } from "node:fs";

/** Clock ticks per second in /proc (sysconf _SC_CLK_TCK). */
const TICKS_PER_S = 100;

/** User and system time: fields 14 and 15 of /proc/PID/stat; the name before them may contain spaces. */
export function cpuS(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_S;
}

/** Resident memory in MB (10^6 bytes). */
export function residentMb(pid: number): number {
  const [, kib] = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
  return (Number(kib) * 1024) / 1e6;
}

/** Files and connections that a process has open. */
export const openFiles = (pid: number): number => readdirSync(`/proc/${pid}/fd`).length;

/** Child processes of a process with one thread. */
export const childrenOf = (pid: number): readonly number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").split(" ").filter(Boolean).map(Number);
