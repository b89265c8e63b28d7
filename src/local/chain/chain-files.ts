// The files of one local chain: its state, and the process that serves it.
import { copyFile, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Log } from "../process/child-process.ts";
import { hasCode } from "../process/system-error.ts";

export interface ChainFiles {
  readonly state: string;
  /** The state as of the last start. anvil writes `state` in place, so a machine crash can truncate it. */
  readonly previousState: string;
  readonly damagedState: string;
  readonly record: string;
  readonly logFile: string;
  /** States of recent blocks, used only by the running anvil. */
  readonly cache: string;
}

/** The process that serves the chain. */
export interface ChainRecord {
  readonly pid: number;
  /** null: the process ended before it was inspected. */
  readonly identity: string | null;
  readonly port: number;
  readonly args: string[];
}

export function chainFiles(dir: string, chainId: number): ChainFiles {
  const path = (suffix: string) => join(dir, `chain-${chainId}${suffix}`);
  return {
    state: path(".json"),
    previousState: path(".previous.json"),
    damagedState: path(".damaged.json"),
    record: path(".process.json"),
    logFile: path(".log"),
    cache: path(".cache"),
  };
}

export async function writeRecord(files: ChainFiles, record: ChainRecord): Promise<void> {
  await writeFile(files.record, JSON.stringify(record));
}

/** null if the file is missing, or if a crash left it half-written. */
export async function readRecord(files: ChainFiles): Promise<ChainRecord | null> {
  try {
    const value: unknown = JSON.parse(await readFile(files.record, "utf8"));
    return isRecord(value) ? value : null;
  } catch (error) {
    if (error instanceof SyntaxError || hasCode(error, "ENOENT")) return null;
    throw error;
  }
}

function isRecord(value: unknown): value is ChainRecord {
  if (typeof value !== "object" || value === null) return false;
  if (!("pid" in value && "identity" in value && "port" in value && "args" in value)) return false;
  const { pid, identity, port, args } = value;
  return typeof pid === "number" && typeof identity === "string" && typeof port === "number" && Array.isArray(args);
}

/** Removes the files that only a running anvil needs. */
export async function clearRun(files: ChainFiles): Promise<void> {
  await rm(files.record, { force: true });
  await rm(files.cache, { recursive: true, force: true });
}

/** Copies the state that anvil has just loaded, which is therefore intact. */
export async function keepState(files: ChainFiles): Promise<void> {
  await copyInto(files.state, files.previousState);
}

/** Replaces a damaged state with the copy from the last start. */
export async function restoreState(files: ChainFiles, log: Log): Promise<void> {
  await rename(files.state, files.damagedState);
  if (!(await copyInto(files.previousState, files.state))) {
    await rename(files.damagedState, files.state);
    throw new Error(
      `${files.state} is damaged and has no earlier copy. Set TURNPIKE_DIR to another directory, or delete the file to start ` +
        "a new chain without the payments of this one.",
    );
  }
  log(
    `The state of the local chain was damaged by a machine crash (kept as ${files.damagedState}). ` +
      "Restoring the state of the last start: later blocks are lost.",
  );
}

/** Copies a file atomically. @returns false if the source is missing */
async function copyInto(source: string, target: string): Promise<boolean> {
  const draft = `${target}.new`;
  try {
    await copyFile(source, draft);
  } catch (error) {
    if (hasCode(error, "ENOENT")) return false;
    throw error;
  }
  await rename(draft, target);
  return true;
}
