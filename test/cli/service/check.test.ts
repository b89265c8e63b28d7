// check and config show: the files of a unit, read as systemd reads them.
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, inject, test } from "vitest";
import { chainEntry } from "../../../src/local/chain/local-chain.ts";
import { chainsFileOf, json, temporaryDir, turnpike } from "../turnpike.ts";

const KEY = "0123456789abcdef".repeat(4);
const COMPLETE = `
# The database
DATABASE_URL=postgres://turnpike:hush@10.0.0.1:5432/pay?sslmode=require
CHAINS_FILE="@CHAINS"
PUBLIC_URL='https://pay.example'
TRUSTED_PROXIES=127.0.0.1
BUYER_DATA_KEYS=1:${KEY}
`;

interface Check {
  readonly healthy: boolean;
  readonly findings: readonly { readonly part: string; readonly state: string; readonly message: string }[];
}

interface Shown {
  readonly settings: readonly { readonly name: string; readonly value: string | null; readonly from: string }[];
}

async function files(texts: Readonly<Record<string, string>>) {
  const dir = await temporaryDir();
  const { rpcUrl, deployment } = inject("sharedChain");
  const chains = await chainsFileOf(chainEntry(rpcUrl, deployment));
  const names = Object.keys(texts).map((name) => join(dir, name));
  for (const [at, text] of Object.values(texts).entries()) {
    await writeFile(names[at] ?? "", text.replace("@CHAINS", chains));
  }
  return { names, flags: names.flatMap((name) => ["--env-file", name]), chains };
}

test("the files of an API are checked together, without the shell's own settings", async () => {
  const { flags } = await files({ "turnpike.env": COMPLETE, "api.env": `SECRET_KEY=${KEY}\nRECEIPT_KEYS=${KEY}` });
  const shell = { LOG_LEVEL: "loud", NODE_ENV: "test" };
  expect(await turnpike(["check", "--role", "api", ...flags], shell)).toMatchObject({
    code: 0,
    stdout: "No problems found.\n",
  });
  const { code, stdout } = await turnpike(["check", "--role", "api", ...flags.slice(0, 2)], shell);
  expect(code).toBe(2);
  expect(stdout).toContain("problem  settings: SECRET_KEY must be set with DATABASE_URL: 64 hex digits\n");
});

test("all problems are named at once: of the form, of the whole, and of the files", async () => {
  const { names, flags } = await files({
    "turnpike.env": "DATABASE_URL=mysql://x\nexport PORT=1\nTRUSTED_PROXIES=10.0.0.1\nCHAINS_FILE=/nowhere\nPUBLIK=1",
    "worker.env": "TRUSTED_PROXIES=10.0.0.2",
  });
  const answer = await turnpike(["check", "--json", ...flags, "--env-file", "/nowhere/api.env"], {});
  expect(answer.code).toBe(2);
  const { findings } = JSON.parse(answer.stdout) as Check;
  const said = (state: string) => findings.filter((each) => each.state === state).map(({ message }) => message);
  expect(said("problem")).toEqual([
    `${names[0]}: line 2 is not NAME=value, so systemd ignores it`,
    "/nowhere/api.env cannot be read (ENOENT)",
    expect.stringMatching(/^DATABASE_URL must be a postgres:/),
    expect.stringMatching(/^PUBLIC_URL must be set in production/),
    "CHAINS_FILE: there is no /nowhere",
  ]);
  expect(said("warning")).toEqual(
    expect.arrayContaining([
      `TRUSTED_PROXIES is set in ${names[0]} and again in ${names[1]}, where it has another value: ${names[1]} counts`,
      "PUBLIK is not a setting, so it changes nothing: remove it, or check the spelling",
    ]),
  );
});

test("a secret's file that cannot be read is one problem", async () => {
  const { flags } = await files({ "turnpike.env": COMPLETE, "api.env": "SECRET_KEY_FILE=/nowhere/key" });
  const { findings } = JSON.parse((await turnpike(["check", "--json", "--role", "api", ...flags], {})).stdout) as Check;
  const problems = findings.filter(({ state }) => state === "problem").map(({ message }) => message);
  expect(problems).toEqual(["SECRET_KEY_FILE: /nowhere/key cannot be read (ENOENT)"]);
});

test("an oracle of a chain that is not in the chains file is refused without asking any chain", async () => {
  const { flags } = await files({
    "turnpike.env": `SCREENING=oracle:eip155:5/0x40C57923924B5c5c5455c48D93317139ADDaC8fb
CHAINS_FILE=@CHAINS`,
  });
  const { stdout } = await turnpike(["check", "--role", "worker", ...flags], {});
  expect(stdout).toContain("SCREENING: eip155:5 is not in the chains file");
});

test("config show names each value and its source, and no secret", async () => {
  const { names, flags, chains } = await files({
    "turnpike.env": `${COMPLETE}RPC_URL_8453=https://a.example/hush,https://b.example/hush
OTEL_EXPORTER_OTLP_ENDPOINT=https://ops:hush@otlp.example:4318/v1?token=hush
`,
    "api.env": "",
  });
  const [first = "", second = ""] = names;
  const keyFile = join(await temporaryDir(), "key");
  await writeFile(keyFile, KEY);
  await writeFile(second, `SECRET_KEY_FILE=${keyFile}\nPUBLIC_URL=https://shop.example`);
  const { settings } = await json<Shown>(["config", "show", ...flags], { PORT: "1" });
  const of = (name: string) => settings.find((each) => each.name === name);
  expect(of("DATABASE_URL")).toMatchObject({ value: "10.0.0.1:5432/pay", from: first });
  expect(of("CHAINS_FILE")).toMatchObject({ value: chains, from: first });
  expect(of("PUBLIC_URL")).toMatchObject({ value: "https://shop.example", from: second });
  expect(of("SECRET_KEY")).toMatchObject({
    value: "1 value, not shown",
    from: `${keyFile} (SECRET_KEY_FILE, ${second})`,
  });
  expect(of("OTEL_EXPORTER_OTLP_ENDPOINT")).toMatchObject({ value: "https://otlp.example:4318", from: first });
  expect(of("RPC_URL_8453")).toMatchObject({ value: "2 values, not shown", from: first });
  expect(of("PORT")).toEqual({ name: "PORT", value: "4020", from: "default" });
  expect(of("NODE_ENV")).toEqual({ name: "NODE_ENV", value: "production", from: "default" });
  expect(of("RATES_FILE")).toEqual({ name: "RATES_FILE", value: null, from: "unset" });
  expect(JSON.stringify(settings)).not.toMatch(/hush|0123456789/);
  const { stdout } = await turnpike(["config", "show", "--set"], { PORT: "4021" });
  expect(stdout.split("\n")[0]).toMatch(/^setting +value +from$/);
  expect(stdout).toMatch(/^PORT +4021 +environment$/m);
  expect(stdout).not.toContain("RATE_LIMITS");
});
