// Each wrong setting that operators were seen to make is named or warned of, before it costs a payment.
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, inject, onTestFinished, test } from "vitest";
import type { ChainEntry } from "../../src/chains/evm/config/config.ts";
import { listenProblem } from "../../src/cli/service/run.ts";
import { chainEntry } from "../../src/local/chain/local-chain.ts";
import { startPostgres } from "../../src/local/postgres/postgres.ts";
import { disagreementsOf } from "../../src/operations/monitoring/disagreements.ts";
import type { ProcessReport } from "../../src/operations/ports/monitoring/processes.ts";
import { readConfig } from "../../src/settings/config.ts";
import { fingerprintsOf } from "../../src/settings/fingerprints.ts";
import { chainsFileOf, temporaryDir, turnpike, turnpikeProcess } from "../cli/turnpike.ts";
import { copyCluster } from "../harness/database/cluster.ts";
import { type Finder, MISTAKES, type Mistake } from "./mistakes.ts";

interface Said {
  readonly state: string;
  readonly message: string;
}

const KEY = "0123456789abcdef".repeat(4);
const COMPLETE = {
  NODE_ENV: "production",
  DATABASE_URL: "postgres://u@127.0.0.1:1/d",
  PUBLIC_URL: "https://pay.example",
  TRUSTED_PROXIES: "127.0.0.1",
  SECRET_KEY: KEY,
  BUYER_DATA_KEYS: `1:${KEY}`,
  RECEIPT_KEYS: KEY,
  RELAYER_KEYS: `0x${KEY}`,
};

const entry = (): ChainEntry => {
  const { rpcUrl, deployment } = inject("sharedChain");
  return chainEntry(rpcUrl, deployment);
};

async function settingsOf({ chains, ratesFile, changes = {} }: Partial<Mistake>): Promise<Record<string, string>> {
  const entries = typeof chains === "function" ? chains(entry()) : [entry()];
  const CHAINS_FILE = typeof chains === "string" ? await fileOf("chains.json", chains) : await chainsFileOf(...entries);
  const rates = ratesFile === undefined ? {} : { RATES_FILE: await fileOf("rates.json", ratesFile) };
  return { ...COMPLETE, CHAINS_FILE, ...rates, ...changes };
}

async function fileOf(name: string, text: string): Promise<string> {
  const file = join(await temporaryDir(), name);
  await writeFile(file, text);
  return file;
}

const envFileOf = (settings: Readonly<Record<string, string>>): Promise<string> =>
  fileOf(
    "turnpike.env",
    Object.entries(settings)
      .map(([name, value]) => `${name}=${value}\n`)
      .join(""),
  );

/** As an operator checks the files of a unit; NODE_ENV stands in the unit. */
async function check(mistake: Partial<Mistake>) {
  const file = await envFileOf(await settingsOf(mistake));
  const answer = await turnpike(["check", "--json", "--role", mistake.role ?? "all", "--env-file", file], {});
  return { ...answer, findings: (JSON.parse(answer.stdout) as { findings: Said[] }).findings };
}

const FINDERS: Readonly<Record<Finder, (mistake: Mistake) => Promise<readonly Said[]>>> = {
  check: async (mistake) => {
    const { code, findings } = await check(mistake);
    expect(code).toBe(mistake.state === "problem" ? 2 : 0);
    return findings;
  },
  "chain check": async (mistake) => {
    const { stdout, stderr } = await turnpike(["chain", "check", "--json"], await settingsOf(mistake));
    expect(stderr).toBe("");
    const chains = JSON.parse(stdout) as { problems: { kind: string; message: string }[] }[];
    return chains.flatMap(({ problems }) =>
      problems.map(({ kind, message }) => ({ state: kind === "warning" ? "warning" : "problem", message })),
    );
  },
  serve: async (mistake) => {
    const { ROLE = "all", DATABASE_URL = "", ...changes } = mistake.changes ?? {};
    const settings = await settingsOf({
      ...mistake,
      changes: { ...changes, DATABASE_URL: await databaseUrl(DATABASE_URL) },
    });
    const { code, stderr } = await turnpikeProcess(["serve", "--role", ROLE], settings);
    expect(code).not.toBe(0);
    return [{ state: "problem", message: stderr }];
  },
  listen: async ({ error }) => [{ state: "problem", message: listenProblem(error) ?? "" }],
  processes: async () => {
    const report = async (secret: string, pid: number): Promise<ProcessReport> => {
      const config = readConfig({}, { ...COMPLETE, SECRET_KEY: secret });
      const parts = {
        config,
        role: "api" as const,
        version: "1",
        secretKey: config.secretKey,
        chains: [],
        rates: null,
      };
      return { pid, host: "pay", role: "api", settings: fingerprintsOf(parts, Buffer.alloc(32)) } as ProcessReport;
    };
    const reports = [await report(KEY, 1), await report([...KEY].reverse().join(""), 2)];
    return disagreementsOf(reports).map(({ setting }) => ({ state: "problem", message: setting }));
  },
};

async function databaseUrl(named: string): Promise<string> {
  if (URL.canParse(named)) return named;
  const url = new URL(named === "wrong password" ? await clusterWithPasswords() : inject("postgresUrl"));
  if (named === "unknown database") url.pathname = "/turnpik";
  if (named === "wrong password") url.password = "wrong";
  return url.href;
}

/** The run's own server trusts every connection. */
async function clusterWithPasswords(): Promise<string> {
  const dir = join(await temporaryDir(), "postgres");
  copyCluster(dir);
  const postgres = await startPostgres({ dir, log: () => {} });
  onTestFinished(() => postgres.stop());
  return postgres.databaseUrl;
}

test("the settings without a mistake have no findings, and there are 72 mistakes", async () => {
  expect(await check({})).toMatchObject({ code: 0, findings: [] });
  expect(new Set(MISTAKES.map(({ what }) => what)).size).toBe(72);
});

test.each(MISTAKES)("$what: $state, by $by", async (mistake) => {
  const found = await FINDERS[mistake.by](mistake);
  const { state, says } = mistake;
  expect(found).toContainEqual(expect.objectContaining({ state, message: expect.stringContaining(says) }));
  if (mistake.by === "check") expect(JSON.stringify(found)).not.toContain(KEY);
});
