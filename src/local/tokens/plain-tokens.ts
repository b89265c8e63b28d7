// Local tokens without EIP-3009: one like USDT on Ethereum (paid by Permit2) and a plain ERC-20 (paid by transaction).
// Anyone may mint them.
import { type Address, encodeFunctionData, zeroHash } from "viem";
import { type Create2, create2 } from "../../chains/evm/config/deploy.ts";
import { daiTokenAbi, daiTokenBytecode } from "../abi/dai-token.ts";
import { tetherTokenAbi, tetherTokenBytecode } from "../abi/tether-token.ts";
import type { Call } from "./administrator.ts";

export const USDT = { symbol: "USDT", name: "Tether USD", currency: "USD", decimals: 6 } as const;
export const DAI = { symbol: "DAI", name: "Dai Stablecoin", currency: "USD", decimals: 18 } as const;

/** The same addresses on every local chain. */
export const tetherToken = (): Create2 => create2(zeroHash, tetherTokenBytecode);
export const daiToken = (): Create2 => create2(zeroHash, daiTokenBytecode);

export const mintTetherCall = (token: Address, to: Address, amount: bigint): Call => ({
  to: token,
  data: encodeFunctionData({ abi: tetherTokenAbi, functionName: "mint", args: [to, amount] }),
});

export const mintDaiCall = (token: Address, to: Address, amount: bigint): Call => ({
  to: token,
  data: encodeFunctionData({ abi: daiTokenAbi, functionName: "mint", args: [to, amount] }),
});
