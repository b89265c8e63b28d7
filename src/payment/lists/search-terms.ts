// Reads the text of the console's search: what a person may quote to find a payment.
import { typedCode, typedText } from "../../money/typed-text.ts";

export interface SearchTerms {
  readonly paymentId: string | null;
  /** Lower case. */
  readonly txHash: `0x${string}` | null;
  /** The buyer's address, in lower case. */
  readonly address: `0x${string}` | null;
  readonly amount: AmountTerm | null;
  /** A literal part of the reference; null if the text is too short for one. */
  readonly reference: string | null;
}

export interface AmountTerm {
  /** Standard units as decimal text. Two readings of an ambiguous text: "1,234" is 1234 or 1.234. */
  readonly standard: readonly string[];
  /** ISO 4217, or null for any. */
  readonly currency: string | null;
}

export const SEARCHABLE =
  "a payment ID, a transaction hash, a buyer's address, an amount, or at least 3 characters of a reference";

/** The longest reference. */
export const SEARCH_LENGTH_MAX = 256;
/** The index of references has no shorter n-grams. */
export const REFERENCE_LENGTH_MIN = 3;

// Ids, hashes and addresses must be complete, but may be part of a link to the checkout or to an explorer.
const PAYMENT_ID = /\bpay_[0-9a-hjkmnp-tv-z]{32}\b/i;
const TX_HASH = /\b0x[0-9a-f]{64}\b/i;
const ADDRESS = /\b0x[0-9a-f]{40}\b/i;

/** @returns null if nothing can be searched by this text */
export function readSearchTerms(given: string): SearchTerms | null {
  const text = typedText(given);
  if (text === "" || given.length > SEARCH_LENGTH_MAX) return null;
  const code = typedCode(given);
  const terms = {
    paymentId: PAYMENT_ID.exec(code)?.[0].toLowerCase() ?? null,
    txHash: hexIn(code, TX_HASH),
    address: hexIn(code, ADDRESS),
    amount: readAmount(code.replaceAll("\u066b", ".").replaceAll("\u066c", ",")),
    reference: text.length >= REFERENCE_LENGTH_MIN ? text : null,
  };
  return Object.values(terms).some((each) => each !== null) ? terms : null;
}

/** Whether only references can contain the text. */
export const isOnlyReference = ({ paymentId, txHash, address, amount, reference }: SearchTerms): boolean =>
  reference !== null && paymentId === null && txHash === null && address === null && amount === null;

const hexIn = (text: string, pattern: RegExp): `0x${string}` | null =>
  (pattern.exec(text)?.[0].toLowerCase() as `0x${string}` | undefined) ?? null;

const SYMBOLS: Readonly<Record<string, string>> = { "€": "EUR", "£": "GBP", US$: "USD" };
/** A number, with a currency before or after it. A dollar or yen sign alone may be one of several currencies. */
const AMOUNT = /^(?<before>[A-Z]{3}|US\$|[€£$¥])?\s*(?<number>\d[\d.,'’ \u00a0\u202f]*)\s*(?<after>[A-Z]{3}|[€£$¥])?$/i;

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
