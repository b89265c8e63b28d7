// An installation with two chains and a payment that was paid on each, as its operator's commands find it.
import { randomBytes } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parseEther } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { expect } from "vitest";
import { type EvmChainConfig, parseChains } from "../../src/chains/evm/config.ts";
import { readConfig } from "../../src/config.ts";
import { deployLocal } from "../../src/local/deploy.ts";
import { chainEntry } from "../../src/local/local-chain.ts";
import { startChain } from "../harness/chain.ts";
import { entryOf } from "../harness/process.ts";
import { type Buyer, setBalance, startOn, startServer, type TestServer, testClient } from "../harness/server.ts";
import { confirm, createPayment, signPayment, untilFinal } from "../harness/wallet.ts";
import { temporaryDir } from "./turnpike.ts";

export const SECOND = "eip155:31338";

export interface TwoChains {
  readonly server: TestServer;
  readonly second: EvmChainConfig;
  /** One on the run's shared chain, one on the second. */
  readonly paid: readonly [string, string];
  readonly open: string;
  /** The settings of the installation, with these chains or its own. */
  settingsOf(chains?: readonly EvmChainConfig[]): Promise<Readonly<Record<string, string>>>;
  /** Where the transfer of a payment is. */
  placeOf(paymentId: string): Promise<{ readonly hash: string; readonly logIndex: number; readonly block: number }>;
  stop(): Promise<void>;
}

export async function startTwoChains(): Promise<TwoChains> {
  const node = await startChain({ blockTimeS: 1, args: ["--chain-id", "31338"] });
  const deployment = await deployLocal(node);
  const parsed = parseChains([{ ...chainEntry(node.rpcUrl, deployment), caip2: SECOND }]);
  if ("issues" in parsed || !parsed.chains[0]) throw new Error("the second chain's entry is refused");
  const [second] = parsed.chains;
  const client = testClient(node.rpcUrl);
  const installed = await startServer({ role: null, bendsBooks: "its tests lie about transfers" });
  for (const key of readConfig({}, installed.installation.environment).relayerKeys) {
    await client.setBalance({ address: privateKeyToAccount(key).address, value: parseEther("1") });
  }
  await settleOn(installed, second);
  const installation = { ...installed.installation, chains: [...installed.installation.chains, second] };
  const service = await startOn(installation, "all");
  const server = { ...installed.at(service.baseUrl ?? ""), installation };
  const onSecond = await server.newBuyer(0n);
  await setBalance(client, deployment.usdc, onSecond.address, 1_000_000_000n);
  const buyers = [await server.newBuyer(), { ...onSecond, account: `${SECOND}:${onSecond.address}` }] as const;
  return {
    server,
    second,
    paid: await Promise.all([pay(server, buyers[0]), pay(server, buyers[1])]),
    open: await createPayment(server),
    settingsOf: (chains = installation.chains) => writeSettings(server, chains),
    placeOf: (paymentId) => placeOf(server, paymentId),
    async stop() {
      await service.stop();
      await server.stop();
      await node.stop();
    },
  };
}

async function settleOn(
  { store, partnerId, merchantId, destination }: TestServer,
  chain: EvmChainConfig,
): Promise<void> {
  const settlements = chain.assets.map(({ id }) => ({
    id: `crypto_${randomBytes(8).toString("hex")}`,
    asset: id,
    destination: `${chain.caip2}:${destination}`,
  }));
  await store.settlements.insert({ partnerId, merchantId, actor: "operator" }, settlements);
}

async function pay(server: TestServer, buyer: Buyer): Promise<string> {
  const paymentId = await createPayment(server);
  await confirm(server, await signPayment(server, paymentId, buyer));
  expect(await untilFinal(server, paymentId)).toMatchObject({ status: "succeeded" });
  return paymentId;
}

async function writeSettings({ installation }: TestServer, chains: readonly EvmChainConfig[]) {
  const TURNPIKE_DIR = await temporaryDir();
  const CHAINS_FILE = join(TURNPIKE_DIR, "chains.json");
  await writeFile(CHAINS_FILE, JSON.stringify(chains.map(entryOf)));
  return { ...installation.environment, CHAINS_FILE, TURNPIKE_DIR };
}

async function placeOf(server: TestServer, paymentId: string) {
  const [row] = await server.sql<{ hash: string; logIndex: number; block: number }>(
    `select '0x' || encode(tx_hash, 'hex') as hash, log_index as "logIndex", block_number::integer as block
       from transfers where payment_id = $1`,
    [paymentId],
  );
  if (!row) throw new Error("no transfer");
  return row;
}
