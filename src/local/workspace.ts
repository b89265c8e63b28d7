// TURNPIKE_DIR: where everything local lives, and the files in it that more than one command reads.
import { randomBytes } from "node:crypto";
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { hasCode } from "./system-error.ts";

export interface Workspace {
  readonly dir: string;
  readonly postgresDir: string;
  readonly chainsFile: string;
  readonly ratesFile: string;
  readonly devFile: string;
  readonly secretFile: string;
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
    throw new Error(`${file} cannot be read: ${error instanceof Error ? error.message : error}`);
  }
}

/** The installation's secret, made the first time. */
export async function readOrMakeSecret(file: string): Promise<Buffer> {
  try {
    return Buffer.from((await readFile(file, "utf8")).trim(), "hex");
  } catch (error) {
    if (!hasCode(error, "ENOENT")) throw error;
  }
  const secret = randomBytes(32);
  await writePrivate(file, `${secret.toString("hex")}\n`);
  return secret;
}
