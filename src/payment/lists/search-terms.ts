// Reads the text of the console's search: what a person may quote to find a payment.
import { typedCode, typedText } from "../../money/typed-text.ts";

export interface SearchTerms {
  readonly paymentId: string | null;
  readonly txHash: HexBeginning | null;
  /** The buyer's address. */
  readonly address: HexBeginning | null;
  readonly amount: AmountTerm | null;
  /** A literal part of the reference; null if the text is too short for one. */
  readonly reference: string | null;
}

/** Hexadecimal digits in lower case, without 0x: all of them, or the first and perhaps the last. */
export interface HexBeginning {
  readonly digits: string;
  readonly end: string;
}

export interface AmountTerm {
  /** Standard units as decimal text. Two readings of an ambiguous text: "1,234" is 1234 or 1.234. */
  readonly standard: readonly string[];
  /** ISO 4217, or null for any. */
  readonly currency: string | null;
}

export const SEARCHABLE =
  "a payment ID, the beginning of a transaction hash or of a buyer's address, an amount, " +
  "or at least 3 characters of a reference";

/** The longest reference. */
export const SEARCH_LENGTH_MAX = 256;
/** The index of references has no shorter n-grams. */
export const REFERENCE_LENGTH_MIN = 3;

// Complete ids, hashes and addresses may be part of a link to the checkout or to an explorer.
const PAYMENT_ID = /\bpay_[0-9a-hjkmnp-tv-z]{32}\b/i;
const TX_HASH = /\b0x(?<digits>[0-9a-f]{64})\b/i;
const ADDRESS = /\b0x(?<digits>[0-9a-f]{40})\b/i;
/** As people type it, or as pages and wallets shorten it: 0x15d3…6A65. */
const BEGINNING = /^0x(?<digits>[0-9a-f]{4,63})(?:\.{2,3}(?<end>[0-9a-f]{0,60}))?$/i;
/** Fewer match too much: one of 16 million transactions has the same six. */
const HEX_DIGITS_MIN = 6;
const ADDRESS_DIGITS = 40;
export const TX_HASH_DIGITS = 64;

/** @returns null if nothing can be searched by this text */
export function readSearchTerms(given: string): SearchTerms | null {
  const text = typedText(given);
  if (text === "" || given.length > SEARCH_LENGTH_MAX) return null;
  const code = typedCode(given);
  const terms = {
    paymentId: PAYMENT_ID.exec(code)?.[0].toLowerCase() ?? null,
    txHash: hexIn(code, TX_HASH) ?? beginningIn(code, TX_HASH_DIGITS),
    address: hexIn(code, ADDRESS) ?? beginningIn(code, ADDRESS_DIGITS),
    amount: readAmount(code.replaceAll("\u066b", ".").replaceAll("\u066c", ",")),
    reference: text.length >= REFERENCE_LENGTH_MIN ? text : null,
  };
  return Object.values(terms).some((each) => each !== null) ? terms : null;
}

/** Whether only references can contain the text. */
export const isOnlyReference = ({ reference, ...others }: SearchTerms): boolean =>
  reference !== null && Object.values(others).every((each) => each === null);

function hexIn(text: string, pattern: RegExp): HexBeginning | null {
  const { digits, end = "" } = pattern.exec(text)?.groups ?? {};
  return digits === undefined ? null : { digits: digits.toLowerCase(), end: end.toLowerCase() };
}

function beginningIn(text: string, length: number): HexBeginning | null {
  const found = hexIn(text, BEGINNING);
  const known = found ? found.digits.length + found.end.length : 0;
  return known >= HEX_DIGITS_MIN && known < length && known !== ADDRESS_DIGITS ? found : null;
}

const SYMBOLS: Readonly<Record<string, string>> = { "€": "EUR", "£": "GBP", US$: "USD" };
/** A number, with a currency before or after it. A sign may stand for several currencies, as $ and ¥ do. */
const AMOUNT =
  /^(?<before>[A-Z]{3}|[A-Z]{0,2}\p{Sc})?\s*(?<number>\d[\d.,'’ \u00a0\u202f]*)\s*(?<after>[A-Z]{3}|[A-Z]{0,2}\p{Sc})?$/iu;

function readAmount(text: string): AmountTerm | null {
  const { before, number, after } = AMOUNT.exec(text)?.groups ?? {};
  if (number === undefined || (before !== undefined && after !== undefined)) return null;
  const standard = readNumber(number.replace(/[\s'’]/g, ""));
  const named = (before ?? after ?? "").toUpperCase();
  const isCode = /^[A-Z]{3}$/.test(named);
  if (standard.length === 0 || (isCode && !Intl.supportedValuesOf("currency").includes(named))) return null;
  return { standard, currency: isCode ? named : (SYMBOLS[named] ?? null) };
}

/** The most digits of an amount. */
const WHOLE_DIGITS_MAX = 18;
/** No currency has more. */
const FRACTION_DIGITS_MAX = 4;

/** The last separator starts the fraction, or all of them group thousands. */
function readNumber(text: string): string[] {
  const last = Math.max(text.lastIndexOf("."), text.lastIndexOf(","));
  const grouped = /^\d{1,3}(?:([.,])\d{3}(?:\1\d{3})*)?$/.test(text) || last < 0;
  const readings = grouped ? [text.replace(/[.,]/g, "")] : [];
  if (last >= 0) {
    const [whole, fraction] = [text.slice(0, last), text.slice(last + 1)];
    const isGrouped =
      /^\d{1,3}(?:\.\d{3})*$|^\d{1,3}(?:,\d{3})*$|^\d+$/.test(whole) && !whole.includes(text.charAt(last));
    if (isGrouped && fraction !== "") readings.push(`${whole.replace(/[.,]/g, "")}.${fraction}`);
  }
  return readings.filter((reading) => {
    const [whole = "", fraction = ""] = reading.split(".");
    return whole.length <= WHOLE_DIGITS_MAX && fraction.length <= FRACTION_DIGITS_MAX;
  });
}
