// Resource ids: a prefix for the kind and 32 characters of Crockford base32: 48 bits of time (ids created together are
// adjacent in an index) and 112 random bits (a payment id is the capability to pay it).
import { randomFillSync } from "node:crypto";

const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";
const TIME_BYTES = 6;
const RANDOM_BYTES = 14;

/** Random bytes are drawn for many ids at once: each call of the generator costs more than the rest of an id. */
const pool = Buffer.alloc(RANDOM_BYTES * 256);
let used = pool.length;

const PREFIXES = {
  partner: "prtn_",
  key: "key_",
  merchant: "mrch_",
  cryptoSettlement: "crypto_",
  fiatSettlement: "fiat_",
  payment: "pay_",
  exception: "exc_",
  webhookEndpoint: "whe_",
  paymentLink: "plink_",
  user: "usr_",
  till: "till_",
} as const;

export type IdKind = keyof typeof PREFIXES;

/** A new id of this kind, for example `pay_06f3…` (prefix and 32 characters). */
export function newId(kind: IdKind, nowMs: number = Date.now()): string {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  const bytes = Buffer.alloc(TIME_BYTES + RANDOM_BYTES);
  bytes.writeUIntBE(nowMs, 0, TIME_BYTES);
  pool.copy(bytes, TIME_BYTES, used, used + RANDOM_BYTES);
  used += RANDOM_BYTES;
  return PREFIXES[kind] + base32(bytes);
}

/** Crockford base32, lower case, five bits a character; the input's length must be a multiple of five bytes. */
function base32(bytes: Uint8Array): string {
  let text = "";
  let bits = 0;
  let count = 0;
  for (const byte of bytes) {
    bits = (bits << 8) | byte;
    for (count += 8; count >= 5; count -= 5) text += ALPHABET.charAt((bits >>> (count - 5)) & 31);
    bits &= (1 << count) - 1;
  }
  return text;
}
