// The terms a buyer signs. Their hash is the authorisation's nonce (EIP-3009, Permit2), so nobody can redirect the
// money, and signing twice gives the same authorisation. PaymentRouter.sol computes the same hash.
import { type Address, encodeAbiParameters, type Hex, keccak256, stringToHex } from "viem";
import { evmChainNumber } from "../money/caip.ts";

export interface Terms {
  /** CAIP-2. */
  readonly chain: string;
  readonly router: Address;
  /** The payment key: keccak256 of the payment id, which is a capability and must not appear on chain. */
  readonly key: Hex;
  readonly token: Address;
  readonly payer: Address;
  /** Everything the payer pays, the fee included; smallest units of the token. */
  readonly amount: bigint;
  readonly destination: Address;
  /** The part of `amount` that goes to `feeReceiver`. */
  readonly fee: bigint;
  readonly feeReceiver: Address;
  /** Unix seconds; the chain accepts the authorisation in blocks before it (EIP-3009's validBefore). */
  readonly deadlineS: number;
}

const TERMS_ABI = [
  { type: "uint256", name: "chainId" },
  { type: "address", name: "router" },
  { type: "bytes32", name: "key" },
  { type: "address", name: "token" },
  { type: "address", name: "payer" },
  { type: "uint256", name: "amount" },
  { type: "address", name: "destination" },
  { type: "uint256", name: "fee" },
  { type: "address", name: "feeReceiver" },
  { type: "uint256", name: "deadline" },
] as const;

export const paymentKey = (paymentId: string): Hex => keccak256(stringToHex(paymentId));

/** keccak256 of the ABI-encoded terms, as PaymentRouter.termsHash gives it. */
export function termsHash(terms: Terms): Hex {
  return keccak256(
    encodeAbiParameters(TERMS_ABI, [
      BigInt(evmChainNumber(terms.chain)),
      terms.router,
      terms.key,
      terms.token,
      terms.payer,
      terms.amount,
      terms.destination,
      terms.fee,
      terms.feeReceiver,
      BigInt(terms.deadlineS),
    ]),
  );
}
