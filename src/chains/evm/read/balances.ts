// Reads what lies on many addresses, tokens and coins alike.
import { encodeFunctionData, erc20Abi, multicall3Abi, zeroAddress } from "viem";
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
    const calls = holdings.slice(start, start + BALANCES_PER_CALL_MAX).map(({ address, token }): SubCall => {
      if (token !== zeroAddress) return { target: token, callData: balanceOf(address) };
      const call = { abi: multicall3Abi, functionName: "getEthBalance", args: [address] } as const;
      return { target: multicall3, callData: encodeFunctionData(call) };
    });
    balances.push(...(await multicall(connection, multicall3, calls, hash)).map(wordIn));
  }
  return balances;
}

const balanceOf = (address: Holding["address"]) =>
  encodeFunctionData({ abi: erc20Abi, functionName: "balanceOf", args: [address] });
