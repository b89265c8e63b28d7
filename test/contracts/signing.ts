// Signs the router's messages like a buyer's wallet: EIP-3009 and Permit2, with the terms hash as nonce.
import { concat, type Hex, hexToBigInt, type LocalAccount, type TypedDataDomain } from "viem";
import { PERMIT2 } from "../../src/chains/evm/deploy.ts";
import { type Terms, termsHash } from "../../src/payment/terms.ts";

export const CHAIN_ID = 31337;

export const USDC_DOMAIN = { name: "USD Coin", version: "2" };

const RECEIVE_WITH_AUTHORIZATION = [
  { name: "from", type: "address" },
  { name: "to", type: "address" },
  { name: "value", type: "uint256" },
  { name: "validAfter", type: "uint256" },
  { name: "validBefore", type: "uint256" },
  { name: "nonce", type: "bytes32" },
] as const;

const PERMIT_TRANSFER_FROM = {
  PermitTransferFrom: [
    { name: "permitted", type: "TokenPermissions" },
    { name: "spender", type: "address" },
    { name: "nonce", type: "uint256" },
    { name: "deadline", type: "uint256" },
  ],
  TokenPermissions: [
    { name: "token", type: "address" },
    { name: "amount", type: "uint256" },
  ],
} as const;

/** @param domain the token's name and version in its EIP-712 domain */
export function signAuthorization(
  signer: LocalAccount,
  terms: Terms,
  domain: { readonly name: string; readonly version: string },
): Promise<Hex> {
  return signer.signTypedData({
    domain: { ...domain, chainId: CHAIN_ID, verifyingContract: terms.token },
    types: { ReceiveWithAuthorization: RECEIVE_WITH_AUTHORIZATION },
    primaryType: "ReceiveWithAuthorization",
    message: {
      from: terms.payer,
      to: terms.router,
      value: terms.amount,
      validAfter: 0n,
      validBefore: BigInt(terms.deadlineS),
      nonce: termsHash(terms),
    },
  });
}

export function signPermit2(signer: LocalAccount, terms: Terms): Promise<Hex> {
  const domain: TypedDataDomain = { name: "Permit2", chainId: CHAIN_ID, verifyingContract: PERMIT2 };
  return signer.signTypedData({
    domain,
    types: PERMIT_TRANSFER_FROM,
    primaryType: "PermitTransferFrom",
    message: {
      permitted: { token: terms.token, amount: terms.amount },
      spender: terms.router,
      nonce: hexToBigInt(termsHash(terms)),
      deadline: BigInt(terms.deadlineS),
    },
  });
}

/** The behaviour of contracts/test/ContractWallet.sol when asked to verify a signature. */
export type WalletMood = "answer" | "burn" | "bomb" | "think";

/** A signature for ContractWallet: its owner's, plus one byte. */
export function walletSignature(ownerSignature: Hex, mood: WalletMood = "answer"): Hex {
  return concat([ownerSignature, { answer: "0x00", burn: "0x01", bomb: "0x02", think: "0x03" }[mood] as Hex]);
}
