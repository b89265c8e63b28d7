// Signs the router's messages like a buyer's wallet: EIP-3009 and Permit2, with the terms hash as nonce.
import { type Address, concat, type Hex, hexToBigInt, type LocalAccount, type TypedDataDomain } from "viem";
import { PERMIT2 } from "../../src/chains/evm/config/deploy.ts";
import { type Terms, termsHash } from "../../src/payment/terms.ts";

export const CHAIN_ID = 31337;

export const USDC_DOMAIN = { name: "USD Coin", version: "2" };

/** EIP-3009: of ReceiveWithAuthorization, and of TransferWithAuthorization. */
const AUTHORIZATION = [
  { name: "from", type: "address" },
  { name: "to", type: "address" },
  { name: "value", type: "uint256" },
  { name: "validAfter", type: "uint256" },
  { name: "validBefore", type: "uint256" },
  { name: "nonce", type: "bytes32" },
] as const;

/** Part of the witness in Permit2's message. */
export const MERCHANT_NAME = "Blue Shop";

const PERMIT_WITNESS_TRANSFER_FROM = {
  PermitWitnessTransferFrom: [
    { name: "permitted", type: "TokenPermissions" },
    { name: "spender", type: "address" },
    { name: "nonce", type: "uint256" },
    { name: "deadline", type: "uint256" },
    { name: "witness", type: "Payment" },
  ],
  Payment: [
    { name: "merchant", type: "string" },
    { name: "destination", type: "address" },
    { name: "fee", type: "uint256" },
    { name: "feeReceiver", type: "address" },
    { name: "paymentKey", type: "bytes32" },
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
    types: { ReceiveWithAuthorization: AUTHORIZATION },
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

/** A message of EIP-3009 that anyone can submit. */
export interface TransferMessage {
  readonly from: Address;
  readonly to: Address;
  readonly value: bigint;
  readonly validAfter: bigint;
  readonly validBefore: bigint;
  readonly nonce: Hex;
}

export const signTransfer = (signer: LocalAccount, token: Address, message: TransferMessage): Promise<Hex> =>
  signer.signTypedData({
    domain: { ...USDC_DOMAIN, chainId: CHAIN_ID, verifyingContract: token },
    types: { TransferWithAuthorization: AUTHORIZATION },
    primaryType: "TransferWithAuthorization",
    message,
  });

export function signPermit2(signer: LocalAccount, terms: Terms, merchant = MERCHANT_NAME): Promise<Hex> {
  const { destination, fee, feeReceiver, key } = terms;
  const domain: TypedDataDomain = { name: "Permit2", chainId: CHAIN_ID, verifyingContract: PERMIT2 };
  return signer.signTypedData({
    domain,
    types: PERMIT_WITNESS_TRANSFER_FROM,
    primaryType: "PermitWitnessTransferFrom",
    message: {
      permitted: { token: terms.token, amount: terms.amount },
      spender: terms.router,
      nonce: hexToBigInt(termsHash(terms)),
      deadline: BigInt(terms.deadlineS),
      witness: { merchant, destination, fee, feeReceiver, paymentKey: key },
    },
  });
}

/** The behaviour of contracts/test/ContractWallet.sol when asked to verify a signature. */
export type WalletMood = "answer" | "burn" | "bomb" | "think";

/** A signature for ContractWallet: its owner's, plus one byte. */
export function walletSignature(ownerSignature: Hex, mood: WalletMood = "answer"): Hex {
  return concat([ownerSignature, { answer: "0x00", burn: "0x01", bomb: "0x02", think: "0x03" }[mood] as Hex]);
}
