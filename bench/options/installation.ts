// The installation under test: `turnpike serve` with five chains behind counting proxies, and a merchant that accepts
// every asset on each. The accounts hold USDC.
import { execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { rmSync } from "node:fs";
import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Address, createTestClient, type Hex, http, toHex } from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { parseChains } from "../../src/chains/evm/config/config.ts";
import { localAccounts } from "../../src/local/accounts.ts";
import { chainEntry } from "../../src/local/chain/local-chain.ts";
import { startPostgres } from "../../src/local/postgres/postgres.ts";
import { deployLocal } from "../../src/local/tokens/deploy.ts";
import { startChain } from "../../test/harness/chain/chain.ts";
import { makeKeys, makeMerchant } from "../harness/owner.ts";
import { startServer } from "../harness/server-process.ts";
import { type CountingProxy, startCountingProxy } from "../thousand/counting-proxy.ts";
import { type HttpClient, openClient } from "../thousand/http.ts";

export const CHAINS = 5;
export const ACCOUNTS = 20;
const FIRST_CHAIN_NUMBER = 31_501;
const BLOCK_TIME_S = 1;
const HOLDS = 1_000_000_000n;
const OFFERED_WITHIN_MS = 60_000;

export interface Installation {
  /** CAIP-10, by chain. */
  readonly accounts: readonly (readonly string[])[];
  readonly proxies: readonly CountingProxy[];
  /** The number of options that these accounts have for a payment created beforehand. */
  listOptions(accounts: readonly string[]): Promise<number>;
  /** Waits until these accounts have all their options. @throws after a minute */
  untilOffered(accounts: readonly string[]): Promise<void>;
  stop(): Promise<void>;
}

export async function install(): Promise<Installation> {
  execFileSync(process.execPath, ["scripts/build.js"], { stdio: "inherit" });
  const dir = await mkdtemp(join(tmpdir(), "turnpike-bench-"));
  process.once("exit", () => rmSync(dir, { recursive: true, force: true, maxRetries: 10 }));
  const postgres = await startPostgres({ dir: join(dir, "postgres"), durable: true, log: () => {} });
  const holders = Array.from({ length: ACCOUNTS }, () => privateKeyToAccount(generatePrivateKey()).address);
  const chains = await Promise.all(
    Array.from({ length: CHAINS }, (_, index) => openChain(FIRST_CHAIN_NUMBER + index, holders)),
  );
  const chainsFile = join(dir, "chains.json");
  await writeFile(chainsFile, JSON.stringify(chains.map(({ entry }) => entry)));
  const environment = {
    DATABASE_URL: postgres.databaseUrl,
    CHAINS_FILE: chainsFile,
    // Without a relayer that can pay, no signature would be offered.
    RELAYER_KEYS: localAccounts()
      .relayers.map(({ privateKey }) => privateKey)
      .join(),
    SECRET_KEY: randomBytes(32).toString("hex"),
    RATE_LIMITS: "off",
    PORT: "0",
  };
  const server = await startServer(environment);
  const { apiKey, walletKey } = await makeKeys(environment);
  const client = openClient(server.baseUrl, 1);
  const paymentId = await makePayment(
    client,
    apiKey,
    chains.map(({ entry }) => entry),
  );
  const listOptions = async (accounts: readonly string[]) => {
    const { options } = await client.send<{ options: unknown[] }>({
      method: "POST",
      path: `/v1/gateway/payment/${paymentId}/options`,
      headers: { "api-key": walletKey },
      body: { accounts },
    });
    return options.length;
  };
  return {
    accounts: chains.map(({ entry }) => holders.map((address) => `${entry.caip2}:${address}`)),
    proxies: chains.map(({ proxy }) => proxy),
    listOptions,
    async untilOffered(accounts) {
      const untilMs = performance.now() + OFFERED_WITHIN_MS;
      while ((await listOptions(accounts)) < accounts.length) {
        if (performance.now() > untilMs) throw new Error("not every account has its options");
      }
    },
    async stop() {
      client.close();
      await server.stop();
      await Promise.all(chains.flatMap(({ proxy, node }) => [proxy.stop(), node.stop()]));
      await postgres.stop();
    },
  };
}

async function openChain(chainNumber: number, holders: readonly Address[]) {
  const node = await startChain({ blockTimeS: BLOCK_TIME_S, args: ["--chain-id", String(chainNumber)] });
  const proxy = await startCountingProxy(node.rpcUrl);
  const deployment = await deployLocal(node);
  const chain = createTestClient({ mode: "anvil", transport: http(node.rpcUrl) });
  for (const holder of holders) {
    await chain.request<{ Method: "anvil_dealERC20"; Parameters: [Address, Address, Hex]; ReturnType: null }>({
      method: "anvil_dealERC20",
      params: [holder, deployment.usdc, toHex(HOLDS)],
    });
  }
  return { node, proxy, entry: chainEntry(proxy.url, deployment, chainNumber) };
}

/** A payment of 10.00 USD to a merchant that accepts every asset on every chain. */
async function makePayment(client: HttpClient, apiKey: string, entries: readonly object[]): Promise<string> {
  const parsed = parseChains(entries);
  if (parsed.kind === "invalid") throw new Error(JSON.stringify(parsed.issues));
  const { destination } = localAccounts();
  const settlements = parsed.chains.flatMap(({ caip2, assets }) =>
    assets.map(({ id }) => ({ asset: id, destination: `${caip2}:${destination}` })),
  );
  const { paymentId } = await client.send<{ paymentId: string }>({
    method: "POST",
    path: "/v1/payments",
    headers: { "api-key": apiKey, "merchant-id": await makeMerchant(client, apiKey, settlements) },
    body: {
      amount: { unit: "iso4217/USD", value: "1000" },
      referenceId: "options",
      expiresAt: Math.floor(Date.now() / 1000) + 3_600,
    },
  });
  return paymentId;
}
