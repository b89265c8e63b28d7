// The running totals of a reconciliation.
import type { Address } from "viem";
import { type Difference, type Finding, REMEDIES } from "../../payment/transfers/books.ts";
import type { QuotingChain } from "../../payment/transfers/credit.ts";
import type { DepositTotals } from "../../payment/transfers/deposit-books.ts";
import type { Transfer } from "../../payment/transfers/transfer.ts";
import type { ChainReader } from "../ports/chain/chain-reader.ts";

export interface ReconciledChain {
  readonly reader: ChainReader;
  readonly quoting: QuotingChain;
  /** The configured relayers; the database knows every relayer that ever relayed. */
  readonly relayers: readonly Address[];
}

/** Payments in one asset, in its smallest units. */
export interface AssetTotals {
  /** CAIP-19. */
  readonly asset: string;
  readonly onChain: bigint;
  readonly credited: bigint;
  /** Reported as exceptions. */
  readonly reported: bigint;
  readonly waiting: bigint;
  /** Names a payment, but its merchant receives nothing. */
  readonly foreign: bigint;
  /** Paid payments that the database lacks, recorded by rebuild. */
  readonly unknown: bigint;
}

export interface ChainBooks {
  readonly chain: string;
  /** The compared blocks; null if the chain was never followed. */
  readonly blocks: { readonly from: bigint; readonly to: bigint } | null;
  readonly sums: readonly AssetTotals[];
  /** Tokens that came to deposit addresses; none if the comparison ends before the newest block. */
  readonly deposits: readonly DepositTotals[];
}

/** Beyond this, differences are only counted: they most likely share one cause. */
export const DIFFERENCES_MAX = 1_000;

/** The findings of one comparison so far. */
export class Reconciliation {
  payments = 0;
  transfers = 0;
  ofDroppedMonths = 0;
  leftOut = 0;
  books: ChainBooks | null = null;
  readonly differences: Difference[] = [];
  readonly #chain: string | null;

  constructor(chain: string | null = null) {
    this.#chain = chain;
  }

  add({ kind, message, transfer }: Finding, paymentId: string | null): void {
    if (this.differences.length === DIFFERENCES_MAX) {
      this.leftOut += 1;
      return;
    }
    const transaction = transfer ? { hash: transfer.txHash, logIndex: transfer.logIndex } : null;
    this.differences.push({ kind, chain: this.#chain, paymentId, transaction, message, remedy: REMEDIES[kind] });
  }
}

export const describe = ({ amount, asset, blockNumber }: Pick<Transfer, "amount" | "asset" | "blockNumber">): string =>
  `${amount} of ${asset} in block ${blockNumber}`;
