// Resource ids: a prefix for the kind and 32 characters of Crockford base32: 48 bits of time (ids created together are
// adjacent in an index) and 112 random bits (a payment id is the capability to pay it). A payment's id ends in its
// bucket, ten bits that may follow from the idempotency key (docs/decisions/0068).
import { hash, randomFillSync } from "node:crypto";

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
  changeRequest: "chg_",
  refund: "rfd_",
  mail: "mail_",
} as const;

export type IdKind = keyof typeof PREFIXES;

/** Ten bits: the last two characters of an id. */
const BUCKETS = 1024;

/** A new id of this kind, for example `mrch_06f3…` (prefix and 32 characters). */
export const newId = (kind: Exclude<IdKind, "payment">, nowMs: number = Date.now()): string =>
  PREFIXES[kind] + base32(newBytes(nowMs));

/** The request that a payment is created by. */
export interface KeyedRequest {
  readonly partnerId: string;
  readonly scope: string;
  readonly key: string;
}

/** @param request null, without an idempotency key: a random bucket; else all ids for it are in one bucket */
export function newPaymentId(request: KeyedRequest | null, nowMs: number = Date.now()): string {
  const bytes = newBytes(nowMs);
  if (request) {
    const end = bytes.length - 2;
    bytes.writeUInt16BE((bytes.readUInt16BE(end) & ~(BUCKETS - 1)) | bucketOfRequest(request), end);
  }
  return PREFIXES.payment + base32(bytes);
}

/** Sorts before the ids of all payments created from `sinceMs` (Unix milliseconds) on. */
export const lowestPaymentId = (sinceMs: number): string => PREFIXES.payment + base32(timeBytes(sinceMs));

/** The bucket that the id names: 0 to 1023. */
export const bucketOf = (id: string): number =>
  ALPHABET.indexOf(id.charAt(id.length - 2)) * ALPHABET.length + ALPHABET.indexOf(id.charAt(id.length - 1));

/** The partner's id, 112 bits that no buyer sees, keeps guesses at the key from being compared with a payment's id. */
const bucketOfRequest = ({ partnerId, scope, key }: KeyedRequest): number =>
  hash("sha256", JSON.stringify([partnerId, scope, key]), "buffer").readUInt16BE() % BUCKETS;

function newBytes(nowMs: number): Buffer {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  const bytes = timeBytes(nowMs);
  pool.copy(bytes, TIME_BYTES, used, used + RANDOM_BYTES);
  used += RANDOM_BYTES;
  return bytes;
}

/** The time, and zeros in place of the random bytes. */
function timeBytes(atMs: number): Buffer {
  const bytes = Buffer.alloc(TIME_BYTES + RANDOM_BYTES);
  bytes.writeUIntBE(atMs, 0, TIME_BYTES);
  return bytes;
}

const CODES = Buffer.from(ALPHABET, "latin1");

/**
 * Crockford base32, lower case, five bits a character; the input's length must be a multiple of five bytes. Written
 * into bytes, because V8 keeps text that grows by characters as a tree of its parts.
 */
function base32(bytes: Uint8Array): string {
  const text = Buffer.allocUnsafe((bytes.length * 8) / 5);
  let bits = 0;
  let count = 0;
  let at = 0;
  for (const byte of bytes) {
    bits = (bits << 8) | byte;
    for (count += 8; count >= 5; count -= 5) text[at++] = CODES[(bits >>> (count - 5)) & 31] as number;
    bits &= (1 << count) - 1;
  }
  return text.toString("latin1");
}
