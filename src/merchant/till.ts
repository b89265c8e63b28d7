// A till: a paired device that takes payments for one merchant and sees only its own sales.
import { randomInt } from "node:crypto";
import { typedCode } from "../money/typed-text.ts";
import { sha256 } from "./session.ts";

export interface TillRecord {
  readonly id: string;
  readonly name: string;
  readonly merchantId: string;
  /** Begins the references of its sales. */
  readonly code: string;
  readonly createdAt: Date;
  /** Null until a device was paired. */
  readonly pairedAt: Date | null;
  /** When the current pairing code ends; null: there is none. */
  readonly pairExpiresAt: Date | null;
  /** Accurate to the minute; null: no device has a session. */
  readonly usedAt: Date | null;
  /** Null until a manager revoked it. */
  readonly revokedAt: Date | null;
}

/** The receipt of a till's paid sale: the first of a day is 1. */
export interface ReceiptNumber {
  /** The day of the sale by the till's clock: "2026-02-18". */
  readonly day: string;
  readonly number: number;
}

/** Whether this process knows the time zone (IANA). */
export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat("en", { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** The calendar day there, as ISO 8601 writes it. */
export function dayIn(timeZone: string): (at: Date) => string {
  const format = new Intl.DateTimeFormat("en", { timeZone, year: "numeric", month: "2-digit", day: "2-digit" });
  return (at) => {
    const parts = new Map(format.formatToParts(at).map(({ type, value }) => [type, value]));
    return `${parts.get("year")}-${parts.get("month")}-${parts.get("day")}`;
  };
}

/** Crockford's base 32 has no letters that look like digits. */
const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const randomText = (length: number): string =>
  Array.from({ length }, () => ALPHABET.charAt(randomInt(ALPHABET.length))).join("");

const CODE_LENGTH = 8;
export const newTillCode = (): string => randomText(CODE_LENGTH);

/** Time to carry the code to the device. */
export const PAIRING_LIFE_S = 600;

/** 60 bits, typed or scanned. */
const PAIRING_LENGTH = 12;
const PAIRING_FORMAT = new RegExp(`^[${ALPHABET}]{${PAIRING_LENGTH}}$`);

export interface NewPairingCode {
  /** Groups of four characters, shown once. */
  readonly code: string;
  /** SHA-256 of the code. */
  readonly hash: Buffer;
}

export function newPairingCode(): NewPairingCode {
  const text = randomText(PAIRING_LENGTH);
  return { code: text.replace(/(.{4})(?!$)/g, "$1-"), hash: sha256(text) };
}

/** The hash to look a code up by, as people type it; null if it is malformed. */
export function hashPairingCode(typed: string): Buffer | null {
  const code = typedCode(typed)
    .toUpperCase()
    .replace(/[\s\p{Dash}]/gu, "");
  const text = code.replaceAll("O", "0").replace(/[IL]/g, "1");
  return PAIRING_FORMAT.test(text) ? sha256(text) : null;
}
