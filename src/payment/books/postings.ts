// An entry in double entry. The postings of an entry add up to zero, in the token or in its fiat value.
import { type BookEntry, fiatFee } from "./entry.ts";

export interface Posting {
  readonly account: string;
  /** Smallest units of the entry's asset, with what they cost in the currency's smallest unit; null: the same token. */
  readonly tokens?: { readonly value: bigint; readonly cost: bigint | null };
  /** Smallest units of the entry's currency. */
  readonly fiat?: bigint;
}

/** Beancount's rule for parts of an account's name, which hledger accepts as well. */
const part = (text: string): string => {
  const harmless = text.replaceAll(/[^A-Za-z0-9-]/g, "-");
  return harmless.charAt(0).toUpperCase() + harmless.slice(1);
};

const chainOf = (asset: string): string => part(asset.split("/")[0] ?? "");

/** Where the token lies. Without a known account, the accountant assigns it. */
function assetAccount({ asset, account, paysOut, kind }: BookEntry): string {
  const chain = chainOf(asset ?? "");
  const isKnown = account !== null && kind !== "exception" && kind !== "withdrawn";
  if (!isKnown) return `Assets:Unassigned:${chain}`;
  return `Assets:${paysOut === "treasury" ? "Treasury" : "Wallets"}:${chain}:${part(account)}`;
}

const FEES = "Expenses:Fees";

/** Exceptions that say nothing about money of the merchant: it may return, rests elsewhere, or is only suspected. */
const WITHOUT_MONEY: readonly BookEntry["exception"][] = ["reorged", "refused_sender", "unknown_refund"];

/** Whether a token of the merchant moved. If not, the entry is only a note. */
export const movesMoney = ({ asset, tokens, exception }: BookEntry): boolean =>
  asset !== null && tokens !== 0n && !WITHOUT_MONEY.includes(exception);

/** None: the entry is only a note. */
export function postingsOf(entry: BookEntry): readonly Posting[] {
  if (!movesMoney(entry)) return [];
  switch (entry.kind) {
    case "payment":
      return paymentPostings(entry);
    case "refund":
    case "marked":
      return refundPostings(entry);
    case "exception":
      return exceptionPostings(entry, 1n);
    case "withdrawn":
      return exceptionPostings(entry, -1n);
  }
}

function paymentPostings(entry: BookEntry): readonly Posting[] {
  const { tokens, fee, fiat, merchantId } = entry;
  const value = fiat ?? 0n;
  const feeCost = fiatFee(entry) ?? 0n;
  return [
    { account: assetAccount(entry), tokens: { value: tokens - fee, cost: value - feeCost } },
    ...(fee > 0n ? [{ account: FEES, tokens: { value: fee, cost: feeCost } }] : []),
    { account: `Income:Sales:${part(merchantId)}`, fiat: -value },
  ];
}

function refundPostings(entry: BookEntry): readonly Posting[] {
  const { tokens, fiat, merchantId } = entry;
  if (fiat === null) {
    return [
      { account: unmatched(merchantId), tokens: { value: tokens, cost: null } },
      { account: assetAccount(entry), tokens: { value: -tokens, cost: null } },
    ];
  }
  return [
    { account: `Income:Refunds:${part(merchantId)}`, fiat },
    { account: assetAccount(entry), tokens: { value: -tokens, cost: fiat } },
  ];
}

const unmatched = (merchantId: string): string => `Liabilities:Unmatched:${part(merchantId)}`;

/** @param sign -1 takes back an earlier exception */
function exceptionPostings(entry: BookEntry, sign: 1n | -1n): readonly Posting[] {
  const { exception, tokens, fee, merchantId } = entry;
  const isLoss = exception === "settlement_failed";
  const direction = isLoss ? -sign : sign;
  const held = isLoss ? assetAccount({ ...entry, kind: "payment" }) : assetAccount(entry);
  const other = isLoss ? `Expenses:Losses:${part(merchantId)}` : unmatched(merchantId);
  return [
    { account: held, tokens: { value: direction * (tokens - fee), cost: null } },
    ...(fee > 0n ? [{ account: FEES, tokens: { value: direction * fee, cost: null } }] : []),
    { account: other, tokens: { value: -direction * tokens, cost: null } },
  ];
}
