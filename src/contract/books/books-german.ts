// The CSV of the books in German: the head and the words of the cells.
import type { BookEntry } from "../../payment/books/entry.ts";

export const GERMAN_HEAD = {
  date_utc: "Datum (UTC)",
  kind: "Art",
  exception: "Abweichung",
  adjusts_month: "berichtigt Monat",
  payment_id: "Zahlung",
  reference_id: "Referenz",
  merchant_id: "Händler",
  refund_id: "Erstattung",
  currency: "Währung",
  gross: "Brutto",
  fee: "Gebühr",
  net: "Netto",
  rate: "Kurs",
  rate_sources: "Kursquellen",
  network: "Netzwerk",
  token_symbol: "Token",
  token_asset: "Token-Kennung",
  token_gross: "Token brutto",
  token_fee: "Token Gebühr",
  token_net: "Token netto",
  pays_out: "Auszahlung an",
  account: "Empfangskonto",
  counterparty: "Gegenkonto",
  transaction: "Transaktion",
  chain: "Blockchain",
} as const;

export type BookColumn = keyof typeof GERMAN_HEAD;

export const GERMAN_WORDS: Readonly<
  Record<BookEntry["kind"] | NonNullable<BookEntry["exception"] | BookEntry["paysOut"]> | "pegged", string>
> = {
  payment: "Zahlung",
  refund: "Erstattung",
  marked: "als erstattet markiert",
  exception: "Abweichung",
  withdrawn: "Abweichung aufgehoben",
  underpaid: "zu wenig gezahlt",
  overpaid: "zu viel gezahlt",
  late: "zu spät gezahlt",
  duplicate: "doppelt gezahlt",
  reorged: "durch Reorganisation entfernt",
  settlement_failed: "rückgängig gemacht",
  foreign_token: "anderer Token",
  refused_sender: "abgelehnter Absender",
  unknown_refund: "unbekannte Erstattung",
  merchant: "Händler",
  treasury: "Betreiber",
  pegged: "fester Kurs",
};
