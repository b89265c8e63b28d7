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

const WORD_BYTES = 32;
const DEADLINE_WORD = TERMS_ABI.findIndex(({ name }) => name === "deadline");

/** The same for many deadlines, without encoding all terms for each. */
export function depositSaltsOf(terms: Omit<DepositTerms, "deadlineS">): (deadlineS: number) => Hex {
  const encoded = Buffer.from(encode(0n, { ...terms, payer: zeroAddress, deadlineS: 0 }).slice(2), "hex");
  const end = (DEADLINE_WORD + 1) * WORD_BYTES;
  return (deadlineS) => {
    encoded.writeBigUInt64BE(BigInt(deadlineS), end - 8);
    return keccak256(encoded);
  };
}

const hashOn = (chainId: bigint, terms: Omit<HashedTerms, "chain">): Hex => keccak256(encode(chainId, terms));

const encode = (chainId: bigint, terms: Omit<HashedTerms, "chain">): Hex =>
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
  ]);
