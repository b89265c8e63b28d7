// The files of TURNPIKE_DIR are used together or not at all, so that no installation gets files of another one.
import { join } from "node:path";
import { beforeEach, describe, expect, inject, test } from "vitest";
import { readBuyerDataKeys } from "../../src/cli/installation.ts";
import { chainEntry } from "../../src/local/chain/local-chain.ts";
import { readConfig } from "../../src/settings/config.ts";
import { chainsFileOf, temporaryDir, turnpike, turnpikeProcess } from "../cli/turnpike.ts";
import { freshDatabase } from "../harness/database/postgres.ts";
import { fillLocalFolder, LOCAL_FOLDER_CHAIN } from "../harness/server/local-folder.ts";

let dir: string;
let TURNPIKE_DIR: string;
let CHAINS_FILE: string;
beforeEach(async () => {
  dir = await temporaryDir();
  TURNPIKE_DIR = await fillLocalFolder(dir);
  const { rpcUrl, deployment } = inject("sharedChain");
  CHAINS_FILE = await chainsFileOf(chainEntry(rpcUrl, deployment));
});

test("without a setting of another installation, all files of the folder are used", async () => {
  const { stdout } = await turnpike(["chain", "check"], { TURNPIKE_DIR });
  expect(stdout).toContain(LOCAL_FOLDER_CHAIN);
  const rates = await turnpike(["rates"], { TURNPIKE_DIR });
  expect(rates.stdout).toMatch(/^ETH\/USD .*\n.*\nEUR\/USD /);
});

test("CHAINS_FILE may name the folder's own chains.json", async () => {
  const settings = { TURNPIKE_DIR, CHAINS_FILE: join(TURNPIKE_DIR, "chains.json") };
  expect((await turnpike(["chain", "check"], settings)).stdout).toContain(LOCAL_FOLDER_CHAIN);
  expect((await turnpike(["rates"], settings)).stdout).toContain("ETH/USD ");
});

const NO_RATES = { code: 0, stdout: expect.stringContaining("There is no rates file (RATES_FILE)") };

test("with CHAINS_FILE, DATABASE_URL or in production, none of them is", async () => {
  const DATABASE_URL = inject("postgresUrl");
  for (const others of [{ CHAINS_FILE }, { DATABASE_URL }, { CHAINS_FILE, DATABASE_URL }, { NODE_ENV: "production" }]) {
    const settings = { TURNPIKE_DIR, ...others };
    expect(await turnpike(["rates"], settings), Object.keys(others).join()).toMatchObject(NO_RATES);
    const { stdout, stderr } = await turnpike(["chain", "check"], settings);
    expect(stdout + stderr).not.toContain(LOCAL_FOLDER_CHAIN);
    expect(await readBuyerDataKeys(readConfig({}, settings))).toBeNull();
  }
});

test("an operator's chains need their own database and keys", async () => {
  const settings = { TURNPIKE_DIR, CHAINS_FILE };
  for (const command of [["serve"], ["partner", "list"]]) {
    const stderr = "turnpike: DATABASE_URL must be set with CHAINS_FILE\n";
    expect(await turnpike(command, settings)).toEqual({ code: 2, stdout: "", stderr });
  }
  const stderr = "turnpike: SECRET_KEY must be set with DATABASE_URL: 64 hex digits\n";
  const serve = await turnpike(["serve"], { ...settings, DATABASE_URL: inject("postgresUrl") });
  expect(serve).toEqual({ code: 2, stdout: "", stderr });
});

test("npm start refuses the database and the chains of another installation", async () => {
  const { code, stderr } = await turnpike(["dev"], { TURNPIKE_DIR, CHAINS_FILE, DATABASE_URL: inject("postgresUrl") });
  expect(code).toBe(2);
  for (const name of ["DATABASE_URL", "CHAINS_FILE"]) {
    expect(stderr).toContain(`${name} must not be set: a local Turnpike runs its own database and chains\n`);
  }
});

describe("doctor, beside the .turnpike of npm start,", () => {
  const findingsWith = async (more: Readonly<Record<string, string>>) => {
    const { databaseUrl, drop } = await freshDatabase({ template: inject("templateDatabase") });
    const settings = { DATABASE_URL: databaseUrl, ...more };
    const { stdout } = await turnpikeProcess(["doctor", "--json"], settings, dir);
    await drop();
    return JSON.parse(stdout) as { findings: readonly { part: string; state: string; message: string }[] };
  };

  test("examines the chains of the settings, without the folder's rates and relayers", async () => {
    const { findings } = await findingsWith({ CHAINS_FILE });
    expect([...new Set(findings.map(({ part }) => part))]).toEqual(["database", "processes", "eip155:31337"]);
    expect(JSON.stringify(findings)).toContain("neither RELAYER_KEYS nor RELAYER_KEYS_31337 is set");
  });

  test("says that no chain is configured", async () => {
    const { findings } = await findingsWith({});
    expect([...new Set(findings.map(({ part }) => part))]).toEqual(["database", "processes", "chains"]);
  });
});
