// An API without a worker, and workers that relay through a node that misbehaves on demand.
import { pino } from "pino";
import type { Address, Hex } from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { expect, type TestContext } from "vitest";
import type { EvmChainConfig } from "../../../src/chains/evm/config/config.ts";
import { paymentKey } from "../../../src/payment/terms.ts";
import type { Service } from "../../../src/service/main.ts";
import { paidEvents } from "../../harness/books.ts";
import type { OwnChain } from "../../harness/chain/own-chain.ts";
import { type RpcProxy, startRpcProxy } from "../../harness/chain/rpc-proxy.ts";
import { type SignedOption, untilFinal } from "../../harness/chain/wallet.ts";
import { startOn, startServer, type TestServer, testClient } from "../../harness/server/server.ts";

export interface Stage {
  /** An API without a worker, so that payments confirmed first go into one batch. */
  readonly server: TestServer;
  /** The worker's node. */
  readonly node: RpcProxy;
  /** The relayers, in the order in which idle ones are picked. */
  readonly relayers: readonly Address[];
  /** Starts a worker, by default with all relayers. @returns its log lines at error level */
  relay(keys?: readonly Hex[]): Promise<{ readonly errors: readonly string[]; stop(): Promise<void> }>;
  readonly keys: readonly Hex[];
}

export async function stage(
  chain: OwnChain,
  { onTestFinished }: Pick<TestContext, "onTestFinished">,
  relayers: number,
  changes: Partial<EvmChainConfig> = {},
): Promise<Stage> {
  const keys = Array.from({ length: relayers }, generatePrivateKey).toSorted(byAddress);
  const node = await startRpcProxy(chain.rpcUrl);
  const environment = { RELAYER_KEYS: keys.join() };
  const server = await startServer({
    place: chain,
    role: "api",
    environment,
    chain: { rpcUrls: [node.url], ...changes },
  });
  const workers = new Set<Service>();
  onTestFinished(async () => {
    for (const worker of workers) await worker.stop();
    await server.stop();
    await node.close();
  });
  const relay: Stage["relay"] = async (by = keys) => {
    const errors: string[] = [];
    const log = pino({ level: "error" }, { write: (line: string) => void errors.push(line) });
    const { environment: all, ...rest } = server.installation;
    const worker = await startOn({ ...rest, environment: { ...all, RELAYER_KEYS: by.join() } }, "worker", { log });
    workers.add(worker);
    const stop = async () => {
      workers.delete(worker);
      await worker.stop();
    };
    return { errors, stop };
  };
  return { server, node, relay, keys, relayers: keys.map((key) => privateKeyToAccount(key).address) };
}

const byAddress = (a: Hex, b: Hex): number =>
  privateKeyToAccount(a).address < privateKeyToAccount(b).address ? -1 : 1;

export async function succeedsOnce({ paymentId }: SignedOption, server: TestServer): Promise<void> {
  expect(await untilFinal(server, paymentId)).toMatchObject({ status: "succeeded" });
  expect(await paidEvents(server, [paymentKey(paymentId)])).toHaveLength(1);
}

/** `expect.poll` does not work in concurrent tests. */
export const EVENTUALLY = { timeout: 40_000, interval: 100 };

/** Gas used by all transactions of these accounts. */
export async function gasOf({ rpcUrl }: OwnChain, accounts: readonly Address[]): Promise<bigint> {
  const senders = accounts.map((account) => account.toLowerCase());
  const client = testClient(rpcUrl);
  const head = await client.getBlockNumber();
  let gas = 0n;
  for (let number = 0n; number <= head; number++) {
    const { transactions } = await client.getBlock({ blockNumber: number, includeTransactions: true });
    for (const { from, hash } of transactions) {
      if (senders.includes(from)) gas += (await client.getTransactionReceipt({ hash })).gasUsed;
    }
  }
  return gas;
}
