// Signature encodings that wallets use where tokens and Permit2 accept only one.
import { concat, decodeAbiParameters, type Hex, numberToHex, parseAbiParameters, size, slice, sliceHex } from "viem";

/** r, s and v. */
const ECDSA_BYTES = 65;
/** r, and s with the parity in its highest bit (EIP-2098). */
const COMPACT_BYTES = 64;
/** Contracts take a v of 27 or 28; some wallets return the parity, 0 or 1. */
const V_OFFSET = 27;
const PARITY_BIT = 1n << 255n;

/**
 * The same ECDSA signature in 65 bytes with a v of 27 or 28. Null if it is encoded so already, or is not an ECDSA
 * signature. A contract wallet may give 64 or 65 bytes any meaning, so try the original first.
 */
export function standardEncoding(signature: Hex): Hex | null {
  if (size(signature) === ECDSA_BYTES) {
    const v = Number(slice(signature, 64));
    return v > 1 ? null : concat([slice(signature, 0, 64), numberToHex(v + V_OFFSET, { size: 1 })]);
  }
  if (size(signature) !== COMPACT_BYTES) return null;
  const parityAndS = BigInt(slice(signature, 32));
  const v = parityAndS & PARITY_BIT ? V_OFFSET + 1 : V_OFFSET;
  const s = numberToHex(parityAndS & ~PARITY_BIT, { size: 32 });
  return concat([slice(signature, 0, 32), s, numberToHex(v, { size: 1 })]);
}

/** A signature of a wallet that may not be deployed yet (EIP-6492), with the call that deploys it. */
export interface WrappedSignature {
  readonly factory: Hex;
  readonly factoryData: Hex;
  /** As the deployed wallet takes it. */
  readonly signature: Hex;
}

/** Marks the end of a wrapped signature. */
export const WRAPPED_SUFFIX: Hex = `0x${"6492".repeat(16)}`;
const WRAPPED = parseAbiParameters("address factory, bytes factoryData, bytes signature");

/** Null if it is not wrapped; "malformed" if it has the suffix but cannot be decoded. */
export function unwrap(signature: Hex): WrappedSignature | "malformed" | null {
  const bodyBytes = size(signature) - size(WRAPPED_SUFFIX);
  if (bodyBytes <= 0 || sliceHex(signature, bodyBytes).toLowerCase() !== WRAPPED_SUFFIX) return null;
  try {
    const [factory, factoryData, inner] = decodeAbiParameters(WRAPPED, sliceHex(signature, 0, bodyBytes));
    return size(inner) === 0 ? "malformed" : { factory, factoryData, signature: inner };
  } catch {
    return "malformed"; // viem cannot decode it
  }
}
