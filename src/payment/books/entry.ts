// One line of a partner's books: money that moved for a payment, as the append-only log has it.
import type { ExceptionKind } from "../transfers/exception.ts";

/** The rate at which a payment's amount was asked in the token. */
interface AskedRate {
  /** The payment's amount, in the currency's smallest unit. */
  readonly fiat: bigint;
  /** What was asked for it, in the token's smallest unit. */
  readonly tokens: bigint;
  /** Source, price and time of each pair; empty for a token that is pegged to the currency. */
  readonly sources: readonly string[];
}

export interface BookEntry {
  readonly at: Date;
  /**
   * `withdrawn`: the chain undid an exception, by a transfer that returned or that pays its payment after all.
   * `marked`: somebody marked the payment as refunded in full.
   */
  readonly kind: "payment" | "refund" | "marked" | "exception" | "withdrawn";
  readonly exception: ExceptionKind | null;
  readonly paymentId: string;
  readonly referenceId: string;
  readonly merchantId: string;
  readonly refundId: string | null;
  /** CAIP-19; null if no token moved. */
  readonly asset: string | null;
  /** Smallest units of the token, fee included. */
  readonly tokens: bigint;
  readonly fee: bigint;
  readonly currency: string;
  /**
   * The tokens' worth at the payment's rate, in the currency's smallest unit; null for an exception's money, also
   * when a refund sends it back.
   */
  readonly fiat: bigint | null;
  readonly rate: AskedRate | null;
  readonly paysOut: "merchant" | "treasury" | null;
  /** The account that has the money after a payment, or had it before a refund; null: unknown. */
  readonly account: string | null;
  /** The account on the other side; null: unknown. */
  readonly counterparty: string | null;
  readonly txHash: string | null;
  /** The earlier month whose payment this corrects, for example 2026-10. */
  readonly adjusts: string | null;
}

/** For example 2026-11. Each month from the first closed one on is listed, so none is of another century. */
export const MONTH_PATTERN = "^20[0-9]{2}-(0[1-9]|1[0-2])$";

export interface Month {
  readonly name: string;
  readonly from: Date;
  /** Exclusive. */
  readonly to: Date;
}

/** A calendar month in UTC. @param name matches MONTH_PATTERN */
export function monthOf(name: string): Month {
  const from = new Date(`${name}-01T00:00:00Z`);
  const to = new Date(from);
  to.setUTCMonth(to.getUTCMonth() + 1);
  return { name, from, to };
}

/** The part of the fiat value that went as a fee, rounded down: the rest is the net value. */
export const fiatFee = ({ fiat, fee, tokens }: Pick<BookEntry, "fiat" | "fee" | "tokens">): bigint | null =>
  fiat === null ? null : tokens === 0n ? 0n : (fiat * fee) / tokens;

/** Whether the money leaves the merchant. A settlement that failed takes back a payment's money. */
export const isOutgoing = ({ kind, exception }: Pick<BookEntry, "kind" | "exception">): boolean =>
  kind === "refund" || kind === "marked" || (kind === "withdrawn") !== (exception === "settlement_failed");

/** The line of the canonical export, whose checksum closes a month: facts only, in one order. */
export function canonicalLine(entry: BookEntry): string {
  const { rate } = entry;
  const line = {
    at: entry.at.toISOString(),
    kind: entry.kind,
    exception: entry.exception,
    paymentId: entry.paymentId,
    referenceId: entry.referenceId,
    merchantId: entry.merchantId,
    refundId: entry.refundId,
    asset: entry.asset,
    tokens: entry.tokens.toString(),
    fee: entry.fee.toString(),
    currency: entry.currency,
    fiat: entry.fiat?.toString() ?? null,
    rate: rate && { fiat: rate.fiat.toString(), tokens: rate.tokens.toString(), sources: rate.sources },
    paysOut: entry.paysOut,
    account: entry.account,
    counterparty: entry.counterparty,
    txHash: entry.txHash,
    adjusts: entry.adjusts,
  };
  return `${JSON.stringify(line)}\n`;
}
