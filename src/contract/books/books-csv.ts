// The entries of the books as CSV. Amounts that leave the merchant are negative.
import { formatFixedUnits, formatStandardUnits } from "../../money/amount.ts";
import { parseAssetId } from "../../money/caip.ts";
import { decimalsOf } from "../../money/fiat.ts";
import { type BookEntry, fiatFee, isOutgoing } from "../../payment/books/entry.ts";
import type { FindShownAsset } from "../amounts.ts";
import { type CsvColumns, tokenPrice } from "../payments/csv.ts";
import { type BookColumn, GERMAN_HEAD, GERMAN_WORDS } from "./books-german.ts";

/** @param locale a German spreadsheet gets German heads and words; all others get the English names */
export function bookColumns(find: FindShownAsset, locale: string | undefined): CsvColumns<BookEntry> {
  const isGerman = /^de\b/i.test(locale ?? "");
  const columns = columnsIn(find, (word) => (isGerman ? GERMAN_WORDS[word] : word));
  if (!isGerman) return columns;
  return Object.fromEntries(Object.entries(columns).map(([name, column]) => [GERMAN_HEAD[name as BookColumn], column]));
}

type BookColumns = Readonly<Record<BookColumn, CsvColumns<BookEntry>[string]>>;
type InWords = (word: keyof typeof GERMAN_WORDS) => string;

function columnsIn(find: FindShownAsset, inWords: InWords): BookColumns {
  const shownOf = ({ asset }: BookEntry) => (asset === null ? null : find(asset));
  const sign = (entry: BookEntry): bigint => (isOutgoing(entry) ? -1n : 1n);
  const token = (entry: BookEntry, value: bigint): string | undefined =>
    entry.asset === null ? undefined : formatStandardUnits(sign(entry) * value, shownOf(entry)?.asset.decimals ?? 0);
  const fiat = (entry: BookEntry, value: bigint | null): string | undefined =>
    value === null ? undefined : formatFixedUnits(sign(entry) * value, decimalsOf(entry.currency));
  return {
    date_utc: ["time", ({ at }) => at.toISOString()],
    kind: ["plain", ({ kind }) => inWords(kind)],
    exception: ["plain", ({ exception }) => (exception === null ? undefined : inWords(exception))],
    adjusts_month: ["plain", ({ adjusts }) => adjusts ?? undefined],
    payment_id: ["plain", ({ paymentId }) => paymentId],
    reference_id: ["free", ({ referenceId }) => referenceId],
    merchant_id: ["plain", ({ merchantId }) => merchantId],
    refund_id: ["plain", ({ refundId }) => refundId ?? undefined],
    currency: ["plain", ({ currency }) => currency],
    gross: ["amount", (entry) => fiat(entry, entry.fiat)],
    fee: ["amount", (entry) => fiat(entry, fiatFee(entry))],
    net: ["amount", (entry) => fiat(entry, entry.fiat === null ? null : entry.fiat - (fiatFee(entry) ?? 0n))],
    rate: ["amount", (entry) => rateOf(entry, shownOf(entry)?.asset.decimals)],
    rate_sources: ["plain", ({ rate }) => rate?.sources.join(" | ") || (rate ? inWords("pegged") : undefined)],
    network: ["plain", (entry) => shownOf(entry)?.chain.name],
    token_symbol: ["plain", (entry) => shownOf(entry)?.asset.symbol],
    token_asset: ["plain", ({ asset }) => asset ?? undefined],
    token_gross: ["amount", (entry) => token(entry, entry.tokens)],
    token_fee: ["amount", (entry) => token(entry, entry.fee)],
    token_net: ["amount", (entry) => token(entry, entry.tokens - entry.fee)],
    pays_out: ["plain", ({ paysOut }) => (paysOut === null ? undefined : inWords(paysOut))],
    account: ["plain", ({ account }) => account ?? undefined],
    counterparty: ["plain", ({ counterparty }) => counterparty ?? undefined],
    transaction: ["plain", ({ txHash }) => txHash ?? undefined],
    chain: ["plain", ({ asset }) => (asset === null ? undefined : parseAssetId(asset)?.chain)],
  };
}

function rateOf({ rate, currency }: BookEntry, decimals: number | undefined): string | undefined {
  if (!rate || decimals === undefined) return undefined;
  return tokenPrice({ value: rate.fiat, decimals: decimalsOf(currency) }, { value: rate.tokens, decimals });
}
