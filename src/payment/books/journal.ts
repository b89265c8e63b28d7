// Entries as plain-text accounting reads them: a journal of hledger, or a file of Beancount.
import { formatFiat, formatStandardUnits } from "../../money/amount.ts";
import type { Asset } from "../../money/asset.ts";
import { knownCurrency } from "../../money/fiat.ts";
import type { BookEntry } from "./entry.ts";
import { type Posting, postingsOf } from "./postings.ts";

/** Null once the asset is no longer configured: its amounts are then in smallest units. */
export type FindAsset = (assetId: string) => Pick<Asset, "symbol" | "decimals"> | null;

interface JournalFormat {
  readonly head: string;
  /** The first line of a transaction. */
  title(date: string, entry: BookEntry): string;
  fact(name: string, value: string): string;
  commodity(name: string): string;
}

/** Control characters would end a line. */
const CONTROLS = /[\p{Cc}\p{Zl}\p{Zp}]+/gu;

const titleOf = ({ kind, exception, referenceId }: BookEntry): string =>
  [TITLES[kind], exception, referenceId].filter(Boolean).join(" ").replaceAll(CONTROLS, " ");

const TITLES: Readonly<Record<BookEntry["kind"], string>> = {
  payment: "payment",
  refund: "refund",
  marked: "marked as refunded",
  exception: "exception",
  withdrawn: "exception withdrawn",
};

export const HLEDGER: JournalFormat = {
  head: "",
  // A semicolon begins a comment, a bar ends the payee.
  title: (date, entry) => `${date} * (${entry.paymentId}) ${titleOf(entry).replaceAll(/[;|]/g, " ")}`,
  fact: (name, value) => `    ; ${name}:${value}`,
  commodity: (name) => `"${name}"`,
};

export const BEANCOUNT: JournalFormat = {
  // Amounts without decimals, as of JPY, allow no rounding, and total prices are divided.
  head: 'plugin "beancount.plugins.auto_accounts"\noption "inferred_tolerance_default" "*:0.000001"\n',
  title: (date, entry) => `${date} * "${titleOf(entry).replaceAll("\\", "\\\\").replaceAll('"', '\\"')}"`,
  fact: (name, value) => `  ${name}: "${value}"`,
  commodity: (name) => name,
};

/** Begins a comment in both programs. */
const COMMENT = "; ";

/** @param title a line for the reader */
export const journalHead = (format: JournalFormat, title: string): string => `${COMMENT}${title}\n${format.head}\n`;

export function journalEntry(format: JournalFormat, entry: BookEntry, find: FindAsset): string {
  const postings = postingsOf(entry);
  const title = format.title(entry.at.toISOString().slice(0, 10), entry);
  if (postings.length === 0) return `${COMMENT}${title} ${entry.paymentId} (no money of the merchant moved)\n\n`;
  const facts = factsOf(entry).flatMap(([name, value]) => (value === null ? [] : [format.fact(name, value)]));
  const lines = postings.map((posting) => `    ${posting.account}  ${amountOf(format, posting, entry, find)}`);
  return `${[title, ...facts, ...lines].join("\n")}\n\n`;
}

/** The names suit both programs; none of the values can contain a comma, a quote or a line break. */
const factsOf = (entry: BookEntry): readonly (readonly [name: string, value: string | null])[] => [
  ["kind", entry.kind],
  ["payment", entry.paymentId],
  ["refund", entry.refundId],
  ["exception", entry.exception],
  ["asset", entry.asset],
  ["transaction", entry.txHash],
  ["adjusts", entry.adjusts],
];

function amountOf(format: JournalFormat, { tokens, fiat }: Posting, entry: BookEntry, find: FindAsset): string {
  const { currency } = entry;
  if (!tokens) return formatFiat({ currency, value: fiat ?? 0n });
  const asset = find(entry.asset ?? "");
  const amount = `${formatStandardUnits(tokens.value, asset?.decimals ?? 0)} ${format.commodity(commodityOf(entry, asset))}`;
  return tokens.cost === null ? amount : `${amount} @@ ${formatFiat({ currency, value: tokens.cost })}`;
}

/** Beancount takes capital letters, digits and a few signs, and at most 24 of them. A token is never a currency. */
function commodityOf({ asset }: BookEntry, found: ReturnType<FindAsset>): string {
  if (!found)
    return `UNITS-${(asset ?? "")
      .replaceAll(/[^A-Za-z0-9]/g, "")
      .slice(-12)
      .toUpperCase()}`;
  const symbol = found.symbol.toUpperCase().replaceAll(/[^A-Z0-9.-]/g, "-");
  const isName = /^[A-Z][A-Z0-9.-]{0,21}[A-Z0-9]$/.test(symbol) && knownCurrency(symbol) === null;
  return isName ? symbol : `T-${symbol.slice(0, 18)}-T`;
}
