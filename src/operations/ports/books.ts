// The payments and transfers in the database, as reconcile reads them.
import type { Address, Hex } from "viem";
import type { Month } from "../../payment/books/entry.ts";
import type { DepositAddress } from "../../payment/deposit.ts";
import type { PaymentForBuyer } from "../../payment/payment.ts";
import type { BookedPayment } from "../../payment/transfers/books.ts";
import type { BookedHolding, DepositTotals } from "../../payment/transfers/deposit-books.ts";
import type { BookedTransfer, PaidEvent, Transfer, UnknownTransfer } from "../../payment/transfers/transfer.ts";
import type { Block } from "./chain/chain-reader.ts";
import type { WaitingTransfer } from "./ledger.ts";

/** The end of a page of payments. */
export interface BookPosition {
  readonly confirmedAt: Date | null;
  readonly paymentId: string;
}

export interface PaymentScope {
  /** CAIP-2; null: unconfirmed payments, which have no chain. */
  readonly chain: string | null;
  /** Confirmed between these, in Unix seconds; null: at any time. */
  readonly betweenS: readonly [fromS: number, toS: number] | null;
}

export interface OwnAccounts {
  readonly relayers: readonly Address[];
  readonly feeReceivers: readonly Address[];
}

export type TransferPlace = Pick<Transfer, "txHash" | "logIndex">;

export interface BooksStore {
  /** Every chain that was ever followed. */
  chains(): Promise<readonly string[]>;
  /** Null if the chain was never followed. */
  followed(chain: string): Promise<{ readonly first: bigint; readonly newest: Block } | null>;
  /** Transfers in the chain, including foreign ones. */
  transfersBetween(chain: string, from: bigint, to: bigint): Promise<readonly BookedTransfer[]>;
  /** The ids of the payments that these events name, by terms hash. */
  paymentsOf(
    chain: string,
    events: readonly Pick<PaidEvent, "paymentKey" | "termsHash" | "fee" | "token" | "payer">[],
  ): Promise<ReadonlyMap<Hex, string>>;
  /** Payments with lower ids are in months that were dropped; null: no month was. */
  lowestKept(): Promise<string | null>;
  /** Ids of the merchants that receive, or once received, money at these accounts (CAIP-10), by account. */
  merchantsAt(accounts: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** The relayers that ever relayed on a chain, and the fee receivers of every fee policy there. */
  accounts(chain: string): Promise<OwnAccounts>;
  /** Recorded transfers of payments that the database lacks. */
  unknownBetween(chain: string, from: bigint, to: bigint): Promise<readonly TransferPlace[]>;
  /** The deposits, sweeps and recoveries of a chain in blocks up to `to`, by token. */
  depositTotals(chain: string, to: bigint): Promise<readonly DepositTotals[]>;
  /** What lies on deposit addresses at block `to`, of at most `most` addresses after `after`. */
  holdings(chain: string, to: bigint, after: Hex | null, most: number): Promise<readonly BookedHolding[]>;
  /**
   * Ids of the payments that may have been asked for a deposit address since then: those that were open.
   * @param sinceS Unix seconds
   * @param lifetimeMaxS no payment is open for longer
   */
  askableSince(sinceS: number, lifetimeMaxS: number): Promise<readonly string[]>;
  /**
   * Stores an address that was given out before the database was restored. An open payment gets the expiry that it had.
   * @param sinceS Unix seconds; it was given out after this
   * @returns "known" if it is stored already; "replaced" if the payment has another one in this asset
   */
  restoreAddress(
    payment: Pick<PaymentForBuyer, "id" | "partnerId" | "expiresAtS">,
    address: DepositAddress,
    sinceS: number,
  ): Promise<"stored" | "known" | "replaced">;
  /** Recording one again changes nothing. @returns how many are new */
  recordUnknown(chain: string, transfers: readonly UnknownTransfer[]): Promise<number>;
  /**
   * Reports refunds that the database lacks: on the payments of an account that one of these transfers may have
   * refunded, or on the payment of a refund whose address was accepted after the backup.
   * @returns how many were not reported before
   */
  reportUnknownRefunds(chain: string, transfers: readonly PaidEvent[]): Promise<number>;
  /** Transfers in the state `exception` without an exception in the partner's list. */
  unreported(chain: string): Promise<readonly BookedTransfer[]>;
  /** Undecided transfers, and transfers that the next block will reopen, with the payments they name. */
  waiting(chain: string, head: bigint, treasury: string | null): Promise<readonly WaitingTransfer[]>;
  /** At most `most` payments after `after`, in a fixed order. */
  payments(scope: PaymentScope, after: BookPosition | null, most: number): Promise<readonly BookedPayment[]>;
}

/** Null: all. */
export interface ReportScope {
  /** CAIP-2. */
  readonly chain: string | null;
  readonly month: Month | null;
}

/** Transfers of one asset in a month, in smallest units of the asset. Fees are included in the amounts. */
export interface ReportedVolume {
  /** In UTC, for example 2026-11. */
  readonly month: string;
  readonly chain: string;
  readonly partnerId: string;
  /** CAIP-19. */
  readonly asset: string;
  /** Payments that were paid. */
  readonly payments: bigint;
  readonly volume: bigint;
  /** What went back to buyers as refunds. */
  readonly refunded: bigint;
  /** Money that was reported as exceptions. */
  readonly exceptions: bigint;
  readonly fees: bigint;
  /** Transfers that a relayer paid the gas of. */
  readonly relayed: bigint;
}

export interface ReportedFailures {
  readonly month: string;
  readonly chain: string;
  readonly partnerId: string;
  /** Confirmed payments that failed. */
  readonly failed: bigint;
}

export interface ReportedGas {
  readonly month: string;
  readonly chain: string;
  /** What the relayers spent, in the native coin's smallest unit. */
  readonly spent: bigint;
}

export interface ReportStore {
  /** All partners', in one snapshot. */
  read(scope: ReportScope): Promise<{
    readonly volumes: readonly ReportedVolume[];
    readonly failures: readonly ReportedFailures[];
    readonly gas: readonly ReportedGas[];
  }>;
}
