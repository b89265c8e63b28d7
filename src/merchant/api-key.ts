// API keys: `tp_<role>_<32 random characters>_<checksum>`. The prefix makes a leaked key recognisable to scanners, and the
// checksum tells a mistyped one without asking the database (the model is GitHub's token format).
import { createHash, randomInt } from "node:crypto";
import { crc32 } from "node:zlib";
import { ROLES, type Role } from "./partner.ts";

const ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
/** 32 characters of 62 are 190 bits. */
const RANDOM_LENGTH = 32;
/** 62^6 is more than 2^32. */
const CHECKSUM_LENGTH = 6;
/** Characters of the random part that are kept readable, so that a person can tell keys apart in a list. */
const SHOWN_LENGTH = 4;

const FORM = new RegExp(
  `^(tp_(?:${ROLES.join("|")})_[0-9A-Za-z]{${RANDOM_LENGTH}})_([0-9A-Za-z]{${CHECKSUM_LENGTH}})$`,
);

export interface NewApiKey {
  /** Shown once, to whom it is made for. */
  readonly apiKey: string;
  /** SHA-256 of the key: all that is stored. The key is random, so a slow hash would protect nothing. */
  readonly hash: Buffer;
  /** Its first characters, for recognising it in a list. */
  readonly prefix: string;
}

export function newApiKey(role: Role): NewApiKey {
  const random = Array.from({ length: RANDOM_LENGTH }, () => ALPHABET.charAt(randomInt(ALPHABET.length))).join("");
  const start = `tp_${role}_${random}`;
  const apiKey = `${start}_${checksum(start)}`;
  return { apiKey, hash: sha256(apiKey), prefix: `tp_${role}_${random.slice(0, SHOWN_LENGTH)}` };
}

/** What a key is looked up by, or null where its form or checksum is wrong: no such key was ever made. */
export function hashApiKey(apiKey: string): Buffer | null {
  const [, start, sum] = FORM.exec(apiKey) ?? [];
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
