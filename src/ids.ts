// Resource ids: a prefix for the kind and 32 characters of Crockford base32: 48 bits of time (ids created together are
// adjacent in an index) and 112 random bits (a payment id is the capability to pay it).
import { randomBytes } from "node:crypto";

const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";
const TIME_BYTES = 6;
const RANDOM_BYTES = 14;

const PREFIXES = {
  partner: "prtn_",
  key: "key_",
  merchant: "mrch_",
  cryptoSettlement: "crypto_",
  fiatSettlement: "fiat_",
  payment: "pay_",
  exception: "exc_",
  webhookEndpoint: "whe_",
} as const;

export type IdKind = keyof typeof PREFIXES;

/** A new id of this kind, for example `pay_06f3…` (prefix and 32 characters). */
export function newId(kind: IdKind, nowMs: number = Date.now()): string {
  const bytes = Buffer.alloc(TIME_BYTES + RANDOM_BYTES);
  bytes.writeUIntBE(nowMs, 0, TIME_BYTES);
  randomBytes(RANDOM_BYTES).copy(bytes, TIME_BYTES);
  return PREFIXES[kind] + base32(bytes);
}

/** Crockford base32, lower case, five bits a character; the input's length must be a multiple of five bytes. */
function base32(bytes: Uint8Array): string {
  let bits = 0n;
  for (const byte of bytes) bits = (bits << 8n) | BigInt(byte);
  let text = "";
  for (let left = (bytes.length * 8) / 5; left > 0; left--) {
    text = ALPHABET.charAt(Number(bits & 31n)) + text;
    bits >>= 5n;
  }
  return text;
}
