// The files of one local chain: its state, and which process serves it.

import { copyFile, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Log } from "./child-process.ts";
import { hasCode } from "./system-error.ts";

export interface ChainFiles {
  state: string;
  /** The state as of the last start. anvil writes `state` in place, so that a crash of the machine may leave half of it. */
  previousState: string;
  damagedState: string;
  record: string;
  logFile: string;
  /** States of recent blocks, of use to the running anvil only. */
  cache: string;
}

/** Which process serves the chain. */
export interface ChainRecord {
  pid: number;
  /** null: it had ended before it could be looked at. */
  identity: string | null;
  port: number;
  args: string[];
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

/** null where there is none, or one that a crash left half-written. */
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

/** Removes what only a running anvil needs. */
export async function clearRun(files: ChainFiles): Promise<void> {
  await rm(files.record, { force: true });
  await rm(files.cache, { recursive: true, force: true });
}

/** Keeps a copy of the state that anvil has just read, and so is whole. */
export async function keepState(files: ChainFiles): Promise<void> {
  await copyInto(files.state, files.previousState);
}

/** Puts the copy of the last start in the place of a damaged state. */
export async function restoreState(files: ChainFiles, log: Log): Promise<void> {
  await rename(files.state, files.damagedState);
  if (!(await copyInto(files.previousState, files.state))) {
    await rename(files.damagedState, files.state);
    throw new Error(
      `${files.state} is damaged and has no earlier copy. Set TURNPIKE_DIR to another directory, or delete the file to begin ` +
        "a new chain, which will not know the payments made on this one.",
    );
  }
  log(
    `The state of the local chain was damaged, as a crash of the machine leaves it (kept as ${files.damagedState}). ` +
      "Going back to the state of the last start: later blocks are gone.",
  );
}

/** Copies a file so that the target is either the old one or the whole new one. */
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
