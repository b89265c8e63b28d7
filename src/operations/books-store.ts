// What the database says, as reconcile reads it.
import type { Hex } from "viem";
import type { BookedPayment, BookedTransfer } from "../payment/books.ts";
import type { NamedPayment } from "../payment/credit.ts";
import type { Block } from "./chain-ports.ts";

/** Where a page of payments ended. */
export interface BookPosition {
  readonly confirmedAt: Date | null;
  readonly paymentId: string;
}

export interface PaymentScope {
  /** CAIP-2; null: payments that nobody confirmed, which have no chain. */
  readonly chain: string | null;
  /** Confirmed between these, in Unix seconds; null: at any time. */
  readonly betweenS: readonly [fromS: number, toS: number] | null;
}

export interface BooksStore {
  /** Chains that were ever followed. */
  chains(): Promise<readonly string[]>;
  /** Null where the chain was never followed. */
  followed(chain: string): Promise<{ readonly first: bigint; readonly newest: Block } | null>;
  /** Those in the chain, foreign ones as well. */
  transfersBetween(chain: string, from: bigint, to: bigint): Promise<readonly BookedTransfer[]>;
  /** Ids of payments by their key on chain. */
  paymentsOfKeys(keys: readonly Hex[]): Promise<ReadonlyMap<Hex, string>>;
  /** Transfers told as exceptions, of which the partner's list has nothing. */
  untold(chain: string): Promise<readonly BookedTransfer[]>;
  /** Transfers that nothing was decided about, or about which another look is due, with the payments they name. */
  waiting(
    chain: string,
    treasury: string | null,
  ): Promise<readonly { readonly transfer: BookedTransfer; readonly payment: NamedPayment | null }[]>;
  /** At most `most` of them after `after`, in one order. */
  payments(scope: PaymentScope, after: BookPosition | null, most: number): Promise<readonly BookedPayment[]>;
}
