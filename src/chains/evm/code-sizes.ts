// Which of many accounts have code, by one eth_call.
import { type Address, concat, type Hex, isHex, pad, size, sliceHex } from "viem";
import type { Connection } from "./client.ts";

/**
 * Init code that returns the code sizes of the addresses appended to it, a word each:
 * codecopy(0, 33, length); for (i = 0; i < length; i += 32) mstore(i, extcodesize(mload(i))); return(0, length)
 */
export const CODE_SIZES: Hex = "0x602138038060215f395f5b81811015601d5780513b8152602001600a565b505ff3";
const WORD_BYTES = 32;

/**
 * An account that has delegated to code (EIP-7702) has code.
 * @param accounts at most 500: the result must fit the size limit of created code (EIP-170)
 */
export async function accountsWithCode({ client }: Connection, accounts: readonly Address[]): Promise<Address[]> {
  const data = concat([CODE_SIZES, ...accounts.map((account) => pad(account, { size: WORD_BYTES }))]);
  const sizes = await client.request({ method: "eth_call", params: [{ data }, "latest"] });
  if (!isHex(sizes) || size(sizes) !== accounts.length * WORD_BYTES) {
    throw new TypeError("the call for code sizes returned another number of words");
  }
  return accounts.filter((_, index) => BigInt(sliceHex(sizes, index * WORD_BYTES, (index + 1) * WORD_BYTES)) > 0n);
}
