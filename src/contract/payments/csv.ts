// CSV (RFC 4180) as spreadsheets read it.
import Type from "typebox";
import { formatFixedUnits, formatStandardUnits } from "../../money/amount.ts";
import { decimalSeparator } from "../../money/digits.ts";
import type { WireAmount } from "../amounts.ts";

/** The parameter of every export. */
export const csvLocale = Type.Optional(
  Type.String({
    pattern: "^[A-Za-z0-9]{1,8}(-[A-Za-z0-9]{1,8}){0,7}$",
    description: "a BCP 47 language tag: the reader's, whose spreadsheet will open the file",
  }),
);

/** How a spreadsheet of a language reads numbers, and so separates cells. */
export interface Spreadsheet {
  readonly separator: "," | ";";
  readonly decimal: "." | ",";
}

export function spreadsheetOf(locale = "en"): Spreadsheet {
  const isComma = decimalOf(locale) === ",";
  return isComma ? { separator: ";", decimal: "," } : { separator: ",", decimal: "." };
}

function decimalOf(locale: string): string | undefined {
  try {
    return decimalSeparator(locale);
  } catch {
    return undefined; // not a language tag
  }
}

type Kind = "plain" | "free" | "time" | "amount";

/** The columns of a table, by their names in the head. */
export type CsvColumns<Row> = Readonly<Record<string, readonly [kind: Kind, read: (row: Row) => string | undefined]>>;

/** Standard units, for example 10.5; smallest units if the decimals are no longer known. */
export const units = (amount: WireAmount | undefined): string | undefined =>
  amount && formatStandardUnits(BigInt(amount.value), amount.display?.decimals ?? 0);

/** The same with all decimals, as a currency has them: 10.50. */
export const fixedUnits = (amount: WireAmount | undefined): string | undefined =>
  amount && formatFixedUnits(BigInt(amount.value), amount.display?.decimals ?? 0);

interface Sized {
  /** In the smallest unit. */
  readonly value: bigint;
  readonly decimals: number;
}

const RATE_DECIMALS = 10;

/** The price of one token in the currency, at which the fiat amount was asked as the token's; rounded down. */
export function tokenPrice(fiat: Sized, token: Sized): string {
  const scaled = fiat.value * 10n ** BigInt(token.decimals + RATE_DECIMALS);
  return formatStandardUnits(scaled / (token.value * 10n ** BigInt(fiat.decimals)), RATE_DECIMALS);
}

const LINE_END = "\r\n";

/** Without it, a spreadsheet takes UTF-8 for the machine's own code page. */
const BYTE_ORDER_MARK = "\uFEFF";

export const csvHead = (columns: CsvColumns<never>, { separator }: Spreadsheet): string =>
  BYTE_ORDER_MARK + Object.keys(columns).join(separator) + LINE_END;

export const csvLine = <Row>(columns: CsvColumns<Row>, row: Row, spreadsheet: Spreadsheet): string =>
  Object.values(columns)
    .map(([kind, read]) => csvCell(kind, read(row) ?? "", spreadsheet))
    .join(spreadsheet.separator) + LINE_END;

/** A number, date or time of a spreadsheet: it would lose leading zeros, digits after the 15th, or its form. */
const LIKE_NUMBER = /^\s*[0-9][0-9\s.,:/+e-]*$/i;
/**
 * Text that spreadsheets would run as a formula (https://owasp.org/www-community/attacks/CSV_Injection), including the
 * full-width forms of the characters. Names and references are untrusted.
 */
const FORMULA = /^\s*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]/;
/** The same for spreadsheets that split cells at semicolons, as in much of Europe, and ignore quotes within a cell. */
const FORMULA_WITHIN = /(;[\s"]*)(?=[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/g;
/** Such spreadsheets end a row at any line break. Names stored before line breaks were refused may contain some. */
const CONTROLS = /[\p{Cc}\p{Zl}\p{Zp}]+/gu;
const QUOTED = /[",;]/;

export function csvCell(kind: Kind, text: string, { decimal }: Spreadsheet): string {
  if (kind === "amount") return text.replace(".", decimal);
  if (kind === "time") return text.slice(0, "2026-02-18T09:30:00".length).replace("T", " ");
  const within = text.replace(CONTROLS, " ").replace(FORMULA_WITHIN, "$1'");
  if (kind === "free" && LIKE_NUMBER.test(within)) return `"=""${within}"""`; // a formula whose result is the text
  const harmless = FORMULA.test(within) ? `'${within}` : within;
  return QUOTED.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
