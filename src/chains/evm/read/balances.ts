// Reads what lies on many addresses, tokens and coins alike.
import { type Address, encodeFunctionData, erc20Abi, multicall3Abi, zeroAddress } from "viem";
import type { BlockName, Holding } from "../../../operations/ports/chain/chain-reader.ts";
import type { EvmChainConfig } from "../config/config.ts";
import type { Connection } from "../nodes/client.ts";
import { multicall, type SubCall, wordIn } from "../nodes/multicall.ts";

/** Each balance takes up to 30 000 gas: together under 10 million. */
const BALANCES_PER_CALL_MAX = 300;

export async function balancesAt(
  connection: Connection,
  { multicall3 }: Pick<EvmChainConfig, "multicall3">,
  { hash }: BlockName,
  holdings: readonly Holding[],
): Promise<readonly (bigint | null)[]> {
  const balances: (bigint | null)[] = [];
  for (let start = 0; start < holdings.length; start += BALANCES_PER_CALL_MAX) {
    const calls = holdings.slice(start, start + BALANCES_PER_CALL_MAX).map((each) => balanceCall(multicall3, each));
    balances.push(...(await multicall(connection, multicall3, calls, hash)).map(wordIn));
  }
  return balances;
}

/** The call that returns the balance of a token, or of coins (the zero address). */
export function balanceCall(multicall3: Address, { address, token }: Holding): SubCall {
  const args = [address] as const;
  return token === zeroAddress
    ? { target: multicall3, callData: encodeFunctionData({ abi: multicall3Abi, functionName: "getEthBalance", args }) }
    : { target: token, callData: encodeFunctionData({ abi: erc20Abi, functionName: "balanceOf", args }) };
}
