// doctor and chain: each fault of an installation is reported with its remedy.
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { getAddress, parseEther } from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from "vitest";
import type { ChainEntry } from "../../../src/chains/evm/config/config.ts";
import { chainEntry } from "../../../src/local/chain/local-chain.ts";
import { type LocalPostgres, startPostgres } from "../../../src/local/postgres/postgres.ts";
import { migrate } from "../../../src/store/migrate.ts";
import { startRpcProxy } from "../../harness/chain/rpc-proxy.ts";
import { putSanctionsList } from "../../harness/chain/sanctions-list.ts";
import { copyCluster } from "../../harness/database/cluster.ts";
import { type LeaderProcess, startLeader } from "../../harness/server/leader.ts";
import { testClient } from "../../harness/server/server.ts";
import { query } from "../../local/query.ts";
import { chainsFileOf, json, temporaryDir, turnpike } from "../turnpike.ts";

const NOBODY = getAddress("0x00000000000000000000000000000000000000ff");

let postgres: LocalPostgres;
let dir: string;
let entry: ChainEntry;
let worker: LeaderProcess;
let settings: Readonly<Record<string, string>>;
beforeAll(async () => {
  const { rpcUrl, deployment } = inject("sharedChain");
  // Not the shared server: doctor would report that it is not durable.
  dir = await mkdtemp(join(tmpdir(), "turnpike-test-doctor-"));
  copyCluster(join(dir, "postgres"));
  postgres = await startPostgres({ dir: join(dir, "postgres"), log: () => {} });
  await migrate(postgres.databaseUrl);
  entry = chainEntry(rpcUrl, deployment);
  const RELAYER_KEYS = await relayerWith(parseEther("1"));
  settings = { DATABASE_URL: postgres.databaseUrl, SECRET_KEY: "0123456789abcdef".repeat(4), RELAYER_KEYS };
  // Stands in for a worker: it leads but has not stored a block yet.
  worker = await startLeader(postgres.databaseUrl);
  await worker.of(entry.caip2).hold();
  // Stands in for an API and a worker, until the tests end.
  const seen = "'1', 'pay1', 1, 'all', '{}', '1', now() + interval '1 hour'";
  await query(postgres.databaseUrl, `insert into processes values (${seen})`);
});
afterAll(async () => {
  await worker.close();
  await postgres.stop();
  await rm(dir, { recursive: true, force: true });
});

/** The key of a new account that holds `value`. */
async function relayerWith(value: bigint): Promise<string> {
  const key = generatePrivateKey();
  await testClient(inject("sharedChain").rpcUrl).setBalance({ address: privateKeyToAccount(key).address, value });
  return key;
}

interface Findings {
  readonly healthy: boolean;
  readonly findings: readonly { readonly part: string; readonly state: string; readonly message: string }[];
}

/** The settings of an installation with these chains and changes. */
async function examine(changes: Readonly<Record<string, string>>, ...entries: readonly ChainEntry[]) {
  const chains = entries.length > 0 ? { CHAINS_FILE: await chainsFileOf(...entries) } : {};
  return { ...settings, ...chains, ...changes };
}

const token = (changes: object): ChainEntry => {
  const [first, ...others] = entry.assets;
  return { ...entry, assets: [{ ...first, ...changes } as ChainEntry["assets"][number], ...others] };
};

test("a sound installation has no findings", async () => {
  const installation = await examine({}, entry);
  expect(await json<Findings>(["doctor"], installation)).toEqual({
    healthy: true,
    findings: [
      { part: "database", state: "ok", message: expect.stringMatching(/^PostgreSQL \d+, up to date$/) },
      { part: entry.caip2, state: "ok", message: "a worker is starting to follow it" },
      { part: entry.caip2, state: "ok", message: "Local chain is as configured" },
      {
        part: entry.caip2,
        state: "ok",
        message: expect.stringMatching(/^rpc 1 of 1 is at block \d+, responded in \d+ ms$/),
      },
    ],
  });
  const shown = await turnpike(["doctor"], installation);
  expect(shown).toMatchObject({ code: 0, stderr: "" });
  expect(shown.stdout).toMatch(/^ok {7}database: .*\n(ok {7}eip155:31337: .*\n){3}No problems found\.\n$/);
  expect(await json(["chain", "check"], installation)).toEqual([{ caip2: entry.caip2, problems: [] }]);
});

test("a chain that no worker has ever followed is a warning before the first start, and a problem after it", async () => {
  const installation = await examine({}, entry);
  await worker.close(); // it led, and followed nothing
  const later = await turnpike(["doctor"], installation);
  expect(later).toMatchObject({ code: 1, stderr: "" });
  expect(later.stdout).toMatch(
    /^problem {2}eip155:31337: no worker has ever followed it, so no payment on it completes\. Start turnpike serve with/m,
  );
  await query(postgres.databaseUrl, "delete from chain_leaders");
  const before = await turnpike(["doctor"], installation);
  expect(before).toMatchObject({ code: 0, stderr: "" });
  expect(before.stdout).toMatch(
    /^warning {2}eip155:31337: no worker has followed it yet, so no payment would complete\. Start turnpike serve with/m,
  );
  worker = await startLeader(postgres.databaseUrl);
  await worker.of(entry.caip2).hold();
});

describe("a working but surprising setup is a warning", () => {
  test("no chain, plain http in production, and proxies in networks that hold others", async () => {
    const proxies = "10.0.0.0/8,10.1.2.0/24,192.0.2.1,fd00::/48,fd00:1::/64";
    const changes = { NODE_ENV: "production", PUBLIC_URL: "http://pay.example", TRUSTED_PROXIES: proxies };
    const answer = await turnpike(["doctor", "--json"], await examine(changes));
    const { healthy, findings } = JSON.parse(answer.stdout) as Findings;
    expect(healthy).toBe(false);
    expect(findings).toContainEqual({
      part: "settings",
      state: "problem",
      message: expect.stringContaining("CHAINS_FILE must be set in production"),
    });
    expect(findings.filter(({ state }) => state === "warning")).toEqual([
      { part: "address", state: "warning", message: expect.stringContaining("without TLS") },
      {
        part: "address",
        state: "warning",
        message: expect.stringMatching(/^TRUSTED_PROXIES trusts all of 10.0.0.0.8:/),
      },
      {
        part: "address",
        state: "warning",
        message: expect.stringMatching(/^TRUSTED_PROXIES trusts all of fd00::.48:/),
      },
      { part: "settings", state: "warning", message: expect.stringContaining("BUYER_DATA_KEYS is not set") },
      { part: "settings", state: "warning", message: expect.stringContaining("RECEIPT_KEYS is not set") },
      { part: "chains", state: "warning", message: expect.stringContaining("CHAINS_FILE") },
    ]);
  });

  test("one of two RPC URLs that is down", async () => {
    const RPC_URL_31337 = `http://127.0.0.1:1/hush,${entry.rpcUrls[0]}`;
    const { healthy, findings } = await json<Findings>(["doctor"], await examine({ RPC_URL_31337 }, entry));
    expect(healthy).toBe(true);
    expect(findings.filter(({ part }) => part === entry.caip2)).toEqual([
      { part: entry.caip2, state: "ok", message: "a worker is starting to follow it" },
      {
        part: entry.caip2,
        state: "warning",
        message: expect.stringMatching(/rpc 1 of 2 does not respond .*\. Using the other RPC URLs\.$/),
      },
      { part: entry.caip2, state: "ok", message: expect.stringMatching(/^rpc 2 of 2 is at block \d+/) },
    ]);
    expect(JSON.stringify(findings)).not.toContain("hush");
  });

  test.each([
    ["without coins", 0n, /the relayer 0x\w{40} holds 0, so it cannot pay gas\. Send it native coin\.$/],
    [
      "almost without coins",
      1n,
      /the relayer 0x\w{40} has 0\.0+1 left, and a full batch costs up to 0\.\d+\. Send it coin\.$/,
    ],
  ])("one of several relayers %s", async (_, value, words) => {
    const RELAYER_KEYS = `${settings.RELAYER_KEYS},${await relayerWith(value)}`;
    const { healthy, findings } = await json<Findings>(["doctor"], await examine({ RELAYER_KEYS }, entry));
    expect(healthy).toBe(true);
    expect(findings).toContainEqual({ part: entry.caip2, state: "warning", message: expect.stringMatching(words) });
  });

  test("no relayer", async () => {
    const { healthy, findings } = await json<Findings>(["doctor"], await examine({ RELAYER_KEYS: "" }, entry));
    expect(healthy).toBe(true);
    expect(findings).toContainEqual({
      part: entry.caip2,
      state: "warning",
      message: expect.stringContaining("neither RELAYER_KEYS nor RELAYER_KEYS_31337 is set"),
    });
    // Keys for this chain replace the general ones.
    const own = { RELAYER_KEYS: generatePrivateKey(), RELAYER_KEYS_31337: settings.RELAYER_KEYS ?? "" };
    const { findings: sound } = await json<Findings>(["doctor"], await examine(own, entry));
    expect(sound.map(({ state }) => state)).toEqual(["ok", "ok", "ok", "ok"]);
  });
});

describe("each fault is a problem with a remedy, and exit code 1", () => {
  const faults: readonly [string, () => Promise<Record<string, string>>, RegExp][] = [
    [
      "a database that is down",
      () => examine({ DATABASE_URL: "postgres://u:hush@127.0.0.1:1/d" }),
      /database: .*does not respond.*check the URL/,
    ],
    [
      "an RPC that is down",
      () => examine({ RPC_URL_31337: "http://127.0.0.1:1/hush" }, entry),
      /Check the RPC URL and its network, or set RPC_URL_31337/,
    ],
    [
      "another chain id",
      () => examine({}, { ...entry, caip2: "eip155:1000" }),
      /serves chain 31337, expected 1000.*correct caip2/,
    ],
    [
      "no code at the router",
      () => examine({}, { ...entry, router: NOBODY }),
      /no code at router .*turnpike chain deploy/,
    ],
    [
      "other code at the router",
      () => examine({}, { ...entry, router: entry.permit2 ?? NOBODY }),
      /not this version's PaymentRouter.*turnpike chain deploy/,
    ],
    [
      "wrong decimals",
      () => examine({}, token({ decimals: 18 })),
      /USDC.* has decimals 6, expected 18.*Correct decimals/,
    ],
    [
      "a wrong domain",
      () => examine({}, token({ domain: { name: "USDC", version: "2" } })),
      /different EIP-712 domain.*name "USD Coin".*Correct domain/,
    ],
    ["a token without code", () => examine({}, token({ address: NOBODY })), /has no code.*Correct its address/],
    [
      "a relayer without coins",
      () => examine({ RELAYER_KEYS: generatePrivateKey() }, entry),
      /relayer .*0x[0-9a-fA-F]{40}/,
    ],
    [
      "relayers that cannot pay for a batch",
      async () => examine({ RELAYER_KEYS: await relayerWith(1n) }, entry),
      /problem .*and a full batch costs up to/,
    ],
  ];

  test.each(faults)("%s", async (_, installation, words) => {
    const answer = await turnpike(["doctor"], await installation());
    expect(answer).toMatchObject({ code: 1, stderr: "" });
    expect(answer.stdout).toMatch(words);
    expect(answer.stdout).toMatch(/Fix the problems above and rerun\.\n$/);
    expect(answer.stdout).not.toContain("hush");
  });

  test("serve refuses to start on a chain that does not match its configuration", async () => {
    const answer = await turnpike(["serve"], { ...(await examine({}, { ...entry, router: NOBODY })), PORT: "0" });
    expect(answer.code).toBe(1);
    expect(answer.stderr).toMatch(/turnpike: .*no code at router/);
  });

  test("chain check names the faulty field of a chains file", async () => {
    const CHAINS_FILE = join(await temporaryDir(), "chains.json");
    await writeFile(CHAINS_FILE, JSON.stringify([{ ...entry, blockTimeS: "fast" }]));
    const answer = await turnpike(["chain", "check"], { CHAINS_FILE });
    expect(answer.code).toBe(2);
    expect(answer.stderr).toMatch(/chains\.json: 0\.blockTimeS .*seconds/);
    await writeFile(CHAINS_FILE, "[");
    expect((await turnpike(["chain", "check"], { CHAINS_FILE })).stderr).toContain(`${CHAINS_FILE} cannot be read`);
  });

  test("chain check quotes nothing from a chains file that is not JSON, because it may contain keys", async () => {
    const CHAINS_FILE = join(await temporaryDir(), "chains.json");
    await writeFile(CHAINS_FILE, '[{"rpcUrls":hush}]');
    const answer = await turnpike(["chain", "check"], { CHAINS_FILE });
    expect(answer).toMatchObject({ code: 1, stdout: "" });
    expect(answer.stderr).toBe(`turnpike: ${CHAINS_FILE} cannot be read: it is not JSON\n`);
  });
});

test("a failing screening source is a problem, because nobody can pay", async () => {
  const list = join(await temporaryDir(), "refused.txt");
  await writeFile(list, "# nobody");
  const SCREENING = `list:${list},list:/nowhere.txt,oracle:${entry.caip2}/${NOBODY}`;
  const answer = await turnpike(["doctor"], await examine({ SCREENING }, entry));
  expect(answer.code).toBe(1);
  for (const line of [
    `ok       screening ${list}: responds`,
    "problem  screening /nowhere.txt: nobody can pay until it responds: " +
      "the list file /nowhere.txt cannot be read (ENOENT)",
    `problem  screening ${entry.caip2}/${NOBODY}: nobody can pay until it responds: ${entry.caip2}: the contract`,
  ]) {
    expect(answer.stdout).toContain(line);
  }
});

test("a screening source that takes more than a second is a warning, because buyers wait for it", async () => {
  const { rpcUrl } = inject("sharedChain");
  const [oracle, proxy] = await Promise.all([putSanctionsList(rpcUrl), startRpcProxy(rpcUrl)]);
  onTestFinished(() => proxy.close());
  const contract = oracle.address.slice(2).toLowerCase();
  proxy.misbehave(({ method, params }) =>
    method === "eth_call" && JSON.stringify(params).toLowerCase().includes(contract)
      ? { type: "delay", delayMs: 1_100 }
      : null,
  );
  const SCREENING = `oracle:${entry.caip2}/${oracle.address}`;
  const { stdout } = await turnpike(["doctor"], await examine({ SCREENING }, { ...entry, rpcUrls: [proxy.url] }));
  expect(stdout).toMatch(/warning {2}screening \S+: responds in \d{4} ms: buyers wait for it/);
});
