// A payer's authorisation of a transfer (EIP-3009 TransferWithAuthorization), which x402 clients sign: to a deposit
// address, or to a merchant's destination. Its nonce and its time are of their choice. The confirmation keeps it as its
// signature.
import {
  type Address,
  concat,
  decodeAbiParameters,
  encodeAbiParameters,
  type Hex,
  parseAbiParameters,
  size,
  slice,
} from "viem";
import type { Option } from "../option.ts";

export interface TransferAuthorization {
  readonly from: Address;
  /** Smallest units of the token. */
  readonly value: bigint;
  /** Unix seconds: the chain accepts it in blocks after `validAfter` and before `validBefore`. */
  readonly validAfter: bigint;
  readonly validBefore: bigint;
  readonly nonce: Hex;
  readonly signature: Hex;
}

const MESSAGE = parseAbiParameters("address, uint256, uint256, uint256, bytes32");
/** What `packTransfer` puts before the signature. */
export const MESSAGE_BYTES = 5 * 32;

/** As the router takes it (SignedPull.transfer). */
export const packTransfer = ({ from, value, validAfter, validBefore, nonce, signature }: TransferAuthorization): Hex =>
  concat([encodeAbiParameters(MESSAGE, [from, value, validAfter, validBefore, nonce]), signature]);

/** What `packTransfer` packed; null for an empty signature. */
function unpackTransfer(packed: Hex): TransferAuthorization | null {
  if (size(packed) < MESSAGE_BYTES) return null;
  const [from, value, validAfter, validBefore, nonce] = decodeAbiParameters(MESSAGE, slice(packed, 0, MESSAGE_BYTES));
  const signature = size(packed) === MESSAGE_BYTES ? "0x" : slice(packed, MESSAGE_BYTES);
  return { from, value, validAfter, validBefore, nonce, signature };
}

interface SignedOption {
  readonly option: Pick<Option, "method">;
  readonly signature: Hex;
}

/** Verifying an authorisation needs its transfer several times. */
const transfers = new WeakMap<SignedOption, TransferAuthorization | null>();

/** The transfer that a confirmation authorises; null if a deposit came by itself, and for other methods. */
export function transferOf(signed: SignedOption): TransferAuthorization | null {
  if (!isTransferred(signed.option)) return null;
  const known = transfers.get(signed);
  if (known !== undefined) return known;
  const transfer = unpackTransfer(signed.signature);
  transfers.set(signed, transfer);
  return transfer;
}

/** Whether the payer signs a transfer, if anything, instead of terms. */
export const isTransferred = ({ method }: Pick<Option, "method">): boolean =>
  method === "deposit" || method === "transfer";
