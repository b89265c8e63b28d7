// A merchant's entries summed up by currency and token, for its monthly statement.
import type { ExceptionKind } from "../transfers/exception.ts";
import type { ClosedMonth } from "./closed-month.ts";
import { type BookEntry, fiatFee, isOutgoing, type Month } from "./entry.ts";
import { movesMoney } from "./postings.ts";

/** Payments and refunds of one currency in one token; amounts in smallest units. */
export interface StatementSales {
  readonly currency: string;
  readonly asset: string | null;
  payments: number;
  /** Fees included. */
  gross: bigint;
  fee: bigint;
  tokens: bigint;
  tokenFee: bigint;
  /** Refunds of payments, and marks as refunded. */
  refunds: number;
  refunded: bigint;
  refundedTokens: bigint;
}

/** Money that matched no payment, of one kind in one token. */
export interface StatementException {
  readonly kind: ExceptionKind | "sent_back";
  readonly asset: string | null;
  /** Reported, less those that the chain took back. */
  count: number;
  /** Smallest units, fee included; negative: it left the merchant. Without money of the merchant, 0. */
  tokens: bigint;
  fee: bigint;
}

/** What an account received from payments and paid for refunds in one token, in smallest units. */
export interface StatementAccount {
  /** Null: not known. */
  readonly account: string | null;
  readonly asset: string;
  received: bigint;
  sent: bigint;
}

export interface StatementSums {
  readonly sales: readonly StatementSales[];
  readonly exceptions: readonly StatementException[];
  readonly accounts: readonly StatementAccount[];
}

/** Exceptions that were open at a time, by asset. */
export interface OpenExceptions {
  /** CAIP-19; null if no token moved. */
  readonly asset: string | null;
  readonly count: number;
  /** Smallest units of the token. */
  readonly tokens: bigint;
}

export interface Statement extends StatementSums {
  readonly merchant: { readonly id: string; readonly name: string; readonly email: string | null };
  readonly partner: string;
  readonly month: Month;
  readonly closing: ClosedMonth | null;
  readonly openBefore: readonly OpenExceptions[];
  readonly openAfter: readonly OpenExceptions[];
}

export class Summing {
  readonly #sales = new Map<string, StatementSales>();
  readonly #exceptions = new Map<string, StatementException>();
  readonly #accounts = new Map<string, StatementAccount>();

  add(entry: BookEntry): void {
    switch (entry.kind) {
      case "payment":
        this.#addPayment(entry);
        break;
      case "refund":
      case "marked":
        if (entry.fiat === null) this.#addException(entry, "sent_back", 1);
        else this.#addRefund(entry, entry.fiat);
        if (entry.kind === "refund") this.#account(entry).sent += entry.tokens;
        break;
      case "exception":
      case "withdrawn":
        if (entry.exception) this.#addException(entry, entry.exception, entry.kind === "exception" ? 1 : -1);
    }
  }

  sums(): StatementSums {
    return { sales: inOrder(this.#sales), exceptions: inOrder(this.#exceptions), accounts: inOrder(this.#accounts) };
  }

  #addPayment(entry: BookEntry): void {
    const sales = this.#salesOf(entry);
    sales.payments++;
    sales.gross += entry.fiat ?? 0n;
    sales.fee += fiatFee(entry) ?? 0n;
    sales.tokens += entry.tokens;
    sales.tokenFee += entry.fee;
    this.#account(entry).received += entry.tokens - entry.fee;
  }

  #addRefund(entry: BookEntry, fiat: bigint): void {
    const sales = this.#salesOf(entry);
    sales.refunds++;
    sales.refunded += fiat;
    sales.refundedTokens += entry.tokens;
  }

  #addException(entry: BookEntry, kind: StatementException["kind"], count: 1 | -1): void {
    const { asset, tokens, fee } = entry;
    const sum = getOrAdd(this.#exceptions, `${kind} ${asset}`, () => ({ kind, asset, count: 0, tokens: 0n, fee: 0n }));
    sum.count += count;
    if (!movesMoney(entry)) return;
    sum.tokens += isOutgoing(entry) ? -tokens : tokens;
    sum.fee += isOutgoing(entry) ? -fee : fee;
  }

  #salesOf({ currency, asset }: BookEntry): StatementSales {
    const none = { payments: 0, gross: 0n, fee: 0n, tokens: 0n, tokenFee: 0n };
    const unrefunded = { refunds: 0, refunded: 0n, refundedTokens: 0n };
    return getOrAdd(this.#sales, `${currency} ${asset}`, () => ({ currency, asset, ...none, ...unrefunded }));
  }

  #account({ account, asset }: BookEntry): StatementAccount {
    const of = asset ?? "";
    return getOrAdd(this.#accounts, `${account} ${of}`, () => ({ account, asset: of, received: 0n, sent: 0n }));
  }
}

function getOrAdd<Value>(map: Map<string, Value>, key: string, create: () => Value): Value {
  const value = map.get(key) ?? create();
  map.set(key, value);
  return value;
}

const inOrder = <Value>(map: ReadonlyMap<string, Value>): readonly Value[] =>
  [...map].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, value]) => value);
