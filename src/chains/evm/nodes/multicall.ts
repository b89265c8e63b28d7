// Batches reads or simulations into one eth_call through Multicall3. Each call sees the state changes of earlier ones.
import {
  type Address,
  decodeFunctionResult,
  encodeFunctionData,
  type Hex,
  isHex,
  multicall3Abi,
  numberToHex,
  parseAbi,
  size,
} from "viem";
import type { Connection } from "./client.ts";
import { endpointFailureIn, isExecutionFailure } from "./errors.ts";

export interface SubCall {
  readonly target: Address;
  readonly callData: Hex;
}

export interface SubResult {
  readonly success: boolean;
  /** The returned data, or the revert data. */
  readonly returnData: Hex;
}

/** The call failed as a whole, for example because the node's gas limit for eth_call is too low. */
export class MulticallFailed extends Error {
  constructor(calls: number, nodeMessage: string) {
    super(`a multicall of ${calls} calls failed as a whole: ${nodeMessage}`);
    this.name = "MulticallFailed";
  }
}

/** @param at a block's number or hash. @returns one result per call, in order. @throws MulticallFailed */
export async function multicall(
  { client }: Connection,
  multicall3: Address,
  calls: readonly SubCall[],
  at: bigint | Hex | "latest" = "latest",
): Promise<readonly SubResult[]> {
  const data = encodeFunctionData({
    abi: multicall3Abi,
    functionName: "aggregate3",
    args: [calls.map((call) => ({ ...call, allowFailure: true }))],
  });
  let answer: unknown;
  try {
    const block = typeof at === "bigint" ? numberToHex(at) : at === "latest" ? at : { blockHash: at };
    answer = await client.request({ method: "eth_call", params: [{ to: multicall3, data }, block] });
  } catch (error) {
    const nodeAnswer = endpointFailureIn(error)?.answer;
    if (nodeAnswer && isExecutionFailure(nodeAnswer)) throw new MulticallFailed(calls.length, nodeAnswer.message);
    throw error;
  }
  if (!isHex(answer)) throw new TypeError("the result of eth_call is not hex");
  const results = decodeFunctionResult({ abi: multicall3Abi, functionName: "aggregate3", data: answer });
  if (results.length !== calls.length) throw new TypeError("a multicall's result has the wrong length");
  return results;
}

const WORD_BYTES = 32;

/** A token that returns no valid balance counts as a balance of 0, so it is not offered. */
export const numberIn = (result: SubResult | undefined): bigint => wordIn(result) ?? 0n;

/** The number that a call returned; null if it failed or returned something else. */
export const wordIn = (result: SubResult | undefined): bigint | null =>
  result?.success && size(result.returnData) === WORD_BYTES ? BigInt(result.returnData) : null;

const CHAIN_ID = encodeFunctionData({ abi: parseAbi(["function getChainId() view returns (uint256)"]) });

/**
 * Runs a multicall in the latest state and checks the chain id: another chain may have the same contracts at the same
 * addresses, with different balances and signatures.
 */
export async function multicallOf(
  connection: Connection,
  { multicall3, chainNumber }: { readonly multicall3: Address; readonly chainNumber: number },
  calls: readonly SubCall[],
): Promise<readonly SubResult[]> {
  const results = await multicall(connection, multicall3, [...calls, { target: multicall3, callData: CHAIN_ID }]);
  const found = results.at(-1);
  if (!found?.success || BigInt(found.returnData) !== BigInt(chainNumber)) {
    throw new TypeError("the node ran the simulation on another chain");
  }
  return results.slice(0, -1);
}
