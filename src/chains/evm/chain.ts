// One EVM chain, put together from its configuration: what the operations, the watcher and the relayer see of it.
import type { Hex } from "viem";
import type { ChainReader, ChainWriter } from "../../operations/chain-ports.ts";
import type { PaymentChain } from "../../operations/ports.ts";
import type { EvmChainConfig } from "./config.ts";

/** What an operator must know of a chain that does not answer or is not what its configuration says. */
export interface ChainProblem {
  /**
   * unreachable: no RPC URL answers, nothing else is known; wrong: must not start like this; warning: it works, but
   * not well or not for long.
   */
  readonly kind: "unreachable" | "wrong" | "warning";
  /** What is wrong, what was found and expected, and what to do. */
  readonly message: string;
}

export interface EvmChain {
  readonly payment: PaymentChain;
  readonly reader: ChainReader;
  readonly writer: ChainWriter;
  /**
   * Compares the chain with its configuration; never throws. Until it has once passed without an "unreachable" or
   * "wrong", `payment` offers nothing: `readBalances` throws and `verify` is "unknown"; both have it checked again.
   */
  check(): Promise<readonly ChainProblem[]>;
}

/** @param relayerKeys private keys of the accounts that relay on this chain; none: it is read, never written to */
export declare function createEvmChain(config: EvmChainConfig, relayerKeys: readonly Hex[]): EvmChain;
