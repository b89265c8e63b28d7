// The installation under test: PostgreSQL that counts queries, chains behind counting proxies, and `turnpike serve` in
// a separate process with a merchant that accepts USDC on each chain.
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
import { makeKeys, makeMerchant } from "../harness/owner.ts";
import { cpuS } from "../harness/process-usage.ts";
import { startServer } from "../harness/server-process.ts";
import { type CountingProxy, startCountingProxy } from "../thousand/counting-proxy.ts";
import { type HttpClient, openClient } from "../thousand/http.ts";

export const CHAINS = [
  { blockTimeS: 1, chainNumber: 31_601 },
  { blockTimeS: 0.25, chainNumber: 31_602 },
] as const;
const BUYER_HOLDS = 1_000_000_000_000n;
/** One, for gas. */
const BUYER_HOLDS_COINS = 10n ** 18n;

export interface BenchChain {
  readonly caip2: string;
  /** CAIP-19 of its USDC. */
  readonly asset: string;
  readonly proxy: CountingProxy;
  /** Bypasses the proxy. */
  readonly node: ReturnType<typeof nodeClient>;
}

export interface Installation {
  readonly client: HttpClient;
  readonly apiKey: string;
  readonly walletKey: string;
  readonly merchantId: string;
  readonly buyer: PrivateKeyAccount;
  readonly chains: readonly BenchChain[];
  /** CPU seconds that the server's process has used. */
  cpuS(): number;
  /** How often the database has run each statement. */
  queries(): Promise<ReadonlyMap<string, number>>;
  sql<Row extends pg.QueryResultRow>(text: string, values?: readonly unknown[]): Promise<Row[]>;
  /** The block of a payment's transfer. */
  blockOf(paymentId: string): Promise<bigint>;
  stop(): Promise<void>;
}

const nodeClient = (rpcUrl: string) =>
  createTestClient({ mode: "anvil", cacheTime: 0, transport: http(rpcUrl) }).extend(publicActions);

export async function install(): Promise<Installation> {
  execFileSync(process.execPath, ["scripts/build.js"], { stdio: "inherit" });
  const dir = await mkdtemp(join(tmpdir(), "turnpike-bench-"));
  process.once("exit", () => rmSync(dir, { recursive: true, force: true, maxRetries: 10 }));
  const buyer = privateKeyToAccount(generatePrivateKey());
  const postgres = await countingPostgres(join(dir, "postgres"));
  const opened = await Promise.all(CHAINS.map((chain) => openChain(chain, buyer.address)));
  const chainsFile = join(dir, "chains.json");
  await writeFile(chainsFile, JSON.stringify(opened.map(({ entry }) => entry)));
  const environment = {
    DATABASE_URL: postgres.databaseUrl,
    CHAINS_FILE: chainsFile,
    RELAYER_KEYS: localAccounts()
      .relayers.map(({ privateKey }) => privateKey)
      .join(),
    SECRET_KEY: randomBytes(32).toString("hex"),
    RATE_LIMITS: "off",
    DEPOSIT_ADDRESSES_MAX: "1000000",
    PORT: "0",
  };
  const server = await startServer(environment);
  const keys = await makeKeys(environment);
  const client = openClient(server.baseUrl, 4);
  const destination = privateKeyToAccount(generatePrivateKey()).address;
  const settlements = opened.map(({ asset, caip2 }) => ({ asset, destination: `${caip2}:${destination}` }));
  const merchantId = await makeMerchant(client, keys.apiKey, settlements);
  const database = new pg.Client({ connectionString: postgres.databaseUrl });
  await database.connect();
  return {
    client,
    ...keys,
    merchantId,
    buyer,
    chains: opened,
    cpuS: () => cpuS(server.pid),
    async queries() {
      const { rows } = await database.query<{ query: string; calls: string }>(
        `select regexp_replace(query, '\\s+', ' ', 'g') as query, sum(calls) as calls from pg_stat_statements
          where query not like '%pg_stat_statements%' group by 1`,
      );
      return new Map(rows.map(({ query, calls }) => [query, Number(calls)]));
    },
    sql: async (text, values = []) => (await database.query(text, [...values])).rows,
    async blockOf(paymentId) {
      const { rows } = await database.query<{ block_number: string }>(
        "select block_number from transfers where payment_id = $1",
        [paymentId],
      );
      return BigInt(rows[0]?.block_number ?? 0);
    },
    async stop() {
      client.close();
      await server.stop();
      await database.end();
      await Promise.all(opened.flatMap(({ proxy, stop }) => [proxy.stop(), stop()]));
      await postgres.stop();
    },
  };
}

/** A restarted server, because the extension that counts is loaded at the start. */
async function countingPostgres(dir: string) {
  const first = await startPostgres({ dir, durable: true, log: () => {} });
  await once(first.databaseUrl, "alter system set shared_preload_libraries = 'pg_stat_statements'");
  await first.stop();
  const second = await startPostgres({ dir, durable: true, log: () => {} });
  await once(second.databaseUrl, "create extension pg_stat_statements");
  return second;
}

async function once(databaseUrl: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query(statement);
  await client.end();
}

async function openChain({ blockTimeS, chainNumber }: (typeof CHAINS)[number], buyer: Address) {
  const args = ["--chain-id", String(chainNumber), "--slots-in-an-epoch", "1"];
  const { rpcUrl, stop } = await startChain({ blockTimeS, args });
  const proxy = await startCountingProxy(rpcUrl);
  const deployment = await deployLocal({ rpcUrl });
  const node = nodeClient(rpcUrl);
  await node.request<{ Method: "anvil_dealERC20"; Parameters: [Address, Address, Hex]; ReturnType: null }>({
    method: "anvil_dealERC20",
    params: [buyer, deployment.usdc, toHex(BUYER_HOLDS)],
  });
  await node.setBalance({ address: buyer, value: BUYER_HOLDS_COINS });
  const entry = { ...chainEntry(proxy.url, deployment, chainNumber), blockTimeS };
  const { caip2 } = entry;
  return { caip2, proxy, node, entry, asset: `${caip2}/erc20:${deployment.usdc}`, stop };
}
