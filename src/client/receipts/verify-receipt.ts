// Verifies receipts offline, by the keys that an installation publishes at `/.well-known/jwks.json`.
import type { RECEIPT_TYPE, Receipt } from "../../payment/receipts/receipt.ts";

export type ReceiptErrorReason =
  /** It is no compact JWS, or too long. */
  | "malformed"
  /** It is signed by another algorithm than EdDSA, or by none. */
  | "wrong_algorithm"
  /** It is another kind of token. */
  | "not_a_receipt"
  /** The set has no such Ed25519 key: fetch the newest one, from the installation that you expect. */
  | "unknown_key"
  /** It was altered, or another key has signed it. */
  | "wrong_signature"
  /** Another installation than the expected one has issued it. */
  | "wrong_issuer"
  /** This runtime has no Ed25519 in its Web Crypto. */
  | "unsupported";

/** The receipt proves nothing. */
export class ReceiptError extends Error {
  readonly reason: ReceiptErrorReason;

  constructor(reason: ReceiptErrorReason, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = "ReceiptError";
    this.reason = reason;
  }
}

export interface VerifyReceiptOptions {
  /** What the installation publishes at `/.well-known/jwks.json`, kept from any earlier time. */
  readonly jwks: { readonly keys: readonly object[] };
  /** The public address of the installation that must have issued it; by default, the keys alone decide. */
  readonly issuer?: string;
}

/** Several times a real one. */
const LENGTH_MAX = 16_384;
const COMPACT = /^([\w-]+)\.([\w-]+)\.([\w-]+)$/;
const TYPE: typeof RECEIPT_TYPE = "turnpike-receipt+jwt";
const ALGORITHM = { name: "Ed25519" };

/**
 * The claims of a receipt whose signature is valid. It asks no server.
 * @throws ReceiptError with the reason
 */
export async function verifyReceipt(receipt: string, { jwks, issuer }: VerifyReceiptOptions): Promise<Receipt> {
  const [, head = "", body = "", signature = ""] = (receipt.length <= LENGTH_MAX && COMPACT.exec(receipt)) || [];
  const header = objectIn(head);
  const bytes = bytesOf(signature);
  if (!header || !bytes) throw new ReceiptError("malformed", "This is not a signed receipt (a compact JWS)");
  if (header.alg !== "EdDSA") throw new ReceiptError("wrong_algorithm", "The receipt is not signed by EdDSA");
  if (header.typ !== TYPE || header.crit !== undefined) {
    throw new ReceiptError("not_a_receipt", `The token is not of the type ${TYPE}`);
  }
  const signed = new TextEncoder().encode(`${head}.${body}`);
  if (!(await crypto.subtle.verify(ALGORITHM, await keyOf(jwks, header.kid), bytes, signed))) {
    throw new ReceiptError("wrong_signature", "The signature is wrong: the receipt was altered, or is a forgery");
  }
  const claims = objectIn(body);
  if (!claims || !isReceipt(claims)) throw new ReceiptError("malformed", "The receipt lacks claims");
  if (issuer !== undefined && claims.iss !== issuer) {
    throw new ReceiptError("wrong_issuer", `The receipt is of ${claims.iss}, not of ${issuer}`);
  }
  return claims;
}

/** An Ed25519 key (RFC 8037). */
interface Jwk {
  readonly kty?: unknown;
  readonly crv?: unknown;
  readonly x?: unknown;
  readonly kid?: unknown;
}

async function keyOf({ keys }: VerifyReceiptOptions["jwks"], wanted: unknown) {
  const isWanted = ({ kid, kty, crv }: Jwk) => kid === wanted && kty === "OKP" && crv === "Ed25519";
  const known = typeof wanted === "string" ? (keys as readonly Jwk[]).find(isWanted) : undefined;
  if (!known) throw new ReceiptError("unknown_key", `The receipt's key ${wanted} is not among the given keys`);
  try {
    const key = { kty: "OKP", crv: "Ed25519", x: String(known.x) };
    return await crypto.subtle.importKey("jwk", key, ALGORITHM, false, ["verify"]);
  } catch (error) {
    const isMissing = error instanceof Error && error.name === "NotSupportedError";
    if (isMissing) throw new ReceiptError("unsupported", "This runtime cannot verify Ed25519 signatures", error);
    throw new ReceiptError("unknown_key", `The given key ${wanted} is no Ed25519 key`, error);
  }
}

const isReceipt = (claims: object): claims is Receipt => {
  const { iss, sub, iat, transaction, terms } = claims as Partial<Receipt>;
  return (
    typeof iss === "string" &&
    typeof sub === "string" &&
    Number.isInteger(iat) &&
    Boolean(transaction) &&
    Boolean(terms)
  );
};

/** Null if it is not a JSON object. */
function objectIn(base64url: string): Record<string, unknown> | null {
  const bytes = bytesOf(base64url);
  if (!bytes) return null;
  try {
    const value: unknown = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

/** Null if it is not base64url. */
function bytesOf(base64url: string): Uint8Array<ArrayBuffer> | null {
  try {
    const text = atob(base64url.replaceAll("-", "+").replaceAll("_", "/"));
    return Uint8Array.from(text, (character) => character.charCodeAt(0));
  } catch {
    return null;
  }
}
