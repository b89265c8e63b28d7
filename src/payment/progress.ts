// How far a payment that was confirmed has come on its chain.
import type { Hex } from "viem";

export interface PaymentProgress {
  /** The transaction that carries it, as far as one is known: it may still be replaced by another until it is in a block. */
  readonly txHash: Hex | null;
  /** Blocks that it has, its own included; 0: it is in none yet. */
  readonly confirmations: number;
  /** Blocks that it must have. */
  readonly required: number;
}
