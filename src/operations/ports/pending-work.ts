// Whether anything waits for the workers. Without it, they only look at their chains now and then.

export interface PendingWork {
  /**
   * CAIP-2 of the chains with something in flight: a confirmed payment, a transaction handed to a buyer a moment ago,
   * an undecided transfer, or an unmined batch.
   */
  readonly inFlight: readonly string[];
  /** CAIP-2 of the chains whose next block payments past their expiry wait for. */
  readonly awaited: readonly string[];
  /** Milliseconds until the next open payment expires, 0 if one is due; null: none is open. */
  readonly nextExpiryMs: number | null;
  /** Whether events are missing from the lists. */
  readonly hasUnlisted: boolean;
}
