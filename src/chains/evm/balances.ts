// Token balances, many in one call: wallets ask with many accounts, and many wallets ask at once.
import { type Address, encodeFunctionData, erc20Abi, size } from "viem";
import type { Connection } from "./client.ts";
import { coalesce } from "./coalesce.ts";
import type { EvmChainConfig } from "./config.ts";
import { asked } from "./errors.ts";
import { multicall, type SubResult } from "./multicall.ts";

export interface Holding {
  readonly account: Address;
  readonly token: Address;
}

/** 500 reads are about 5 million gas, well under what nodes allow an eth_call. */
const READS_PER_CALL_MAX = 500;
const CALLS_IN_FLIGHT_MAX = 4;
/** Some 400 wallets that ask for 100 accounts at once; beyond that the chain is not keeping up. */
const WAITING_MAX = 40_000;
/** A wallet that has waited so long for its options is better told that there are none now. */
const WAITING_MS_MAX = 10_000;
const LINGER_MS = 2;
const WORD_BYTES = 32;

export function balanceReader(connection: Connection, config: EvmChainConfig) {
  const read = coalesce<Holding, bigint>({
    itemsMax: READS_PER_CALL_MAX,
    inFlightMax: CALLS_IN_FLIGHT_MAX,
    waitingMax: WAITING_MAX,
    waitingMsMax: WAITING_MS_MAX,
    lingerMs: LINGER_MS,
    run: async (holdings) => (await multicall(connection, config.multicall3, holdings.map(balanceCall))).map(balance),
  });

  /** In the tokens' smallest units, in order. @throws ChainUnavailableError */
  return (holdings: readonly Holding[]): Promise<readonly bigint[]> =>
    asked(config.caip2, () => Promise.all(holdings.map(read)));
}

const balanceCall = ({ account, token }: Holding) => ({
  target: token,
  callData: encodeFunctionData({ abi: erc20Abi, functionName: "balanceOf", args: [account] }),
});

/** A token that does not say what an account holds cannot be offered to it: that is a balance of nothing. */
const balance = ({ success, returnData }: SubResult): bigint =>
  success && size(returnData) === WORD_BYTES ? BigInt(returnData) : 0n;
