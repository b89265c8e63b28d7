// The progress of a confirmed payment on its chain.
import type { Hex } from "viem";

export interface PaymentProgress {
  /** The transaction that carries it, if known; until it is mined it may be replaced. */
  readonly txHash: Hex | null;
  /** Blocks, its own included; 0: not mined yet. */
  readonly confirmations: number;
  /** Required blocks. */
  readonly required: number;
}
