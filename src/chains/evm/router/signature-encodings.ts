// Signature encodings that wallets use where tokens and Permit2 accept only one.
import {
  concat,
  decodeAbiParameters,
  type Hex,
  isHex,
  numberToHex,
  parseAbiParameters,
  size,
  slice,
  sliceHex,
} from "viem";

/** r, s and v. */
export const ECDSA_BYTES = 65;
/** r, and s with the parity in its highest bit (EIP-2098). */
const COMPACT_BYTES = 64;
/** Contracts take a v of 27 or 28; some wallets return the parity, 0 or 1. */
export const V_OFFSET = 27;
const PARITY_BIT = 1n << 255n;

/**
 * The same ECDSA signature in 65 bytes with a v of 27 or 28. Null if the signature already has this encoding, or is not
 * an ECDSA signature. A contract wallet may give 64 or 65 bytes any meaning, so try the original first.
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

/** A signature as the token, Permit2 or a deployed wallet takes it. */
export interface PlainSignature {
  readonly type: "plain";
  readonly signature: Hex;
}

/** A signature of a wallet that may not be deployed yet (EIP-6492), with the call that deploys it. */
export interface WrappedSignature {
  readonly type: "wrapped";
  readonly factory: Hex;
  readonly factoryData: Hex;
  /** The signature that the deployed wallet accepts, never wrapped itself. */
  readonly signature: Hex;
}

/** Marks the end of a wrapped signature. */
export const WRAPPED_SUFFIX: Hex = `0x${"6492".repeat(16)}`;
const WRAPPED = parseAbiParameters("address factory, bytes factoryData, bytes signature");
/** Longer than any signature of a contract wallet in use. */
const SIGNATURE_BYTES_MAX = 8_192;

/**
 * The only parser of signatures, for verifying and relaying. An empty one is valid: a contract may accept it for what
 * it approved on chain. Null for a malformed signature: it is not hex, is too long, has the EIP-6492 suffix but cannot
 * be decoded, or is wrapped twice.
 */
export function parseSignature(signature: string): PlainSignature | WrappedSignature | null {
  if (!isHex(signature) || signature.length % 2 !== 0) return null;
  const bytes = size(signature);
  if (bytes > SIGNATURE_BYTES_MAX) return null;
  if (!isWrapped(signature)) return { type: "plain", signature };
  try {
    const body = sliceHex(signature, 0, bytes - size(WRAPPED_SUFFIX));
    const [factory, factoryData, inner] = decodeAbiParameters(WRAPPED, body);
    if (isWrapped(inner)) return null;
    return { type: "wrapped", factory, factoryData, signature: inner };
  } catch {
    return null; // viem cannot decode it
  }
}

const isWrapped = (signature: Hex): boolean => signature.endsWith(WRAPPED_SUFFIX.slice(2));
