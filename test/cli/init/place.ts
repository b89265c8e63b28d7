// A machine for `turnpike init` that is a folder, with a real database and a real chain.
import { mkdir, readdir, readFile, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { parseEther } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { inject, onTestFinished } from "vitest";
import { parseAnswers } from "../../../src/cli/init/answers.ts";
import { planOf } from "../../../src/cli/init/plan.ts";
import type { Setup } from "../../../src/cli/init/setup.ts";
import type { Step } from "../../../src/cli/init/step.ts";
import { localAccounts } from "../../../src/local/accounts.ts";
import { chainEntry } from "../../../src/local/chain/local-chain.ts";
import { freshDatabase } from "../../harness/database/postgres.ts";
import { CERTIFICATE, CERTIFICATE_KEY } from "../../harness/server/certificate.ts";
import { testClient } from "../../harness/server/server.ts";
import { type FolderMachine, folderMachine, RELEASE } from "./folder-machine.ts";

export interface Place {
  readonly machine: FolderMachine;
  readonly said: string[];
  readonly setup: Setup;
}

export const put = async ({ root }: FolderMachine, path: string, text: string): Promise<void> => {
  await mkdir(dirname(join(root, path)), { recursive: true });
  await writeFile(join(root, path), text);
};

export async function makePlace(databaseUrl: string): Promise<Place> {
  const machine = await folderMachine();
  machine.programs.set("dpkg-query", () => ({ stdout: "Status: install ok installed\n" }));
  await put(machine, "/root/database.url", databaseUrl);
  await put(machine, "/etc/ssl/chain.pem", CERTIFICATE);
  await put(machine, "/etc/ssl/key.pem", CERTIFICATE_KEY);
  const { rpcUrl, deployment } = inject("sharedChain");
  const given = {
    publicUrl: "https://logo.example",
    databaseUrlFile: "/root/database.url",
    chains: [chainEntry(rpcUrl, deployment)],
    proxy: "nginx",
    certificate: { chainFile: "/etc/ssl/chain.pem", keyFile: "/etc/ssl/key.pem" },
    partner: "Corner shop",
    merchant: { name: "Corner shop", email: "shop@shop.example", destination: localAccounts().destination },
    firstPayment: false,
  };
  const said: string[] = [];
  const say = (line: string) => said.push(line);
  const setup = { machine, ...answersOf(given), release: RELEASE, node: null, say, waitMinutes: 0 };
  return { machine, said, setup };
}

function answersOf(given: unknown): Pick<Setup, "answers" | "answersText"> {
  const parsed = parseAnswers(given);
  if (parsed.kind !== "ok") throw new Error(JSON.stringify(parsed.issues));
  return { answers: parsed.answers, answersText: `${JSON.stringify(given)}\n` };
}

/** The same with other answers. */
export const withAnswers = (setup: Setup, changes: object): Setup => ({
  ...setup,
  ...answersOf({ ...JSON.parse(setup.answersText), ...changes }),
});

/** Up to the services: what follows needs a running Turnpike. */
export async function stepsUntil(setup: Setup, last: string): Promise<readonly Step[]> {
  const steps = await planOf(setup);
  return steps.slice(0, steps.findIndex(({ name }) => name === last) + 1);
}

export async function fundRelayers({ machine }: Place): Promise<void> {
  const keys = (await readFile(join(machine.root, "etc/turnpike/relayer.keys"), "utf8")).split(",");
  const client = testClient(inject("sharedChain").rpcUrl);
  for (const key of keys) {
    const { address } = privateKeyToAccount(key.trim() as `0x${string}`);
    await client.setBalance({ address, value: parseEther("1") });
  }
}

/** Every file below /etc and /opt, with the time of its last change. */
export async function filesIn({ root }: FolderMachine): Promise<Map<string, number>> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  return new Map(await Promise.all(files.map(async (file) => [file, (await stat(file)).mtimeMs] as const)));
}

export async function freshPlace(): Promise<Place> {
  const { databaseUrl, drop } = await freshDatabase();
  onTestFinished(drop);
  return makePlace(databaseUrl);
}
