// A folder that holds the files of a local Turnpike, as `npm start` leaves it: none of them suits another installation.
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { inject } from "vitest";
import { chainEntry } from "../../../src/local/chain/local-chain.ts";
import { localRatesEntry } from "../../../src/local/rates.ts";

/** A chain that no test's chains file has. */
export const LOCAL_FOLDER_CHAIN = "eip155:31399";
const NUMBER = Number(LOCAL_FOLDER_CHAIN.split(":")[1]);

/** @returns the folder, `.turnpike` in `dir` */
export async function fillLocalFolder(dir: string): Promise<string> {
  const { rpcUrl, deployment } = inject("sharedChain");
  const files = {
    "chains.json": JSON.stringify([chainEntry(rpcUrl, deployment, NUMBER)]),
    "rates.json": JSON.stringify(localRatesEntry([{ caip2: LOCAL_FOLDER_CHAIN, ...deployment }])),
    "secret.key": "not a key",
    "buyer-data.keys": "not keys",
    "dev.json": "{}",
  };
  const folder = join(dir, ".turnpike");
  await mkdir(folder);
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  return folder;
}
