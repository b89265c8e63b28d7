// A child process that survives a crash of this one, so that the next start can adopt it. It has its own session
// (Ctrl-C reaches only this process, which shuts it down) and logs to a file (a closed pipe cannot kill it).
import { spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync, readFileSync, renameSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { processIdentity } from "./process-identity.ts";
import { hasCode } from "./system-error.ts";

export type Log = (message: string) => void;

/** How to stop a process: send the `gently` signal, then `hard` if it is still running after `patienceMs`. */
export interface StopRule {
  readonly gently: NodeJS.Signals;
  readonly patienceMs: number;
  readonly hard: NodeJS.Signals;
}

export interface LocalProcess {
  readonly pid: number;
  isRunning(): boolean;
  /** Stops the process and waits until it is gone. */
  stop(): Promise<void>;
}

export interface Command {
  readonly command: string;
  readonly args: string[];
  /** The user and group to run as; by default our own. */
  readonly uid?: number;
  readonly gid?: number;
}

/** Replaces our environment, which holds secrets; PGDATA or ETH_RPC_URL would change the child's behaviour. */
export const CHILD_ENV = { PATH: "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", LC_ALL: "C" };

/** An adopted process is not our child, so its exit must be polled. */
const LOOK_EVERY_MS = 10;
/** After the hard signal only the kernel can delay the exit. */
const HARD_PATIENCE_MS = 5_000;
const LOG_TAIL_CHARS = 2_000;

const toStopOnExit = new Map<LocalProcess, () => void>();

/** Starts a process that logs to `logFile`; the previous log is kept as `<logFile>.previous`. */
export async function spawnDetached(what: Command & { logFile: string; stopRule: StopRule }): Promise<LocalProcess> {
  const { command, args, logFile, stopRule, ...user } = what;
  keepPrevious(logFile);
  const output = openSync(logFile, "a", 0o600);
  try {
    const child = spawn(command, args, {
      ...user,
      cwd: "/",
      env: CHILD_ENV,
      detached: true,
      stdio: ["ignore", output, output],
    });
    await once(child, "spawn");
    child.unref();
    if (child.pid === undefined) throw new Error(`${command} did not start.`);
    return adopt(child.pid, stopRule);
  } finally {
    closeSync(output);
  }
}

/** Adopts a running process, which is stopped when this one exits, if not earlier. */
export function adopt(pid: number, rule: StopRule): LocalProcess {
  const identity = processIdentity(pid);
  const isRunning = () => identity !== null && processIdentity(pid) === identity;
  const signal = (name: NodeJS.Signals) => {
    if (isRunning()) send(pid, name);
  };
  const adopted: LocalProcess = {
    pid,
    isRunning,
    async stop() {
      signal(rule.gently);
      if (!(await goneWithin(rule.patienceMs, isRunning))) {
        signal(rule.hard);
        if (!(await goneWithin(HARD_PATIENCE_MS, isRunning))) {
          throw new Error(`Process ${pid} does not exit, even after ${rule.hard}. Kill it manually.`);
        }
      }
      toStopOnExit.delete(adopted);
    },
  };
  stopOnExit(adopted, () => signal(rule.gently));
  return adopted;
}

/** The last lines of a log file, for an error message. */
export function logTail(logFile: string): string {
  try {
    return readFileSync(logFile, "utf8").slice(-LOG_TAIL_CHARS).trim();
  } catch (error) {
    if (hasCode(error, "ENOENT")) return "";
    throw error;
  }
}

// An exit handler cannot wait, but anvil and PostgreSQL finish their work by themselves after the signal.
function stopOnExit(child: LocalProcess, signalIt: () => void): void {
  if (toStopOnExit.size === 0 && !process.listeners("exit").includes(signalAll)) process.on("exit", signalAll);
  toStopOnExit.set(child, signalIt);
}

function signalAll(): void {
  for (const signalIt of toStopOnExit.values()) signalIt();
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    // It exited between the check and the signal.
    if (!hasCode(error, "ESRCH")) throw error;
  }
}

async function goneWithin(limitMs: number, isRunning: () => boolean): Promise<boolean> {
  const deadlineMs = performance.now() + limitMs;
  while (isRunning()) {
    if (performance.now() > deadlineMs) return false;
    await sleep(LOOK_EVERY_MS);
  }
  return true;
}

function keepPrevious(logFile: string): void {
  try {
    renameSync(logFile, `${logFile}.previous`);
  } catch (error) {
    if (!hasCode(error, "ENOENT")) throw error;
  }
}
