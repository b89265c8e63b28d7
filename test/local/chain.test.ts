import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createTestClient, type Hash, http, publicActions, walletActions } from "viem";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { type LocalChain, startLocalChain } from "../../src/local/chain/chain.ts";
import { processIdentity } from "../../src/local/process/process-identity.ts";
import { hold } from "./hold.ts";

const CHAIN_ID = 31337;
/** The first of anvil's own accounts, which it signs for. */
const ACCOUNT = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266";
/** A constructor that logs the word 42: PUSH1 42, PUSH1 0, MSTORE, PUSH1 32, PUSH1 0, LOG0. */
const LOGS_42 = "0x602a60005260206000a0";

let dir: string;
let started: LocalChain[] = [];

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), "turnpike-chain-"));
});

afterEach(async () => {
  for (const chain of started) await chain.stop();
  started = [];
  await rm(dir, { recursive: true });
});

async function start({
  at = dir,
  chainId = CHAIN_ID,
  blockTimeS = 1,
  log = (_: string) => {},
} = {}): Promise<LocalChain> {
  const chain = await startLocalChain({ dir: at, chainId, blockTimeS, log });
  started.push(chain);
  return chain;
}

function client(rpcUrl: string) {
  return createTestClient({ mode: "anvil", cacheTime: 0, pollingInterval: 50, transport: http(rpcUrl) })
    .extend(publicActions)
    .extend(walletActions);
}

async function logFortyTwo(rpcUrl: string): Promise<Hash> {
  const chain = client(rpcUrl);
  const hash = await chain.sendTransaction({ account: ACCOUNT, data: LOGS_42, chain: null });
  await chain.waitForTransactionReceipt({ hash });
  return hash;
}

/** Everything a reader may request about an old transaction. */
async function history(rpcUrl: string, hash: Hash) {
  const chain = client(rpcUrl);
  const receipt = await chain.getTransactionReceipt({ hash });
  return {
    receipt,
    transaction: await chain.getTransaction({ hash }),
    block: await chain.getBlock({ blockHash: receipt.blockHash }),
    logs: await chain.getLogs({ fromBlock: 0n, toBlock: receipt.blockNumber }),
    logsByHash: await chain.getLogs({ blockHash: receipt.blockHash }),
    nonce: await chain.getTransactionCount({ address: ACCOUNT }),
  };
}

function serverPid(at = dir): number {
  return JSON.parse(readFileSync(join(at, `chain-${CHAIN_ID}.process.json`), "utf8")).pid;
}

describe("start and stop", () => {
  test("blocks, transactions, receipts and logs survive a restart, and stop leaves no process", async () => {
    const first = await start();
    const hash = await logFortyTwo(first.rpcUrl);
    const before = await history(first.rpcUrl, hash);
    expect(before.logs).toMatchObject([{ transactionHash: hash, data: `0x${"2a".padStart(64, "0")}` }]);
    const pid = serverPid();
    await first.stop();
    expect(processIdentity(pid)).toBeNull();

    const second = await start();
    expect(second.tookOver).toBe(false);
    expect(await history(second.rpcUrl, hash)).toEqual(before);
    await logFortyTwo(second.rpcUrl);
  });

  test("it serves the requested chain, and blocks become final two blocks later", async () => {
    const chain = client((await start({ chainId: 424242 })).rpcUrl);
    expect(await chain.getChainId()).toBe(424242);
    await chain.mine({ blocks: 5 });
    const [latest, safe, finalized] = await Promise.all(
      (["latest", "safe", "finalized"] as const).map((blockTag) => chain.getBlock({ blockTag })),
    );
    expect([safe?.number, finalized?.number].map((n) => Number((latest?.number ?? 0n) - (n ?? 0n)))).toEqual([1, 2]);
  });

  test("two chains share a directory, and two directories each have a chain with the same id", async () => {
    const chains = [await start(), await start({ chainId: 31338 }), await start({ at: join(dir, "other") })];
    const ids = await Promise.all(chains.map(({ rpcUrl }) => client(rpcUrl).getChainId()));
    expect(ids).toEqual([31337, 31338, 31337]);
    const hash = await logFortyTwo(chains[0]?.rpcUrl ?? "");
    await expect(client(chains[2]?.rpcUrl ?? "").getTransactionReceipt({ hash })).rejects.toThrow("could not be found");
  });

  test("what anvil keeps of recent blocks is bounded, stays in the directory, and is gone after stop", async () => {
    const { rpcUrl, stop } = await start();
    // anvil keeps about the first 1 400 in memory only.
    const blocks = 1_800;
    // 1 800 blocks in one request once took longer than the client waits for an answer.
    for (let mined = 0; mined < blocks; mined += 200) await client(rpcUrl).mine({ blocks: 200 });
    const cache = join(dir, `chain-${CHAIN_ID}.cache`);
    const kept = () => readdirSync(cache, { recursive: true }).filter((name) => String(name).endsWith(".json")).length;
    expect(kept()).toBeGreaterThan(0);
    await expect.poll(kept).toBeLessThanOrEqual(32); // anvil writes a new one before it deletes the oldest
    await stop();
    expect(readdirSync(dir).filter((name) => name.includes("cache"))).toEqual([]);
    expect(statSync(join(dir, `chain-${CHAIN_ID}.json`)).size).toBeLessThan(blocks * 2_500);
  });
});

describe("after a crash", () => {
  test("the anvil of a killed process is found, taken over and stopped, then starts with its state", async () => {
    const holder = await hold("chain", dir);
    const hash = await logFortyTwo(holder.url);
    const before = await history(holder.url, hash);
    const pid = serverPid();
    await holder.end("SIGKILL");

    const taken = await start();
    expect(taken).toMatchObject({ tookOver: true, rpcUrl: holder.url });
    expect(await history(taken.rpcUrl, hash)).toEqual(before);
    await taken.stop();
    expect(processIdentity(pid)).toBeNull();

    const next = await start();
    expect(next.tookOver).toBe(false);
    expect(await history(next.rpcUrl, hash)).toEqual(before);
  });

  test("Ctrl-C in the terminal does not reach anvil", async () => {
    const holder = await hold("chain", dir);
    await holder.end("SIGINT");
    expect((await start()).tookOver).toBe(true);
  });

  test("an anvil running with other settings is stopped and restarted with its state", async () => {
    const holder = await hold("chain", dir);
    const hash = await logFortyTwo(holder.url);
    await holder.end("SIGKILL");
    const chain = await start({ blockTimeS: 2 });
    expect(chain.tookOver).toBe(false);
    expect(await client(chain.rpcUrl).getTransactionReceipt({ hash })).toMatchObject({ status: "success" });
  });

  test.each([
    ["gone", { pid: 2 ** 22 + 1, identity: "another boot/1" }],
    ["now another program's", { pid: process.pid, identity: processIdentity(process.pid) }],
  ])("a record whose process is %s is cleared", async (_, holder) => {
    const record = { ...holder, port: 1, args: [] };
    writeFileSync(join(dir, `chain-${CHAIN_ID}.process.json`), JSON.stringify(record));
    expect((await start()).tookOver).toBe(false);
  });

  test("a truncated state file is replaced by the previous start's, with a message", async () => {
    const first = await start();
    const hash = await logFortyTwo(first.rpcUrl);
    await first.stop();
    await (await start()).stop();
    const state = join(dir, `chain-${CHAIN_ID}.json`);
    const whole = readFileSync(state);
    writeFileSync(state, whole.subarray(0, whole.length / 2));

    const log = vi.fn();
    const chain = await start({ log });
    expect(await client(chain.rpcUrl).getTransactionReceipt({ hash })).toMatchObject({ status: "success" });
    expect(log).toHaveBeenCalledWith(expect.stringContaining("Restoring the state of the last start"));
  });

  test("a corrupt state file without a backup is reported and left in place", async () => {
    const state = join(dir, `chain-${CHAIN_ID}.json`);
    writeFileSync(state, "{");
    await expect(start()).rejects.toThrow(`${state} is damaged and has no earlier copy`);
    expect(readFileSync(state, "utf8")).toBe("{");
  });
});

describe("a process that ends without stopping its anvil", () => {
  test.each(["exit", "throw"] as const)("by %s leaves no anvil running and loses no block", async (end) => {
    const holder = await hold("chain", dir, { end });
    const hash = await logFortyTwo(holder.url);
    const pid = serverPid();
    await holder.finish();
    // It has received the signal and ends by itself.
    await expect.poll(() => processIdentity(pid), { timeout: 10_000 }).toBeNull();
    const chain = await start();
    expect(await client(chain.rpcUrl).getTransactionReceipt({ hash })).toMatchObject({ status: "success" });
  });
});

test("a second live instance on the same directory is refused, naming the first", async () => {
  const holder = await hold("chain", dir);
  await expect(start()).rejects.toThrow(`${dir} is in use by process ${holder.process.pid}, another running Turnpike`);
  await holder.end("SIGKILL");
  await start();
});
