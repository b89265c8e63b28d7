// TURNPIKE_DIR: where everything local lives, and the files in it that more than one command reads.
import { randomBytes } from "node:crypto";
import { link, mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { type BuyerDataKeys, parseBuyerDataKeys } from "../payment/buyer-data.ts";
import { hasCode } from "./system-error.ts";

export interface Workspace {
  readonly dir: string;
  readonly postgresDir: string;
  readonly chainsFile: string;
  readonly ratesFile: string;
  readonly devFile: string;
  readonly secretFile: string;
  readonly buyerDataKeysFile: string;
  /** Accounts that may not pay, as SCREENING's list files have them. */
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
    refusedFile: join(dir, "refused.txt"),
  };
}

export const makeDir = (dir: string): Promise<string | undefined> => mkdir(dir, { recursive: true });

/** Only its owner may read what stands in a workspace's files: keys and the database's password are among it. */
const PRIVATE_MODE = 0o600;

/** Writes the file whole or not at all. */
export async function writePrivate(file: string, text: string): Promise<void> {
  const draft = `${file}.${process.pid}`;
  await writeFile(draft, text, { mode: PRIVATE_MODE });
  await rename(draft, file);
}

/** The parsed JSON of a file, or null where there is no such file. */
export async function readJson(file: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(file, "utf8"));
  } catch (error) {
    if (hasCode(error, "ENOENT")) return null;
    // The parser's own words quote the file, and RPC URLs and request headers hold keys.
    if (error instanceof SyntaxError) throw new Error(`${file} cannot be read: it is not JSON${placeIn(error)}`);
    throw new Error(`${file} cannot be read: ${error instanceof Error ? error.message : error}`);
  }
}

/** Which character it is, where the parser says so. */
const placeIn = ({ message }: SyntaxError): string => {
  const [place] = /at position [0-9]+/.exec(message) ?? [];
  return place ? ` (${place})` : "";
};

/** The installation's secret, made the first time. */
export const readOrMakeSecret = async (file: string): Promise<Buffer> =>
  Buffer.from(await readOrMake(file, () => randomBytes(32).toString("hex")), "hex");

/** The keys for buyers' data, in the form of BUYER_DATA_KEYS; one is made the first time. */
export async function readOrMakeBuyerDataKeys(file: string): Promise<BuyerDataKeys> {
  const keys = parseBuyerDataKeys(await readOrMake(file, () => `1:${randomBytes(32).toString("hex")}`));
  if (!keys) throw new Error(`${file} must hold keys as BUYER_DATA_KEYS does: id:64 hex digits, comma-separated`);
  return keys;
}

/** Leaves a file as it is where there is one. */
export const writeOnce = async (file: string, text: string): Promise<void> => {
  await readOrMake(file, () => text);
};

/** What stands in the file; made where there is none, and of two who make it at once both get the same. */
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
