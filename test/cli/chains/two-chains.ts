// An installation with two chains and one paid payment on each, for tests of operator commands.
import { expect, vi } from "vitest";
import type { EvmChainConfig } from "../../../src/chains/evm/config/config.ts";
import { deployLocal } from "../../../src/local/tokens/deploy.ts";
import { startChain } from "../../harness/chain/chain.ts";
import { confirm, createPayment, signPayment, untilFinal } from "../../harness/chain/wallet.ts";
import { entryOf } from "../../harness/server/process.ts";
import {
  type Buyer,
  setBalance,
  startOn,
  startServer,
  type TestServer,
  testClient,
} from "../../harness/server/server.ts";
import { chainsFileOf } from "../turnpike.ts";

export const SECOND = "eip155:31338";

export interface TwoChains {
  readonly server: TestServer;
  readonly second: EvmChainConfig;
  /** One on the shared chain, one on the second. Blocks before and after them are followed. */
  readonly paid: readonly [string, string];
  readonly open: string;
  /** The installation's settings, with its own chains or these. */
  settingsOf(chains?: readonly EvmChainConfig[]): Promise<Readonly<Record<string, string>>>;
  /** The location of a payment's transfer. */
  placeOf(paymentId: string): Promise<{ readonly hash: string; readonly logIndex: number; readonly block: number }>;
  /** Ends the worker that follows both chains. */
  stopFollowing(): Promise<void>;
  stop(): Promise<void>;
}

export async function startTwoChains(): Promise<TwoChains> {
  const node = await startChain({ blockTimeS: 1, args: ["--chain-id", "31338"] });
  const deployment = await deployLocal(node);
  const server = await startServer({
    role: "api",
    otherPlaces: [{ rpcUrl: node.rpcUrl, deployment, chainNumber: 31_338 }],
    bendsBooks: "its tests alter transfers",
  });
  const worker = await startOn(server.installation, "worker");
  let stopped: Promise<void> | null = null;
  const stopFollowing = () => (stopped ??= worker.stop());
  const [, second] = server.installation.chains;
  if (!second) throw new Error("the server has no second chain");
  const onSecond = await server.newBuyer(0n);
  await setBalance(testClient(node.rpcUrl), deployment.usdc, onSecond.address, 1_000_000_000n);
  const buyers = [await server.newBuyer(), { ...onSecond, account: `${SECOND}:${onSecond.address}` }] as const;
  await followedBlocks(server, "count(*) > 1");
  const paid = await Promise.all([pay(server, buyers[0]), pay(server, buyers[1])] as const);
  await followedBlocks(server, "max(number) > (select max(block_number) from transfers where chain = blocks.chain)");
  return {
    server,
    second,
    paid,
    open: await createPayment(server),
    settingsOf: (chains) => writeSettings(server, chains),
    placeOf: (paymentId) => placeOf(server, paymentId),
    stopFollowing,
    async stop() {
      await stopFollowing();
      await server.stop();
      await node.stop();
    },
  };
}

/** Two blocks, on a busy machine. */
const FOLLOWED_WITHIN_MS = 20_000;

/** Waits until this is true of the followed blocks of both chains: there must be some before and after the payments. */
const followedBlocks = (server: TestServer, isEnough: string): Promise<void> =>
  vi.waitFor(async () => {
    const rows = await server.sql(`select chain from chain_blocks blocks group by chain having ${isEnough}`);
    expect(rows).toHaveLength(2);
  }, FOLLOWED_WITHIN_MS);

async function pay(server: TestServer, buyer: Buyer): Promise<string> {
  const paymentId = await createPayment(server);
  await confirm(server, await signPayment(server, paymentId, buyer));
  expect(await untilFinal(server, paymentId)).toMatchObject({ status: "succeeded" });
  return paymentId;
}

/** The settings of a test's installation for commands, with its own chains or these. */
export async function writeSettings(
  { installation }: Pick<TestServer, "installation">,
  chains: readonly EvmChainConfig[] = installation.chains,
): Promise<Readonly<Record<string, string>>> {
  return { ...installation.environment, CHAINS_FILE: await chainsFileOf(...chains.map(entryOf)) };
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
