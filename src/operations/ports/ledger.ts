// The router's transfers and the followed blocks as the database keeps them.
import type { Address, Hex } from "viem";
import type { FiatAmount } from "../../money/amount.ts";
import type { BuyerDataRules } from "../../payment/buyer-data-rules.ts";
import type { Deposit } from "../../payment/deposit.ts";
import type { FeePolicy } from "../../payment/fee.ts";
import type { Option } from "../../payment/option.ts";
import type { QuotedPayment } from "../../payment/options/quoted-option.ts";
import type { PriceSource } from "../../payment/quote.ts";
import type { ConfirmedTerms, NamedPayment } from "../../payment/transfers/credit.ts";
import type { DepositEvent, RecoveredEvent, TimedDeposit } from "../../payment/transfers/deposit-event.ts";
import type { NewException, ReportedTransfer } from "../../payment/transfers/exception.ts";
import type { TimedEvent, Transfer, TransferState } from "../../payment/transfers/transfer.ts";
import type { Block } from "./chain/chain-reader.ts";
import type { DepositBooks } from "./deposit-books.ts";

/** An undecided transfer with the payment it names. */
export type WaitingTransfer = Transfer &
  ReportedTransfer & {
    readonly id: bigint;
    readonly state: TransferState;
    readonly payment: NamedPayment | null;
    /** Unix seconds by the chain's clock. */
    readonly blockTimeS: number;
    /** Its terms were handed to a wallet as a transaction, and everything a confirm needs is stored. */
    readonly isConfirmable: boolean;
    /** What lay on its deposit address before it, by the deposits, in smallest units; null: it is no sweep. */
    readonly deposited: bigint | null;
  };

/** `fees` is null if the partner had no policy when the payment was created. */
export type StoredQuotedPayment = Omit<QuotedPayment, "fees"> & {
  readonly partnerId: string;
  readonly fees: FeePolicy | null;
  readonly buyerDataRules: BuyerDataRules | null;
  /** Whether the payer's buyer data is stored. */
  readonly hasBuyerData: boolean;
};

/** A transfer that was decided before its terms were confirmed, and is undecided again. */
export type ReopenedTransfer = Pick<Transfer, "txHash" | "logIndex"> & {
  readonly paymentId: string;
  readonly partnerId: string;
  /** Its state before. */
  readonly was: TransferState;
};

/** A transaction handed to a buyer's wallet. */
export interface Intent {
  readonly option: Option;
  readonly termsHash: Hex;
  /** Blocks its transfer needs, its own included. */
  readonly requiredDepth: number;
  /** If true, it counts only once the buyer data is stored, by a confirm or the form. */
  readonly needsData: boolean;
}

/** A deposit by its place in the chain. */
export type DepositPlace = Pick<Deposit, "txHash"> & { readonly logIndex: number };

/** Whether the sender of a deposit may not pay. */
export type ScreenedDeposit = DepositPlace & { readonly isRefused: boolean };

/** What counts as a deposit of a token. */
export interface LeastDeposit {
  readonly token: Address;
  /** Smaller ones are dust; smallest units. */
  readonly amount: bigint;
}

/** An address of an open payment on which the amount lies, from screened senders and in time. */
export interface FilledAddress {
  readonly paymentId: string;
  readonly termsHash: Hex;
  /** CAIP-19. */
  readonly asset: string;
  readonly payer: Address;
  /** The terms' amount. */
  readonly amount: bigint;
  readonly quoteSources: readonly PriceSource[];
  /** The transaction of the deposit that completed the amount, and the time of its block in Unix seconds. */
  readonly txHash: Hex;
  readonly blockTimeS: number;
  /** The payment's. */
  readonly asked: FiatAmount;
  readonly buyerDataRules: BuyerDataRules | null;
  /** Whether buyer data of the payment is stored. */
  readonly hasBuyerData: boolean;
}

/** The senders of deposits that are to be screened. */
export interface DepositSenders {
  /** Deposits that may be asked about now, oldest first. Dust is never screened. */
  unscreened(
    chain: string,
    least: readonly LeastDeposit[],
    most: number,
  ): Promise<readonly (DepositPlace & { readonly sender: Address })[]>;
  /** No source answered: asks again after a pause, which doubles each time. */
  screenLater(chain: string, deposits: readonly DepositPlace[]): Promise<void>;
}

/** What came to an address before a sweep, and what had been passed on by then. */
export type DepositsBehind = ReadonlyMap<
  bigint,
  { readonly deposits: readonly DepositEvent[]; readonly passedOn: bigint }
>;

export interface Ledger extends DepositSenders, DepositBooks {
  /** The newest ingested block; null before the first. */
  newestBlock(chain: string): Promise<Block | null>;
  /** At most `most` ingested blocks below `number`, newest first. Far below the head, not every number is kept. */
  blocksBelow(chain: string, number: bigint, most: number): Promise<readonly Block[]>;
  /** The terms hashes of events that name an open payment by terms that no wallet was handed as a transaction. */
  unconfirmed(chain: string, events: readonly TimedEvent[]): Promise<ReadonlySet<string>>;
  /** Selects the payment keys of this installation's payments. */
  ownKeys(paymentKeys: readonly Hex[]): Promise<ReadonlySet<Hex>>;
  /**
   * The deposit addresses of these routers, on all chains, that are watched in blocks after `sinceS` (Unix seconds);
   * null if they are more than `most`.
   */
  watchedAddresses(routers: readonly Address[], sinceS: number, most: number): Promise<readonly Address[] | null>;
  /** Selects these routers' deposit addresses. */
  ownAddresses(routers: readonly Address[], addresses: readonly Address[]): Promise<ReadonlySet<Address>>;
  /** Selects the transactions that are not the relayers' own. */
  notRelayed(txHashes: readonly Hex[]): Promise<ReadonlySet<Hex>>;
  /** The deposits that these sweeps can have passed on, largest first, by the sweep's id. */
  depositsBehind(chain: string, sweeps: readonly Pick<WaitingTransfer, "id">[]): Promise<DepositsBehind>;
  /** Whether a transfer with these terms was ingested and is still in the chain. */
  hasTransfer(chain: string, termsHash: Hex): Promise<boolean>;
  /**
   * Unix seconds at which the oldest payment was created that may have been paid on a chain before it was ever
   * followed: open ones, ended ones whose buyers hold a transaction or a deposit address for this chain, and all of the
   * last day, because an API that has just started offers chains before their workers do. Null if there is none.
   */
  oldestPayableS(chain: string): Promise<number | null>;
  /**
   * Runs `work` in one transaction while no other process writes the chain.
   * @returns null, without running `work`, if `after` is no longer the newest block: another process came first
   */
  at<T>(chain: string, after: Block | null, work: (book: Book) => Promise<T>): Promise<T | null>;
  /** The same, but without checking the newest block. */
  rewrite<T>(chain: string, work: (book: RewritableBook) => Promise<T>): Promise<T>;
}

/** One chain's rows inside a transaction. */
export interface Book {
  /** Records the block after which transfers are known. It only ever moves back. */
  beginAt(block: Block): Promise<void>;
  /** A transfer with the terms of one that a reorg removed takes that one's place and keeps its state. */
  ingest(blocks: readonly Block[], transfers: readonly TimedEvent[]): Promise<void>;
  /**
   * Stores deposits and recoveries. A transaction that a reorg removed may come back in another block, with other log
   * indexes: its deposits take the place of those that it had.
   */
  ingestDeposits(deposits: readonly TimedDeposit[], recoveries: readonly RecoveredEvent[]): Promise<void>;
  screened(deposits: readonly ScreenedDeposit[]): Promise<void>;
  /** Whether there are deposits by which nothing was decided yet. */
  hasNewDeposits(): Promise<boolean>;
  /** Declines open payments to which a refused sender made a deposit in time. */
  declineRefused(): Promise<void>;
  /** The addresses with new deposits that hold their amount, in the order in which the last deposit came. */
  filledAddresses(): Promise<readonly FilledAddress[]>;
  /**
   * Confirms payments by their deposits, at the time of the last one, and queues their sweeps; at most one address per
   * payment. A payment that has left `requires_action` since then stays as it is.
   */
  confirmDeposited(filled: readonly FilledAddress[]): Promise<void>;
  /** Deposits that are back may be swept now, if their payments wait for them. */
  requeueSweeps(): Promise<void>;
  /** Deposits that are screened, and dust, are no longer new. @param but terms hashes of addresses that stay new */
  settleDeposits(least: readonly LeastDeposit[], but: readonly Hex[]): Promise<void>;
  /** Makes the parked ones among these transfers undecided, if their payments are open. */
  reopenParked(transfers: readonly TimedEvent[]): Promise<void>;
  /** Makes transfers undecided that were decided before their terms were confirmed. */
  reopenConfirmed(): Promise<readonly ReopenedTransfer[]>;
  /** Makes parked transfers undecided whose payments have ended, a page per call. */
  reopenEnded(): Promise<void>;
  /** Resolves the exceptions about these transfers, with an event in each payment's log. */
  resolve(transfers: readonly ReopenedTransfer[]): Promise<void>;
  /**
   * The undecided transfers that are due, in chain order.
   * @param head number of the newest ingested block
   * @param treasury receives money for which a merchant has no destination
   */
  waiting(head: bigint, treasury: string | null): Promise<readonly WaitingTransfer[]>;
  /** Leaves transfers undecided and unread until the block from which they are due, or a confirm with their terms. */
  postpone(transfers: readonly (Pick<WaitingTransfer, "id"> & { readonly dueBlock: bigint })[]): Promise<void>;
  /** The inputs of the quoted terms of these transfers' payments, by transfer id. */
  quotedPayments(
    transfers: readonly WaitingTransfer[],
    treasury: string | null,
  ): Promise<ReadonlyMap<bigint, StoredQuotedPayment>>;
  /** Stores quoted terms as if they had been handed to a wallet. @returns false if the payer has too many already */
  remember(paymentId: string, partnerId: string, intent: Intent): Promise<boolean>;
  /**
   * Confirms payments by the transactions handed to their wallets; at most one transfer per payment. A payment that has
   * left `requires_action` since then stays as it is.
   * @returns the confirmed terms by payment id
   */
  confirmHandedOut(transfers: readonly WaitingTransfer[]): Promise<ReadonlyMap<string, ConfirmedTerms>>;
  mark(transfers: readonly WaitingTransfer[], state: Exclude<TransferState, "seen">): Promise<void>;
  /**
   * The payments of these transfers succeed; at most one transfer per payment. A payment that has since left
   * `processing` stays as it is, and its transfer stays undecided.
   * @returns how many succeeded
   */
  credit(transfers: readonly WaitingTransfer[]): Promise<number>;
  /** Stores exceptions, each with an event in its payment's log. One that was reported before is not reported again. */
  report(exceptions: readonly NewException[]): Promise<void>;
}

/** One chain's rows after a reorg, inside a transaction. */
export interface RewritableBook extends Pick<Book, "report"> {
  /** Deletes the transfers above `number` that are not credited. */
  forgetAbove(number: bigint): Promise<readonly (ReportedTransfer & { readonly state: TransferState })[]>;
  /** Marks the credited transfers above `number` as removed from the chain; they stay credited. */
  orphanAbove(number: bigint): Promise<readonly ReportedTransfer[]>;
  /** Marks the deposits and recoveries above `number` as removed from the chain. */
  orphanDepositsAbove(number: bigint): Promise<void>;
  /** Takes sweeps out of the queue whose deposits are gone. */
  holdSweeps(): Promise<void>;
  /** Batches mined above `number` are no longer mined. */
  unmineBatchesAbove(number: bigint): Promise<void>;
  /** Relays these payments again, unless the buyer sent the transaction. */
  reopenConfirmations(transfers: readonly ReportedTransfer[]): Promise<void>;
  /** Makes `block` the newest one, whether it was known or not. */
  goBackTo(block: Block): Promise<void>;
}
