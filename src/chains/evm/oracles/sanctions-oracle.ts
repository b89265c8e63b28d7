// An on-chain sanctions list with `isSanctioned(address)`, the interface of Chainalysis's oracle. Reads are batched.
import { type Address, encodeFunctionData, parseAbi, size } from "viem";
import { coalesce } from "../../../concurrency/coalesce.ts";
import { ScreeningSourceError } from "../../../operations/gateway/screen-accounts.ts";
import type { EvmChainConfig } from "../config/config.ts";
import type { Connection } from "../nodes/client.ts";
import { withChainErrors } from "../nodes/errors.ts";
import { multicallOf, type SubResult } from "../nodes/multicall.ts";

/** One result per account, in order. */
export type SanctionsOracle = (accounts: readonly Address[]) => Promise<readonly boolean[]>;

const ABI = parseAbi(["function isSanctioned(address account) view returns (bool)"]);

const READS_PER_CALL_MAX = 500;
const CALLS_IN_FLIGHT_MAX = 4;
/** The same limit as for balance reads (holdings.ts). */
const WAITING_MAX = 40_000;
/** Longer than any caller waits. */
const WAITING_MS_MAX = 5_000;
const LINGER_MS = 2;
const WORD_BYTES = 32;

/** The returned function throws ChainUnavailableError if the chain does not respond, or ScreeningSourceError. */
export function sanctionsOracle(connection: Connection, config: EvmChainConfig, oracle: Address): SanctionsOracle {
  const callOf = (account: Address) => ({
    target: oracle,
    callData: encodeFunctionData({ abi: ABI, functionName: "isSanctioned", args: [account] }),
  });
  const read = coalesce<Address, SubResult>({
    itemsMax: READS_PER_CALL_MAX,
    inFlightMax: CALLS_IN_FLIGHT_MAX,
    waitingMax: WAITING_MAX,
    waitingMsMax: WAITING_MS_MAX,
    lingerMs: LINGER_MS,
    // Oracles have one address on all chains, and the oracle of another chain may have less data.
    run: (accounts) => multicallOf(connection, config, accounts.map(callOf)),
  });

  /** A call to an address without code succeeds with empty data, which is not a result. */
  function isSanctioned({ success, returnData }: SubResult): boolean {
    const value = success && size(returnData) === WORD_BYTES ? BigInt(returnData) : null;
    if (value !== 0n && value !== 1n) {
      throw new ScreeningSourceError(
        `${config.caip2}: the contract ${oracle} does not implement isSanctioned(address)`,
      );
    }
    return value === 1n;
  }

  return async (accounts) => {
    const results = await withChainErrors(config.caip2, () => Promise.all(accounts.map(read)));
    return results.map(isSanctioned);
  };
}
