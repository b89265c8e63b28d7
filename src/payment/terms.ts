// The terms a buyer signs. Their hash is the authorisation's nonce (EIP-3009, Permit2), so the money cannot be
// redirected, and signing twice gives the same authorisation. PaymentRouter.sol computes the same hash.
import { type Address, encodeAbiParameters, type Hex, zeroAddress } from "viem";
import { evmChainNumber } from "../money/caip.ts";
import { keccak256 } from "./keccak256.ts";

export interface Terms {
  /** CAIP-2. */
  readonly chain: string;
  readonly router: Address;
  readonly destination: Address;
  /** The payment key: keccak256 of the payment id, which is a capability and must not appear on chain. */
  readonly key: Hex;
  readonly payer: Address;
  /** Everything the payer pays, the fee included; smallest units of the token. */
  readonly amount: bigint;
  /** The part of `amount` that goes to `feeReceiver`. */
  readonly fee: bigint;
  /** Unix seconds; the chain accepts the authorisation in blocks before it (EIP-3009's validBefore). */
  readonly deadlineS: number;
  readonly token: Address;
  readonly feeReceiver: Address;
}

const TERMS_ABI = [
  { type: "uint256", name: "chainId" },
  { type: "address", name: "router" },
  { type: "address", name: "destination" },
  { type: "bytes32", name: "key" },
  { type: "address", name: "payer" },
  { type: "uint256", name: "amount" },
  { type: "uint256", name: "fee" },
  { type: "uint256", name: "deadline" },
  { type: "address", name: "token" },
  { type: "address", name: "feeReceiver" },
] as const;

export const paymentKey = (paymentId: string): Hex => keccak256(Buffer.from(paymentId));

type HashedTerms = Omit<Terms, "deadlineS"> & { readonly deadlineS: number | bigint };

/** A confirm needs the same hash several times. */
const hashes = new WeakMap<HashedTerms, Hex>();

/** keccak256 of the ABI-encoded terms, as PaymentRouter.termsHash gives it. On chain, the deadline is any uint256. */
export function termsHash(terms: HashedTerms): Hex {
  const known = hashes.get(terms);
  if (known !== undefined) return known;
  const hash = hashOn(BigInt(evmChainNumber(terms.chain)), terms);
  hashes.set(terms, hash);
  return hash;
}

/** What determines a deposit address: the terms without chain and payer, which is the address itself. */
export type DepositTerms = Omit<HashedTerms, "chain" | "payer">;

/** The CREATE2 salt of a deposit address. Without the chain, money sent on another EVM chain can be recovered there. */
export const depositSalt = (terms: DepositTerms): Hex => hashOn(0n, { ...terms, payer: zeroAddress });

function hashOn(chainId: bigint, terms: Omit<HashedTerms, "chain">): Hex {
  return keccak256(
    encodeAbiParameters(TERMS_ABI, [
      chainId,
      terms.router,
      terms.destination,
      terms.key,
      terms.payer,
      terms.amount,
      terms.fee,
      BigInt(terms.deadlineS),
      terms.token,
      terms.feeReceiver,
    ]),
  );
}
