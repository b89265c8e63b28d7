// The installation under test: durable PostgreSQL, a chain with Circle's USDC, and `turnpike serve` in a separate
// process, or in one for each role. Buyers and merchants are created through its CLI and API.
import { execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { rmSync } from "node:fs";
import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { type Address, createTestClient, type Hex, http, publicActions, toHex } from "viem";
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from "viem/accounts";
import { localAccounts } from "../../src/local/accounts.ts";
import { chainEntry } from "../../src/local/chain/local-chain.ts";
import { startPostgres } from "../../src/local/postgres/postgres.ts";
import { deployLocal } from "../../src/local/tokens/deploy.ts";
import { startChain } from "../../test/harness/chain/chain.ts";
import { type Keys, makeKeys, makeMerchant, turnpike } from "../harness/owner.ts";
import { startServer } from "../harness/server-process.ts";
import { type CountingProxy, startCountingProxy } from "./counting-proxy.ts";
import { openClient } from "./http.ts";

export const FEE_PERCENTAGE = "0.4";
const BLOCK_TIME_S = 1;
const BLOCK_GAS = 30_000_000;
export const BUYER_HOLDS = 1_000_000_000_000n;

export interface Merchant {
  readonly id: string;
  readonly destination: Address;
  /** Its partner's. */
  readonly apiKey: string;
  readonly feeReceiver: Address;
}

export interface Installation {
  readonly baseUrl: string;
  /** The process that serves the API. */
  readonly pid: number;
  /** The server's settings. */
  readonly environment: Readonly<Record<string, string>>;
  readonly walletKey: string;
  readonly caip2: string;
  readonly token: Address;
  readonly relayers: readonly Address[];
  readonly merchants: readonly Merchant[];
  readonly buyers: readonly PrivateKeyAccount[];
  /** Bypasses the counting proxy. */
  readonly chain: ReturnType<typeof chainClient>;
  readonly rpc: CountingProxy;
  /** Log lines of the worker above the level info, by message. */
  readonly warnings: ReadonlyMap<string, number>;
  /** Makes an account hold this much of the token. */
  deal(account: Address, value: bigint): Promise<void>;
  /** Ends the plans that PostgreSQL made for empty tables, as autovacuum does within a minute of the first payments. */
  analyze(): Promise<void>;
  stop(): Promise<void>;
}

const chainClient = (rpcUrl: string) =>
  createTestClient({ mode: "anvil", cacheTime: 0, transport: http(rpcUrl) }).extend(publicActions);

export interface Size {
  readonly buyers: number;
  readonly merchants: number;
  /** If more than one, each has a fee receiver. */
  readonly partners?: number;
  /** An API and a worker in separate processes, as compose.yaml runs them. */
  readonly hasWorker?: boolean;
  /** The folder to which the server, or the API, writes a CPU profile on exit. */
  readonly profileDir?: string | undefined;
  /** Instead of a new, empty one: a database with a partner, to whom all merchants belong. */
  readonly database?: { readonly url: string; readonly partnerId: string };
}

export async function install(size: Size): Promise<Installation> {
  execFileSync(process.execPath, ["scripts/build.js"], { stdio: "inherit" });
  const dir = await mkdtemp(join(tmpdir(), "turnpike-bench-"));
  process.once("exit", () => rmSync(dir, { recursive: true, force: true, maxRetries: 10 }));
  const [postgres, node] = await Promise.all([
    size.database
      ? { databaseUrl: size.database.url, stop: async () => {} }
      : startPostgres({ dir: join(dir, "postgres"), durable: true, log: () => {} }),
    startChain({ blockTimeS: BLOCK_TIME_S, args: ["--gas-limit", String(BLOCK_GAS), "--slots-in-an-epoch", "1"] }),
  ]);
  const rpc = await startCountingProxy(node.rpcUrl);
  const chain = chainClient(node.rpcUrl);
  const deployment = await deployLocal(node);
  const entry = chainEntry(rpc.url, deployment);
  const chainsFile = join(dir, "chains.json");
  await writeFile(chainsFile, JSON.stringify([entry]));
  const { relayers, feeReceiver } = localAccounts();
  const environment = {
    DATABASE_URL: postgres.databaseUrl,
    CHAINS_FILE: chainsFile,
    RELAYER_KEYS: relayers.map(({ privateKey }) => privateKey).join(),
    SECRET_KEY: randomBytes(32).toString("hex"),
    BUYER_DATA_KEYS: `bench:${randomBytes(32).toString("hex")}`,
    FEE_PERCENTAGE,
    RATE_LIMITS: "off",
    // All buyers wait at one address.
    HELD_REQUESTS_PER_ADDRESS: "10000",
    PORT: "0",
  };
  const worker = size.hasWorker ? await startServer(environment, { role: "worker" }) : null;
  const server = await startServer(environment, {
    profileDir: size.profileDir,
    role: size.hasWorker ? "api" : "all",
  });
  const owners: (Keys & { feeReceiver: Address })[] = [];
  for (let i = 0; i < (size.partners ?? 1); i++) {
    const keys = await makeKeys(environment, size.database?.partnerId);
    const receiver = size.partners === undefined ? feeReceiver : newAddress();
    if (receiver !== feeReceiver)
      await turnpike(environment, "partner", "fees", keys.partnerId, "--receiver", receiver);
    owners.push({ ...keys, feeReceiver: receiver });
  }
  const client = openClient(server.baseUrl, 1);
  const merchants: Merchant[] = [];
  for (let i = 0; i < size.merchants; i++) {
    const { apiKey, feeReceiver } = owners[i % owners.length] ?? fail("there are no partners");
    const destination = newAddress();
    const asset = `${entry.caip2}/erc20:${deployment.usdc}`;
    const id = await makeMerchant(client, apiKey, [{ asset, destination: `${entry.caip2}:${destination}` }]);
    merchants.push({ id, destination, apiKey, feeReceiver });
  }
  client.close();
  const buyers = Array.from({ length: size.buyers }, () => privateKeyToAccount(generatePrivateKey()));
  for (const { address } of buyers) await deal(chain, deployment.usdc, address, BUYER_HOLDS);
  return {
    baseUrl: server.baseUrl,
    pid: server.pid,
    environment,
    walletKey: owners[0]?.walletKey ?? "",
    caip2: entry.caip2,
    token: deployment.usdc,
    relayers: relayers.map(({ address }) => address),
    merchants,
    buyers,
    chain,
    rpc,
    warnings: (worker ?? server).warnings,
    deal: (account, value) => deal(chain, deployment.usdc, account, value),
    async analyze() {
      const database = new pg.Client({ connectionString: postgres.databaseUrl });
      await database.connect();
      await database.query("analyze");
      await database.end();
    },
    async stop() {
      await Promise.all([server.stop(), worker?.stop()]);
      await Promise.all([rpc.stop(), node.stop(), postgres.stop()]);
    },
  };
}

async function deal(chain: Installation["chain"], token: Address, account: Address, value: bigint): Promise<void> {
  await chain.request<{ Method: "anvil_dealERC20"; Parameters: [Address, Address, Hex]; ReturnType: null }>({
    method: "anvil_dealERC20",
    params: [account, token, toHex(value)],
  });
}

const newAddress = (): Address => privateKeyToAccount(generatePrivateKey()).address;

function fail(message: string): never {
  throw new Error(message);
}
