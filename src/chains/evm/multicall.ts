// Many reads or simulations in one eth_call, through Multicall3. State changes of a call are seen by the calls after it.
import {
  type Address,
  decodeFunctionResult,
  encodeFunctionData,
  type Hex,
  isHex,
  multicall3Abi,
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
  /** What it returned, or reverted with. */
  readonly returnData: Hex;
}

/** The call as a whole failed, for example for want of gas: the node's limit for an eth_call may be low. */
export class MulticallFailed extends Error {
  constructor(calls: number, nodeMessage: string) {
    super(`a multicall of ${calls} calls failed as a whole: ${nodeMessage}`);
    this.name = "MulticallFailed";
  }
}

/** @returns one result per call, in order, in the state of the latest block, or of the one with this hash. @throws MulticallFailed */
export async function multicall(
  { client }: Connection,
  multicall3: Address,
  calls: readonly SubCall[],
  at: Hex | "latest" = "latest",
): Promise<readonly SubResult[]> {
  const data = encodeFunctionData({
    abi: multicall3Abi,
    functionName: "aggregate3",
    args: [calls.map((call) => ({ ...call, allowFailure: true }))],
  });
  let answer: unknown;
  try {
    const block = at === "latest" ? at : { blockHash: at };
    answer = await client.request({ method: "eth_call", params: [{ to: multicall3, data }, block] });
  } catch (error) {
    const nodeAnswer = endpointFailureIn(error)?.answer;
    if (nodeAnswer && isExecutionFailure(nodeAnswer)) throw new MulticallFailed(calls.length, nodeAnswer.message);
    throw error;
  }
  if (!isHex(answer)) throw new TypeError("an eth_call's result is not hex");
  const results = decodeFunctionResult({ abi: multicall3Abi, functionName: "aggregate3", data: answer });
  if (results.length !== calls.length) throw new TypeError("a multicall's result has the wrong length");
  return results;
}

const WORD_BYTES = 32;

/** A token that does not say what an account holds cannot be offered to it: that is a balance of nothing. */
export const numberIn = (result: SubResult | undefined): bigint =>
  result?.success && size(result.returnData) === WORD_BYTES ? BigInt(result.returnData) : 0n;

const CHAIN_ID = encodeFunctionData({ abi: parseAbi(["function getChainId() view returns (uint256)"]) });

/**
 * The same in the latest state, and only of this very chain: whether an account's money is enough or its signature good is
 * another question on another chain, where the same contracts may stand at the same addresses.
 */
export async function multicallOf(
  connection: Connection,
  { multicall3, chainNumber }: { readonly multicall3: Address; readonly chainNumber: number },
  calls: readonly SubCall[],
): Promise<readonly SubResult[]> {
  const results = await multicall(connection, multicall3, [...calls, { target: multicall3, callData: CHAIN_ID }]);
  const found = results.at(-1);
  if (!found?.success || BigInt(found.returnData) !== BigInt(chainNumber)) {
    throw new TypeError("a simulation on another chain");
  }
  return results.slice(0, -1);
}
