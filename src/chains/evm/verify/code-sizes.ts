// Reads which accounts have code: one eth_call for many accounts.
import { type Address, concat, type Hex, isHex, pad, size, sliceHex } from "viem";
import { coalesce } from "../../../concurrency/coalesce.ts";
import type { EvmChainConfig } from "../config/config.ts";
import type { Connection } from "../nodes/client.ts";

/**
 * Init code that returns the code sizes of the addresses appended to it, and the chain id, a word each:
 * codecopy(0, 39, length); for (i = 0; i < length; i += 32) mstore(i, extcodesize(mload(i)));
 * mstore(length, chainid()); return(0, length + 32)
 */
export const CODE_SIZES: Hex = "0x602738038060275f395f5b81811015601d5780513b8152602001600a565b504681526020015ff3";
const WORD_BYTES = 32;
/** The result must fit the size limit of created code (EIP-170). */
const ACCOUNTS_PER_CALL_MAX = 500;
const CALLS_IN_FLIGHT_MAX = 2;
const WAITING_MAX = 5_000;
const WAITING_MS_MAX = 10_000;
const LINGER_MS = 2;

/**
 * An account that has delegated to code (EIP-7702) has code.
 * @param accounts at most 500
 * @throws if the node does not respond, or is on another chain: the account may have no code there
 */
export async function accountsWithCode(
  { client }: Connection,
  { chainNumber }: Pick<EvmChainConfig, "chainNumber">,
  accounts: readonly Address[],
): Promise<Address[]> {
  const data = concat([CODE_SIZES, ...accounts.map((account) => pad(account, { size: WORD_BYTES }))]);
  const words = await client.request({ method: "eth_call", params: [{ data }, "latest"] });
  if (!isHex(words) || size(words) !== (accounts.length + 1) * WORD_BYTES) {
    throw new TypeError("the call for code sizes returned another number of words");
  }
  const wordAt = (index: number) => BigInt(sliceHex(words, index * WORD_BYTES, (index + 1) * WORD_BYTES));
  if (wordAt(accounts.length) !== BigInt(chainNumber)) throw new TypeError("the node read code sizes on another chain");
  return accounts.filter((_, index) => wordAt(index) > 0n);
}

/** @returns whether an account has code now; concurrent calls share an eth_call. Throws like `accountsWithCode` */
export function codeReader(
  connection: Connection,
  config: Pick<EvmChainConfig, "chainNumber">,
): (account: Address) => Promise<boolean> {
  return coalesce<Address, boolean>({
    itemsMax: ACCOUNTS_PER_CALL_MAX,
    inFlightMax: CALLS_IN_FLIGHT_MAX,
    waitingMax: WAITING_MAX,
    waitingMsMax: WAITING_MS_MAX,
    lingerMs: LINGER_MS,
    run: async (accounts) => {
      const distinct = [...new Set(accounts)];
      const withCode = new Set(await accountsWithCode(connection, config, distinct));
      return accounts.map((account) => withCode.has(account));
    },
  });
}
