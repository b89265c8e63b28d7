// `turnpike dev` (`npm start`) as its user runs it: started, used, stopped, restarted, killed, side by side.
import { execFile } from "node:child_process";
import { once } from "node:events";
import { copyFile, mkdtemp, readFile, realpath, rm, stat, writeFile } from "node:fs/promises";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { createPublicClient, http } from "viem";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { runDemo } from "../../src/local/demo.ts";
import type { DevFile } from "../../src/local/dev-file.ts";
import { json, turnpikeProcess } from "../cli/turnpike.ts";
import { copyCluster } from "../harness/database/cluster.ts";
import { call } from "../harness/server/api.ts";
import { steadyPort } from "../harness/steady-port.ts";
import { createTestPayment, moveDestination, readPayment } from "./dev-api.ts";
import { type DevProcess, IS_UP, processesOf, runDev } from "./dev-process.ts";
import { query } from "./query.ts";

const run = promisify(execFile);

const CHAINS = ["eip155:31337", "eip155:31338"];

/** Enough for several starts, each of a PostgreSQL and a chain. */
const SLOW_MS = 120_000;

async function newDir(name: string): Promise<string> {
  return realpath(await mkdtemp(join(tmpdir(), name)));
}

/** Stops what a failed test left running, and removes the directory. */
async function cleanUp(dir: string): Promise<void> {
  for (const { pid } of processesOf(dir)) process.kill(pid, "SIGKILL");
  await rm(dir, { recursive: true, force: true, maxRetries: 10 });
}

async function temporaryDir(): Promise<string> {
  const dir = await newDir("turnpike-test-dev-");
  onTestFinished(() => cleanUp(dir));
  return dir;
}

/** Pays over HTTP like a user. @returns the payment's id */
const payOnce = (file: DevFile): Promise<string> => runDemo(file, { say: () => {} });

describe("one installation over its life", { timeout: SLOW_MS }, () => {
  let dir: string;
  let port: number;
  let dev: DevProcess;
  let first: { file: DevFile; paymentId: string };
  beforeAll(async () => {
    // The name needs quoting in a shell: printed commands must still work.
    dir = await newDir("turnpike test 'dev-");
    port = await steadyPort();
  });
  afterAll(async () => {
    await dev.kill("SIGTERM");
    await cleanUp(dir);
  });

  /** Restarts it and waits for its demo payment. */
  async function start(): Promise<DevFile> {
    dev = runDev(dir, { port });
    await dev.says(IS_UP);
    return dev.file();
  }

  /** Expects the first start's payment, and its transfer on chain. */
  async function expectFirstPayment(file: DevFile): Promise<void> {
    const { status, info } = await readPayment(file, first.paymentId);
    expect(status).toBe("succeeded");
    const client = createPublicClient({ transport: http(file.chains[0]?.rpcUrl) });
    const receipt = await client.getTransactionReceipt({ hash: info?.txId ?? "0x" });
    expect(receipt).toMatchObject({ status: "success", to: file.chains[0]?.router.toLowerCase() });
  }

  test("the first start takes a payment from creation to settlement, step by step", async () => {
    const file = await start();
    const steps = [...dev.output().matchAll(/^([1-6]) (\w+)/gm)].map(([, number, step]) => `${number} ${step}`);
    expect(steps).toEqual(["1 created", "2 options", "3 signed", "4 confirmed", "5 succeeded", "6 settled"]);
    expect(dev.output()).toContain(
      `12.45 USDC reached the merchant at ${file.destination}; the operator's fee is 0.05 USDC`,
    );
    expect(dev.output().replace(/^Chain .*$/gm, "")).not.toContain("http://127.0.0.1");
    expect(dev.complaints()).toBe("");
    const [, paymentId = ""] = /created {4}(pay_\w+)/.exec(dev.output()) ?? [];
    first = { file, paymentId };
    await expectFirstPayment(file);
  });

  test("dev.json is readable only by its owner and contains the documented fields", async () => {
    expect((await stat(join(dir, "dev.json"))).mode & 0o777).toBe(0o600);
    const address = expect.stringMatching(/^0x[0-9a-fA-F]{40}$/);
    const chain = (caip2: string) => ({
      caip2,
      rpcUrl: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
      router: address,
      permit2: address,
      multicall3: address,
    });
    const circle = (symbol: string, caip2: string) => ({
      symbol,
      asset: expect.stringMatching(new RegExp(`^${caip2}/erc20:0x`)),
      decimals: 6,
      method: "eip3009",
    });
    expect(first.file).toEqual({
      baseUrl: `http://127.0.0.1:${port}`,
      apiKey: expect.stringMatching(/^tp_partner_/),
      test: expect.objectContaining({ apiKey: expect.stringMatching(/^tp_test_/), merchantId: expect.any(String) }),
      walletApiKey: expect.stringMatching(/^tp_wallet_/),
      walletApp: { appId: "demo-wallet" },
      partnerId: expect.stringMatching(/^prtn_/),
      merchantId: expect.stringMatching(/^mrch_/),
      payLinkHost: `localhost:${port}`,
      databaseUrl: expect.stringMatching(/^postgres:\/\//),
      chains: CHAINS.map(chain),
      tokens: expect.arrayContaining(CHAINS.flatMap((caip2) => [circle("USDC", caip2), circle("EURC", caip2)])),
      buyer: { address, privateKey: expect.stringMatching(/^0x[0-9a-f]{64}$/) },
      refusedBuyer: { address, privateKey: expect.stringMatching(/^0x[0-9a-f]{64}$/) },
      collectDataFrom: { unit: "iso4217/USD", value: "100000" },
      destination: address,
      feeReceiver: address,
    });
  });

  test("the refused buyer is refused while the list file names it, and can pay otherwise", async () => {
    const { baseUrl, apiKey, merchantId, walletApiKey, chains, refusedBuyer } = first.file;
    const body = { amount: { unit: "iso4217/USD", value: "1250" }, referenceId: "refused" };
    const headers = { "api-key": apiKey, "merchant-id": merchantId };
    const created = await call<{ paymentId: string }>(baseUrl, headers, { path: "/v1/payments", body });
    const path = `/v1/gateway/payment/${created.body.paymentId}/options`;
    const accounts = chains.map(({ caip2 }) => `${caip2}:${refusedBuyer?.address}`);
    const options = () =>
      call<{ options: object[] }>(baseUrl, { "api-key": walletApiKey }, { path, body: { accounts } });
    expect((await options()).status).toBe(451);
    const file = join(dir, "refused.txt");
    const list = await readFile(file, "utf8");
    await writeFile(file, "# nobody");
    const { status, body: answer } = await options();
    expect([status, answer.options.length > 0]).toEqual([200, true]);
    await writeFile(file, list);
    expect((await options()).status).toBe(451);
  });

  test("every printed command works when pasted into a shell", async () => {
    const [, curl = ""] = /^( {2}curl [\s\S]*?; echo)$/m.exec(dev.output()) ?? [];
    const { stdout } = await run("sh", ["-c", curl]);
    const { paymentId, gatewayUrl } = JSON.parse(stdout) as { paymentId: string; gatewayUrl: string };
    expect(await readPayment(first.file, paymentId)).toMatchObject({ status: "requires_action" });
    expect((await fetch(gatewayUrl)).status).toBe(200);

    const commands = [...dev.output().matchAll(/^ {2}(TURNPIKE_DIR=.*) bin\/turnpike (.*)$/gm)];
    const demos = [
      "demo --chain eip155:31338 --asset USDC",
      "demo --chain eip155:31337 --asset USDT",
      "demo --chain eip155:31338 --asset DAI",
      "demo --chain eip155:31337 --asset ETH",
    ];
    expect(commands.map(([, , args]) => args)).toEqual([...demos, "doctor", "--help"]);
    for (const [, setting, args = ""] of commands) {
      // Runs it as npx would.
      const answer = await run("sh", ["-c", `${setting} node dist-test/cli/main.js ${args}`]);
      expect(answer.stderr).toBe("");
      if (args === "doctor") expect(answer.stdout).toMatch(/^No problems found\.$/m);
      else if (args === "--help") expect(answer.stdout).toMatch(/^Usage: turnpike /);
      else
        expect(answer.stdout).toMatch(
          new RegExp(`^6 settled {4}[0-9.]+ ${args.split(" ").at(-1)} reached the merchant`, "m"),
        );
    }
  });

  test("a demo payment with an unknown asset is refused with the available ones", async () => {
    const answer = await turnpikeProcess(["demo", "--asset", "XYZ"], { TURNPIKE_DIR: dir });
    expect(answer.code).toBe(1);
    expect(answer.stderr).toMatch(/choose one of:\nturnpike: --chain eip155:31337 --asset USDC\n/);
  });

  test("while it runs, other payments, also of test mode, and the command line work", async () => {
    await payOnce(first.file);
    await runDemo(first.file, { say: () => {}, paymentId: await createTestPayment(first.file) });
    const { partnerId } = first.file;
    const partners = [{ partnerId, name: "Demo partner", version: "2026-02-18" }];
    expect(await json(["partner", "list"], { TURNPIKE_DIR: dir })).toEqual(partners);
    expect(await readPayment(first.file, first.paymentId)).toMatchObject({ status: "succeeded" });
  });

  test("a demo payment names the destination that the merchant has now", async () => {
    const address = "0x000000000000000000000000000000000000dEaD";
    await moveDestination(first.file, address);
    const said: string[] = [];
    await runDemo(first.file, { say: (line) => said.push(line) });
    expect(said.join("\n")).toContain(`12.45 USDC reached the merchant at ${address};`);
    await moveDestination(first.file, first.file.destination);
  });

  test("a second one in the same directory is refused and does not disturb the first", async () => {
    const second = runDev(dir);
    expect(await second.exited).toBe(1);
    expect(second.complaints()).toMatch(/is in use by process \d+.*set TURNPIKE_DIR to another directory/);
    await payOnce(first.file);
  });

  test("Ctrl-C stops everything that it started", async () => {
    process.kill(dev.pid, "SIGINT"); // npm forwards a signal that the terminal has already sent
    expect(await dev.kill("SIGINT")).toBe(0);
    expect(dev.output()).toMatch(/\nstopping \(SIGINT\)\n$/);
    expect(processesOf(dir)).toEqual([]);
  });

  test("when nothing runs, doctor and demo explain that the local chain is down", async () => {
    const demo = await turnpikeProcess(["demo"], { TURNPIKE_DIR: dir });
    expect(demo).toMatchObject({ code: 1, stderr: expect.stringContaining("it runs only while npm start does") });
    const answer = await turnpikeProcess(["doctor"], { TURNPIKE_DIR: dir });
    expect(answer.code).toBe(1);
    expect(answer.stdout).toContain("The local chain runs only while npm start does.");
    expect(processesOf(dir)).toEqual([]);
  });

  test("a second start finds keys, merchant, payments and the chain, and pays", async () => {
    const { baseUrl, chains, databaseUrl, ...kept } = first.file;
    const file = await start();
    expect(file).toMatchObject({ ...kept, baseUrl });
    expect(dev.complaints()).toBe("");
    await expectFirstPayment(file);
  });

  test("after kill -9 of it, the next start takes over its processes and pays", async () => {
    expect(await dev.kill("SIGKILL")).toBe("SIGKILL");
    expect(processesOf(dir)).not.toEqual([]);
    const file = await start();
    expect(dev.output()).toMatch(/^PostgreSQL {2}taken over/m);
    for (const caip2 of CHAINS) expect(dev.output()).toMatch(new RegExp(`^Chain {7}taken over: ${caip2},`, "m"));
    expect(dev.complaints()).toBe("");
    await expectFirstPayment(file);
  });

  test("after kill -9 of everything, the next start catches the chain up with the database and pays", async () => {
    await dev.kill("SIGKILL");
    for (const { pid } of processesOf(dir)) process.kill(pid, "SIGKILL");
    await expect.poll(() => processesOf(dir)).toEqual([]);
    // Simulates a crash just before anvil saved its state, which it does every 30 s.
    for (const chain of ["chain-31337", "chain-31338"])
      await copyFile(join(dir, `${chain}.previous.json`), join(dir, `${chain}.json`));
    const file = await start();
    for (const caip2 of CHAINS)
      expect(dev.output()).toMatch(new RegExp(`${caip2} lost its newest \\d+ blocks in a crash`));
    await expectFirstPayment(file);
  });

  test("closing the terminal stops everything", async () => {
    expect(await dev.kill("SIGHUP")).toBe(0);
    expect(processesOf(dir)).toEqual([]);
  });
});

test("two run side by side, the second without a demo payment", { timeout: SLOW_MS }, async () => {
  const dirs = [await temporaryDir(), await temporaryDir()];
  for (const dir of dirs) copyCluster(join(dir, "postgres"));
  const both = dirs.map((dir) => runDev(dir, { args: ["--no-demo"] }));
  await Promise.all(both.map((dev) => dev.says(IS_UP)));
  const files = await Promise.all(both.map((dev) => dev.file()));
  expect(
    new Set(files.flatMap(({ baseUrl, databaseUrl, chains }) => [baseUrl, databaseUrl, ...chains.map((c) => c.rpcUrl)]))
      .size,
  ).toBe(8);
  for (const { databaseUrl } of files) {
    expect(await query(databaseUrl, "select count(*)::integer as payments from payments")).toEqual([{ payments: 0 }]);
  }
  await Promise.all(files.map(payOnce));
  expect(await Promise.all(both.map((dev) => dev.kill("SIGTERM")))).toEqual([0, 0]);
});

test("a port in use is reported with its number and the setting, and nothing keeps running", {
  timeout: SLOW_MS,
}, async () => {
  const other = createServer().listen(0, "127.0.0.1");
  onTestFinished(() => void other.close());
  await once(other, "listening");
  const { port } = other.address() as AddressInfo;
  const dir = await temporaryDir();
  copyCluster(join(dir, "postgres"));
  const dev = runDev(dir, { port });
  expect(await dev.exited).toBe(1);
  expect(dev.complaints()).toBe(`turnpike: port ${port} is in use: set PORT to another one\n`);
  expect(dev.output()).not.toContain("PostgreSQL"); // checked before anything starts
  expect(processesOf(dir)).toEqual([]);
});

test("Ctrl-C in the middle of the start leaves nothing running", { timeout: SLOW_MS }, async () => {
  const dir = await temporaryDir();
  copyCluster(join(dir, "postgres"));
  const dev = runDev(dir);
  await dev.says("Chain ");
  expect(await dev.kill("SIGINT")).toBe(130);
  await expect.poll(() => processesOf(dir)).toEqual([]);
});
