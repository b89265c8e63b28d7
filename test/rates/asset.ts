// An asset for tests of prices, which depend on its decimals and peg only.
import type { AuthorizedToken } from "../../src/money/asset.ts";

/** Not pegged unless the test sets a peg. */
export const assetOf = (changes: Partial<AuthorizedToken>): AuthorizedToken => ({
  id: "eip155:1/erc20:0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913",
  chain: "eip155:1",
  address: "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913",
  symbol: "T",
  name: "Token",
  decimals: 6,
  method: "eip3009",
  domain: { name: "Token", version: "1" },
  ...changes,
});
