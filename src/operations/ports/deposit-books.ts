// What the database says lies on deposit addresses, to be compared with the chain.
import type { Address, Hex } from "viem";
import type { Block, Holding } from "./chain/chain-reader.ts";

/** A deposit address and its own token. */
export interface ComparedAddress extends Holding {
  readonly termsHash: Hex;
  readonly paymentId: string;
  readonly address: Address;
  /** Smaller transfers are dust; smallest units. */
  readonly minimum: bigint;
  /** Unix seconds by our clock. */
  readonly createdAtS: number;
  /** What came, less what was passed on; smallest units. */
  readonly booked: bigint;
}

export interface DepositBooks {
  /**
   * The addresses of a chain to compare at its newest ingested block: of open payments that are past their expiry
   * there, those past their deadline, and those of sweeps that no known deposit explains.
   * @param but terms hashes of addresses to leave out
   */
  toCompare(
    chain: string,
    newest: Pick<Block, "number" | "timeS">,
    most: number,
    but: readonly Hex[],
  ): Promise<readonly ComparedAddress[]>;
  /** What the books say lay on an address after block `number`. */
  bookedAt(termsHash: Hex, number: bigint): Promise<bigint>;
  /** Payments may end whose addresses have been compared at a block after their expiry. */
  compared(termsHashes: readonly Hex[], timeS: number): Promise<void>;
}
