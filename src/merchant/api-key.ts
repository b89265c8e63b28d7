// API keys: `tp_<role>_<32 random characters>_<checksum>`, after GitHub's token format; those of test mode begin with
// `tp_test_`. Scanners recognise leaked keys by the prefix, and the checksum detects typos without a database lookup.
import { createHash, randomInt } from "node:crypto";
import { crc32 } from "node:zlib";
import { isLivemode } from "./mode.ts";
import { ROLES, type Role } from "./partner.ts";

const ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
/** 32 characters of 62 are 190 bits. */
const RANDOM_LENGTH = 32;
/** 62^6 is more than 2^32. */
const CHECKSUM_LENGTH = 6;
/** Random characters kept readable, so that people can tell keys apart in a list. */
const SHOWN_LENGTH = 4;

const FORMAT = new RegExp(
  `^(tp_(?:test_)?(?:${ROLES.join("|")})_[0-9A-Za-z]{${RANDOM_LENGTH}})_([0-9A-Za-z]{${CHECKSUM_LENGTH}})$`,
);

export interface NewApiKey {
  /** Shown once. */
  readonly apiKey: string;
  /** SHA-256 of the key, the only part that is stored. The key is random, so a slow hash would add nothing. */
  readonly hash: Buffer;
  /** Its first characters, shown in lists. */
  readonly prefix: string;
}

/** @param partnerId the key's partner, whose id says its mode */
export function newApiKey(role: Role, partnerId: string): NewApiKey {
  const random = Array.from({ length: RANDOM_LENGTH }, () => ALPHABET.charAt(randomInt(ALPHABET.length))).join("");
  const kind = `${isLivemode(partnerId) ? "tp" : "tp_test"}_${role}`;
  const start = `${kind}_${random}`;
  return storedForm(`${start}_${checksum(start)}`);
}

/** @param apiKey a key of `newApiKey` */
export const storedForm = (apiKey: string): NewApiKey => ({
  apiKey,
  hash: sha256(apiKey),
  prefix: apiKey.slice(0, apiKey.length - RANDOM_LENGTH - CHECKSUM_LENGTH - "_".length + SHOWN_LENGTH),
});

/** The hash to look a key up by, or null if its format or checksum is wrong. */
export function hashApiKey(apiKey: string): Buffer | null {
  const [, start, sum] = FORMAT.exec(apiKey) ?? [];
  return start !== undefined && sum === checksum(start) ? sha256(apiKey) : null;
}

const sha256 = (text: string): Buffer => createHash("sha256").update(text).digest();

/** CRC-32 in base 62. */
function checksum(text: string): string {
  let digits = "";
  for (let rest = crc32(text), left = CHECKSUM_LENGTH; left > 0; left--) {
    digits = ALPHABET.charAt(rest % ALPHABET.length) + digits;
    rest = Math.floor(rest / ALPHABET.length);
  }
  return digits;
}
