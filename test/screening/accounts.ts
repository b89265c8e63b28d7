// Accounts for screening tests.
import { generatePrivateKey, privateKeyToAddress } from "viem/accounts";
import type { AccountId } from "../../src/money/caip.ts";

export function newAccount(chain = "eip155:1"): AccountId {
  const address = privateKeyToAddress(generatePrivateKey());
  return { chain, address, text: `${chain}:${address}` };
}
