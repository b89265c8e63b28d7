// The world of one seed: a chain with its nodes, processes of the installation, a merchant, and simulated time.
import { type Address, keccak256, stringToHex } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { type EvmChainConfig, parseChains } from "../../src/chains/evm/config/config.ts";
import type { Log } from "../../src/operations/ports/log.ts";
import { ANY_CHAIN, type FeePolicy } from "../../src/payment/fee.ts";
import { type Database, openDatabase } from "../../src/store/database/database.ts";
import { createStore, type Store } from "../../src/store/store.ts";
import { addressOf } from "./chain/accounts.ts";
import { Blockchain } from "./chain/blockchain.ts";
import { RpcError, SimulatedNode } from "./chain/node.ts";
import { CAIP2, DECIMALS, DOMAIN, MULTICALL3, PERMIT2, ROUTER, USDC, USDT } from "./chain/state.ts";
import { bytesOf, refillIds, type Surroundings } from "./clock.ts";
import type { SimulatedDatabase } from "./database.ts";
import { FEE_PPM, type Habitat, Process } from "./process.ts";
import { type Random, randomOf } from "./random.ts";

const START_S = 2_000_000_000;
export const BLOCK_TIME_S = 2;
export const INCLUSION_GRACE_S = 30;
/** A transfer of this many dollars needs two nodes that show it. */
export const SECOND_SOURCE_FROM = 50;
export const FEE_RECEIVER = addressOf("fee receiver");
export const DESTINATION = addressOf("merchant");
export const POLICY = [
  { from: "0", blocks: 2 },
  { from: "50", blocks: 4 },
  { from: "200", blocks: 3, finality: "finalized" as const },
];
const RELAYER_KEYS = ["relayer 1", "relayer 2", "relayer 3"].map((name) => keccak256(stringToHex(name)));
const RELAYERS = RELAYER_KEYS.map((key) => privateKeyToAccount(key).address);
/** Used at the same time. */
const RELAYERS_USED = 2;
export const RELAYER_COIN = 10n ** 20n;
const URLS = ["http://first.example", "http://second.example", "http://third.example"];
export const PROCESSES = 2;
/** One in so many seeds has deposits, so that the others keep to the troubles of signed payments. */
const DEPOSITS_EVERY = 3;

/** Shared by all seeds. */
export interface Installation {
  readonly database: SimulatedDatabase;
  readonly connections: readonly Database[];
}

export const install = (database: SimulatedDatabase): Installation => ({
  database,
  connections: Array.from({ length: PROCESSES + 1 }, () =>
    openDatabase({ url: database.url, connectionsMax: 1, onError: () => {} }),
  ),
});

export async function uninstall({ database, connections }: Installation): Promise<void> {
  await Promise.all([database.close(), ...connections.map((connection) => connection.close())]);
}

export interface Merchant {
  readonly partnerId: string;
  readonly merchantId: string;
  /** The partner's own; null: the installation's. */
  readonly fees: FeePolicy | null;
}

/** The others have fee receivers of their own. */
const MERCHANTS = 3;
/** The last one's: 1 %, at most 50 cents. */
const TOLERANCE = { ppm: 10_000n, most: new Map([["USD", 50n]]) };

export class Scene {
  readonly random: Random;
  /** Whether payments have deposit addresses. */
  readonly hasDeposits: boolean;
  readonly chain: Blockchain;
  readonly nodes: readonly SimulatedNode[];
  readonly config: EvmChainConfig;
  readonly processes: Process[] = [];
  readonly merchants: Merchant[] = [];
  readonly database: SimulatedDatabase;
  readonly say: (line: string) => void;
  /** Milliseconds by which each process's clock is wrong. */
  readonly #skewsMs: readonly number[];
  readonly #connections: readonly Database[];
  readonly #bytes: (count: number) => Buffer;
  /** Seconds by which the chain's clock is ahead of ours. */
  readonly #chainAheadS: number;
  /** Whether a source of screening responds. */
  isScreening = true;
  #nowMs = START_S * 1_000;
  #isClockBehind = true;
  #runs = 0;
  #firstRelayer = 0;
  #pending = 0;
  /** An error in the simulated chain, which the code under test would take for a node's. */
  #bug: unknown = null;

  constructor({ database, connections }: Installation, seed: number, say: (line: string) => void) {
    this.random = randomOf(seed);
    this.hasDeposits = seed % DEPOSITS_EVERY === 0;
    this.database = database;
    this.#connections = connections;
    this.say = say;
    this.#bytes = bytesOf(seed);
    const skewMaxMs = this.random.pick([0, 5_000, 30_000]);
    this.#skewsMs = Array.from({ length: PROCESSES }, () => this.random.between(-skewMaxMs, skewMaxMs));
    this.#chainAheadS = this.random.pick([0, 0, this.random.between(-20, 20)]);
    this.chain = new Blockchain(this.chainNowS, {
      balances: new Map(),
      allowances: new Map(),
      used: new Set(),
      paid: new Set(),
      nonces: new Map(),
      coin: new Map(RELAYERS.map((relayer): [Address, bigint] => [relayer, RELAYER_COIN])),
    });
    this.nodes = URLS.map((url) => new SimulatedNode(url, this.chain));
    this.config = configOf(this.random.between(2, 4), this.hasDeposits);
  }

  get nowMs(): number {
    return this.#nowMs;
  }

  get chainNowS(): number {
    return Math.floor(this.#nowMs / 1_000) + this.#chainAheadS;
  }

  /** Accounts whose keys the processes have. */
  get relayers(): readonly Address[] {
    return RELAYERS.slice(this.#firstRelayer, this.#firstRelayer + RELAYERS_USED);
  }

  /** Replaces the first key, from the next start of each process. @returns its account; null if there is no other */
  rotateKeys(): Address | null {
    if (this.#firstRelayer + RELAYERS_USED === RELAYERS.length) return null;
    this.#firstRelayer += 1;
    return RELAYERS[this.#firstRelayer - 1] ?? null;
  }

  /** How often a process has run: the database changes only then. */
  get runs(): number {
    return this.#runs;
  }

  async open(): Promise<void> {
    await this.database.clear();
    refillIds(this.#bytes);
    await this.#begin();
    const [, , setup] = this.#connections;
    if (!setup) throw new Error("a connection is missing");
    const store = createStore(setup, { connectionsMax: 1 });
    for (let number = 1; number <= MERCHANTS; number++) this.merchants.push(await newMerchant(setup, store, number));
    const { partnerId = "" } = this.merchants.at(-1) ?? {};
    if (this.hasDeposits) await store.partners.setDepositTolerance(partnerId, TOLERANCE);
    for (let index = 0; index < PROCESSES; index++) await this.startProcess(index);
  }

  async startProcess(index: number): Promise<void> {
    const database = this.#connections[index];
    if (!database) throw new Error("a connection is missing");
    const habitat: Habitat = {
      config: this.config,
      relayerKeys: RELAYER_KEYS.slice(this.#firstRelayer, this.#firstRelayer + RELAYERS_USED),
      database,
      begin: () => this.#begin(),
      nowMs: () => this.#nowMs + (this.#skewsMs[index] ?? 0),
      bytes: this.#bytes,
      screens: () => this.isScreening,
      request: (url, body, reach) => this.#request(url, body, reach),
      log: this.#logOf(index),
    };
    this.processes[index] = new Process(`process ${index + 1}`, habitat);
  }

  pass(seconds: number): void {
    this.#nowMs += seconds * 1_000;
    this.#isClockBehind = true;
  }

  async #begin(): Promise<void> {
    this.#runs += 1;
    if (!this.#isClockBehind) return;
    this.#isClockBehind = false;
    await this.database.setTime(this.#nowMs);
  }

  /** Waits for requests in the background, so that they do not depend on how fast this machine is. */
  async settle(): Promise<void> {
    do await new Promise((resolve) => setImmediate(resolve));
    while (this.#pending > 0);
    if (this.#bug) throw this.#bug;
  }

  close(): void {
    for (const process of this.processes) process.kill();
  }

  async #request(url: string, body: string, reach: Surroundings["reach"]): Promise<Response> {
    const node = this.nodes.find((each) => new URL(each.url).host === new URL(url).host);
    if (!node) throw new TypeError(`no node at ${url}`);
    const { method, params, id } = JSON.parse(body) as { method: string; params: unknown[]; id: number };
    await reach(`${method} to ${url}`);
    this.#pending += 1;
    try {
      const reply = await this.#reply(node, method, params ?? []);
      if (reply instanceof Response) return reply;
      if (method === "eth_sendRawTransaction" && this.random.chance(node.faults.losesReplies)) throw hangUp();
      return json({ jsonrpc: "2.0", id, ...reply });
    } finally {
      this.#pending -= 1;
      await reach(`the reply to ${method}`);
    }
  }

  async #reply(node: SimulatedNode, method: string, params: readonly unknown[]) {
    const { failing } = node.faults;
    if (failing && this.random.chance(failing.share)) {
      if (failing.how === "hang_up") throw hangUp();
      if (failing.how === "http") return new Response("bad gateway", { status: 502 });
      return { error: { code: -32_005, message: "rate limit exceeded" } };
    }
    try {
      return { result: await node.answer(method, params) };
    } catch (error) {
      if (error instanceof RpcError) return { error: { code: error.code, message: error.message } };
      this.#bug = error;
      throw error;
    }
  }

  #logOf(index: number): Log {
    const line = (level: string) => (fields: object, message: string) =>
      this.say(`    process ${index + 1} ${level}: ${message} ${textOf(fields)}`);
    return { info: () => {}, warn: line("warns"), error: line("reports") };
  }
}

async function newMerchant(database: Database, store: Store, number: number): Promise<Merchant> {
  const [partnerId, merchantId] = [`prtn_${number}`, `mrch_${number}`];
  const text = "insert into partners (id, name, version) values ($1, 'Shop', '2026-02-18')";
  await database.query({ text, values: [partnerId] });
  await store.merchants.insert({ id: merchantId, partnerId, name: "Shop", email: null, logo: null });
  await store.settlements.insert(
    { partnerId, merchantId, actor: "operator", via: "cli" },
    [USDC, USDT].map((token, index) => ({
      id: `crypto_${number}_${index}`,
      asset: `${CAIP2}/erc20:${token}`,
      destination: `${CAIP2}:${DESTINATION}`,
    })),
  );
  if (number === 1) return { partnerId, merchantId, fees: null };
  const receivers = new Map([[ANY_CHAIN, addressOf(`fee receiver of ${partnerId}`)]]);
  const own = { ppm: FEE_PPM, fixed: new Map(), minimum: new Map(), receivers };
  return { partnerId, merchantId, fees: (await store.feePolicies.append(partnerId, null, own))?.policy ?? null };
}

const hangUp = () => new TypeError("fetch failed");
const json = (body: unknown) => new Response(JSON.stringify(body), { headers: { "content-type": "application/json" } });

export const textOf = (fields: unknown): string =>
  JSON.stringify(fields, (_, value: unknown) => {
    if (typeof value === "bigint") return value.toString();
    return value instanceof Error ? value.message : value;
  });

function configOf(batchMax: number, deposits: boolean): EvmChainConfig {
  const base = { decimals: DECIMALS, peggedTo: "USD", deposits };
  const parsed = parseChains([
    {
      caip2: CAIP2,
      name: "Simulated chain",
      rpcUrls: URLS,
      router: ROUTER,
      permit2: PERMIT2,
      multicall3: MULTICALL3,
      feeReceiver: FEE_RECEIVER,
      confirmations: POLICY,
      secondSourceFrom: String(SECOND_SOURCE_FROM),
      inclusionGraceS: INCLUSION_GRACE_S,
      blockTimeS: BLOCK_TIME_S,
      batchMax,
      maxFeePerGasGwei: "50",
      assets: [
        { ...base, address: USDC, symbol: "USDC", name: "USDC", method: "eip3009", domain: DOMAIN },
        { ...base, address: USDT, symbol: "USDT", name: "USDT", method: "erc20" },
      ],
    },
  ]);
  const [config] = parsed.kind === "ok" ? parsed.chains : [];
  if (!config) throw new Error(`the simulated chain's configuration is invalid: ${textOf(parsed)}`);
  return config;
}
