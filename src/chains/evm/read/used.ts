// Reads whether an option has been paid or used up, by the on-chain trace of its method.
import { erc20Abi, type Hex, parseAbi } from "viem";
import type { BlockName } from "../../../operations/ports/chain/chain-reader.ts";
import type { Option } from "../../../payment/option.ts";
import { termsHash } from "../../../payment/terms.ts";
import { paymentRouterAbi } from "../abi/payment-router.ts";
import type { EvmChainConfig } from "../config/config.ts";
import type { Connection } from "../nodes/client.ts";

export const EIP3009 = parseAbi(["function authorizationState(address authorizer, bytes32 nonce) view returns (bool)"]);
export const PERMIT2 = parseAbi(["function nonceBitmap(address owner, uint256 word) view returns (uint256)"]);

/**
 * Whether the option is used in the state of block `at`. A sweep leaves no trace: a deposit is used if less than the
 * amount lies on its address. Throws if the chain does not respond.
 */
export async function isUsed(
  { client }: Connection,
  { permit2, router }: EvmChainConfig,
  { method, terms }: Pick<Option, "method" | "terms">,
  at: BlockName,
): Promise<boolean> {
  const hash = termsHash(terms);
  const { payer, token } = terms;
  switch (method) {
    case "eip3009":
    case "transfer":
      return client.readContract({
        address: token,
        abi: EIP3009,
        functionName: "authorizationState",
        args: [payer, nonceOf({ method, terms })],
        blockHash: at.hash,
      });
    case "permit2": {
      const { word: index, bit } = permit2Nonce(hash);
      const word = await client.readContract({
        address: permit2,
        abi: PERMIT2,
        functionName: "nonceBitmap",
        args: [payer, index],
        blockHash: at.hash,
      });
      return ((word >> bit) & 1n) === 1n;
    }
    case "erc20":
    case "native":
      return client.readContract({
        address: router,
        abi: paymentRouterAbi,
        functionName: "paid",
        args: [hash],
        blockHash: at.hash,
      });
    case "deposit": {
      const held = await client.readContract({
        address: token,
        abi: erc20Abi,
        functionName: "balanceOf",
        args: [payer],
        blockHash: at.hash,
      });
      return held < terms.amount;
    }
  }
}

/** The nonce that the payer of an option has signed. */
export const nonceOf = ({ method, terms }: Pick<Option, "method" | "terms">): Hex =>
  method === "transfer" ? terms.key : termsHash(terms);

/** A nonce is one bit: its upper 248 bits select the word, its lower 8 the bit in it. */
export const permit2Nonce = (hash: Hex): { readonly word: bigint; readonly bit: bigint } => ({
  word: BigInt(hash) >> 8n,
  bit: BigInt(hash) & 0xffn,
});
