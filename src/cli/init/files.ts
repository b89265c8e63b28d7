// Files that `turnpike init` writes: each has a stated owner and mode, and is replaced as a whole.
import { renameSync } from "node:fs";
import { chmod, link, mkdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { hasCode } from "../../local/process/system-error.ts";
import { at, type Machine } from "./machine.ts";

export interface OwnFile {
  readonly path: string;
  /** User and group. */
  readonly owner: string;
  readonly mode: number;
  /** The whole text; or a function that makes it once: a file that exists then keeps its text. */
  readonly text: string | (() => string);
}

const PERMISSION_BITS = 0o777;

/** @returns null if there is no such file */
export const readIfThere = (machine: Machine, path: string): Promise<string | null> =>
  readFile(at(machine, path), "utf8").catch((error: unknown) => {
    if (hasCode(error, "ENOENT")) return null;
    throw error;
  });

/** Whether the file has its text, owner and mode. */
export async function isKept(machine: Machine, { path, owner, mode, text }: OwnFile): Promise<boolean> {
  const found = await readIfThere(machine, path);
  if (found === null || (typeof text === "string" && found !== text)) return false;
  return hasRights(machine, { path, owner, mode });
}

export async function areKept(machine: Machine, files: readonly OwnFile[]): Promise<boolean> {
  const kept = await Promise.all(files.map((file) => isKept(machine, file)));
  return kept.every(Boolean);
}

/** Writes the file unless it is as stated. */
export async function keepFile(machine: Machine, file: OwnFile): Promise<void> {
  const draft = await writeDraft(machine, file);
  if (draft !== null) await rename(draft, at(machine, file.path));
}

/**
 * Writes the file's text beside it. Only root can read a secret before it has its owner and mode.
 * @returns the draft's place; null if the file is as stated
 */
async function writeDraft(machine: Machine, file: OwnFile): Promise<string | null> {
  if (await isKept(machine, file)) return null;
  const { path, owner, mode, text } = file;
  const place = at(machine, path);
  const found = await readIfThere(machine, path);
  if (found !== null && typeof text !== "string") {
    await setRights(machine, file);
    return null;
  }
  await mkdir(dirname(place), { recursive: true });
  const draft = `${place}.new`;
  await rm(draft, { force: true });
  await writeFile(draft, typeof text === "string" ? text : text(), { mode: 0o600, flag: "wx" });
  await setRights(machine, { path: `${path}.new`, owner, mode });
  return draft;
}

/**
 * Replaces the files together, or none of them.
 * @param check throws an Error if they must not be replaced; it gets the drafts by the places of their files
 */
export async function keepChecked(
  machine: Machine,
  files: readonly OwnFile[],
  check: (drafts: ReadonlyMap<string, string>) => Promise<void>,
): Promise<void> {
  const drafts = new Map<string, string>();
  try {
    for (const file of files) {
      const draft = await writeDraft(machine, file);
      if (draft !== null) drafts.set(at(machine, file.path), draft);
    }
    await check(drafts);
    for (const [place, draft] of drafts) renameSync(draft, place);
  } finally {
    for (const draft of drafts.values()) await rm(draft, { force: true });
  }
}

export async function keepFiles(machine: Machine, files: readonly OwnFile[]): Promise<void> {
  for (const file of files) await keepFile(machine, file);
}

/**
 * Runs `work`, which replaces or removes files. If it fails, each file is again as it was.
 * @param paths of those files
 */
export async function orPutBack(machine: Machine, paths: readonly string[], work: () => Promise<void>): Promise<void> {
  const places = paths.map((path) => at(machine, path));
  const keptOf = (place: string): string => `${place}.before`;
  for (const place of places) {
    await rm(keptOf(place), { force: true });
    await link(place, keptOf(place)).catch(ifThere);
  }
  try {
    await work();
  } catch (error) {
    for (const place of places) {
      await rm(place, { force: true });
      await rename(keptOf(place), place).catch(ifThere);
    }
    throw error;
  } finally {
    for (const place of places) await rm(keptOf(place), { force: true });
  }
}

function ifThere(error: unknown): void {
  if (!hasCode(error, "ENOENT")) throw error;
}

type Rights = Pick<OwnFile, "path" | "owner" | "mode">;

export async function hasRights(machine: Machine, { path, owner, mode }: Rights): Promise<boolean> {
  const place = at(machine, path);
  const found = await stat(place).catch(() => null);
  return found !== null && (found.mode & PERMISSION_BITS) === mode && (await machine.ownerOf(place)) === owner;
}

export async function setRights(machine: Machine, { path, owner, mode }: Rights): Promise<void> {
  const place = at(machine, path);
  await machine.setOwner(place, owner);
  await chmod(place, mode);
}

/** For example `0640 root:turnpike  /etc/turnpike/secret.key`. */
export const rightsText = ({ path, owner, mode }: Rights): string =>
  `${mode.toString(8).padStart(4, "0")} ${owner.padEnd(OWNER_WIDTH)} ${path}`;

const OWNER_WIDTH = "root:turnpike".length;
