// TURNPIKE_DIR: the directory of a local installation, and the files in it that several commands read.
import { randomBytes } from "node:crypto";
import { link, mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { type BuyerDataKeys, parseBuyerDataKeys } from "../payment/buyer-data/buyer-data.ts";
import type { Config } from "../settings/config.ts";
import { SETTINGS } from "../settings/settings.ts";
import { hasCode } from "./process/system-error.ts";

export interface Workspace {
  readonly dir: string;
  readonly postgresDir: string;
  readonly chainsFile: string;
  readonly ratesFile: string;
  readonly devFile: string;
  readonly secretFile: string;
  readonly buyerDataKeysFile: string;
  readonly receiptKeysFile: string;
  /** Accounts that may not pay, in the format of SCREENING's list files. */
  readonly refusedFile: string;
}

export function workspace(turnpikeDir: string): Workspace {
  const dir = resolve(turnpikeDir);
  return {
    dir,
    postgresDir: join(dir, "postgres"),
    chainsFile: join(dir, "chains.json"),
    ratesFile: join(dir, "rates.json"),
    devFile: join(dir, "dev.json"),
    secretFile: join(dir, "secret.key"),
    buyerDataKeysFile: join(dir, "buyer-data.keys"),
    receiptKeysFile: join(dir, "receipts.keys"),
    refusedFile: join(dir, "refused.txt"),
  };
}

/**
 * The files of TURNPIKE_DIR are used together or not at all, so that the database of one installation never meets the
 * chains, rates or keys of another.
 * @returns null with DATABASE_URL or the CHAINS_FILE of another folder, which belong to another installation, and in
 *   production
 */
export function localWorkspace({
  databaseUrl,
  chainsFile,
  isProduction,
  turnpikeDir,
}: Pick<Config, "databaseUrl" | "chainsFile" | "isProduction" | "turnpikeDir">): Workspace | null {
  const local = workspace(turnpikeDir);
  const hasOtherChains = chainsFile !== null && resolve(chainsFile) !== local.chainsFile;
  return databaseUrl === null && !hasOtherChains && !isProduction ? local : null;
}

export const makeDir = (dir: string): Promise<string | undefined> => mkdir(dir, { recursive: true });

/** The files hold keys and the database password. */
const PRIVATE_MODE = 0o600;

/** Writes the file atomically. */
export async function writePrivate(file: string, text: string): Promise<void> {
  const draft = `${file}.${process.pid}`;
  await writeFile(draft, text, { mode: PRIVATE_MODE });
  await rename(draft, file);
}

/** The parsed JSON of a file, or null if it does not exist. */
export async function readJson(file: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(file, "utf8"));
  } catch (error) {
    if (hasCode(error, "ENOENT")) return null;
    // The parser's message quotes the file, whose RPC URLs and request headers may hold keys.
    if (error instanceof SyntaxError) throw new Error(`${file} cannot be read: it is not JSON${placeIn(error)}`);
    throw new Error(`${file} cannot be read: ${error instanceof Error ? error.message : error}`);
  }
}

/** The position, if the parser gives one. */
const placeIn = ({ message }: SyntaxError): string => {
  const [place] = /at position [0-9]+/.exec(message) ?? [];
  return place ? ` (${place})` : "";
};

/** The installation's secret, created at first use. */
export const readOrMakeSecret = async (file: string): Promise<Buffer> =>
  Buffer.from(await readOrMake(file, () => randomBytes(32).toString("hex")), "hex");

/** The buyer data keys, in the format of BUYER_DATA_KEYS; the first is created at first use. */
export async function readOrMakeBuyerDataKeys(file: string): Promise<BuyerDataKeys> {
  const keys = parseBuyerDataKeys(await readOrMake(file, () => `1:${randomBytes(32).toString("hex")}`));
  if (!keys)
    throw new Error(`${file} must hold keys in the format of BUYER_DATA_KEYS: id:64 hex digits, comma-separated`);
  return keys;
}

/** The receipt keys, in the format of RECEIPT_KEYS; the first is created at first use. */
export async function readOrMakeReceiptKeys(file: string): Promise<readonly [Buffer, ...Buffer[]]> {
  const { parse, expects } = SETTINGS.RECEIPT_KEYS;
  const keys = parse(await readOrMake(file, () => randomBytes(32).toString("hex")));
  if (!keys) throw new Error(`${file} must hold keys in the format of RECEIPT_KEYS: ${expects}`);
  return keys;
}

/** Leaves an existing file unchanged. */
export const writeOnce = async (file: string, text: string): Promise<void> => {
  await readOrMake(file, () => text);
};

/** The file's content; created if missing. Concurrent callers get the same content. */
async function readOrMake(file: string, make: () => string): Promise<string> {
  const read = async () => (await readFile(file, "utf8")).trim();
  try {
    return await read();
  } catch (error) {
    if (!hasCode(error, "ENOENT")) throw error;
  }
  const draft = `${file}.${process.pid}`;
  await writeFile(draft, `${make()}\n`, { mode: PRIVATE_MODE });
  try {
    await link(draft, file);
  } catch (error) {
    if (!hasCode(error, "EEXIST")) throw error;
  } finally {
    await rm(draft);
  }
  return read();
}
