// What reconcile has found so far.
import { type BookedTransfer, type Difference, type Finding, REMEDIES } from "../payment/books.ts";

/** What was paid in one asset, in its smallest units. */
export interface AssetSum {
  /** CAIP-19. */
  readonly asset: string;
  readonly onChain: bigint;
  readonly credited: bigint;
  readonly told: bigint;
  readonly waiting: bigint;
  /** Under a payment's name to somebody else. */
  readonly foreign: bigint;
}

export interface ChainBooks {
  readonly chain: string;
  /** The blocks that were compared; null where the chain was never followed. */
  readonly blocks: { readonly from: bigint; readonly to: bigint } | null;
  readonly sums: readonly AssetSum[];
}

/** Whoever has more than these has one cause to find, not so many. */
export const DIFFERENCES_MAX = 1_000;

/** What one comparison has found so far. */
export class Tally {
  payments = 0;
  transfers = 0;
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

export const describe = ({ amount, asset, blockNumber }: Pick<BookedTransfer, "amount" | "asset" | "blockNumber">) =>
  `${amount} of ${asset} in block ${blockNumber}`;
