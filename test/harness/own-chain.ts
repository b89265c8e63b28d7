// A chain of a test file's own, for tests that stop, reorganise or otherwise bend it, with a proxy between it and the server
// under test. Blocks come each second, unless the test says otherwise.
import type { Hex } from "viem";
import { deployLocal } from "../../src/local/deploy.ts";
import { startChain } from "./chain.ts";
import { type RpcProxy, startRpcProxy } from "./rpc-proxy.ts";
import { type TestChainPlace, testClient } from "./server.ts";

export interface OwnChain extends TestChainPlace {
  /** What the server under test should speak to; the test itself speaks to the node. */
  readonly proxy: RpcProxy;
  /** No block comes until `mine` or `resumeMining`. */
  stopMining(): Promise<void>;
  resumeMining(): Promise<void>;
  mine(blocks?: number): Promise<void>;
  /** One block at this time (Unix seconds); the chain's clock goes on from there. */
  mineAt(timeS: number): Promise<void>;
  /** Unix seconds of the newest block. */
  nowS(): Promise<number>;
  /**
   * Replaces the last `depth` blocks by others, whose transactions are gone as if never sent; `raw` is then the one
   * transaction in the first of the new blocks.
   */
  reorganise(depth: number, raw?: Hex): Promise<void>;
  /** Takes a transaction out of the node's pool. */
  dropFromPool(hash: Hex): Promise<void>;
  stop(): Promise<void>;
}

const BLOCK_TIME_S = 1;

/** @param chainNumber for a test with several chains; without it that of all test chains */
export async function startOwnChain(chainNumber?: number): Promise<OwnChain> {
  const args = chainNumber === undefined ? [] : ["--chain-id", String(chainNumber)];
  const { rpcUrl, stop } = await startChain({ blockTimeS: BLOCK_TIME_S, args });
  const deployment = await deployLocal({ rpcUrl });
  const proxy = await startRpcProxy(rpcUrl);
  const client = testClient(rpcUrl);
  return {
    rpcUrl,
    deployment,
    ...(chainNumber !== undefined && { chainNumber }),
    proxy,
    stopMining: () => client.setIntervalMining({ interval: 0 }),
    resumeMining: () => client.setIntervalMining({ interval: BLOCK_TIME_S }),
    mine: (blocks = 1) => client.mine({ blocks }),
    async mineAt(timeS) {
      await client.setNextBlockTimestamp({ timestamp: BigInt(timeS) });
      await client.mine({ blocks: 1 });
    },
    nowS: async () => Number((await client.getBlock()).timestamp),
    async reorganise(depth, raw) {
      await client.request<{ Method: "anvil_reorg"; Parameters: [number, [Hex, number][]]; ReturnType: null }>({
        method: "anvil_reorg",
        params: [depth, raw ? [[raw, 0]] : []],
      });
    },
    dropFromPool: (hash) => client.dropTransaction({ hash }),
    async stop() {
      await proxy.close();
      await stop();
    },
  };
}
