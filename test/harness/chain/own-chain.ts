// A chain for one test file that stops, reorganises or changes it, with a proxy between it and the server. A block is
// mined each second unless the test stops mining.
import type { Hex } from "viem";
import { deployLocal } from "../../../src/local/tokens/deploy.ts";
import { type TestChainPlace, testClient } from "../server/server.ts";
import { startChain } from "./chain.ts";
import { type RpcProxy, startRpcProxy } from "./rpc-proxy.ts";

export interface OwnChain extends TestChainPlace {
  /** The server under test uses it; the test itself uses the node. */
  readonly proxy: RpcProxy;
  /** Mines no block until `mine` or `resumeMining`. */
  stopMining(): Promise<void>;
  resumeMining(): Promise<void>;
  mine(blocks?: number): Promise<void>;
  /** Mines one block at this time (Unix seconds); the chain's clock continues from there. */
  mineAt(timeS: number): Promise<void>;
  /** The newest block's time in Unix seconds. */
  nowS(): Promise<number>;
  /**
   * Replaces the last `depth` blocks and drops their transactions; `raw`, if given, is the only transaction in the
   * first of the new blocks.
   */
  reorganise(depth: number, raw?: Hex): Promise<void>;
  /** Removes a transaction from the node's pool. */
  dropFromPool(hash: Hex): Promise<void>;
  stop(): Promise<void>;
}

const BLOCK_TIME_S = 1;

/** @param chainNumber for a test with several chains; by default that of all test chains */
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
