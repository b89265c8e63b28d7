// Deposits as the database has them, for a comparison with the chain.
import type { Address, Hex } from "viem";

/** In smallest units of the token. */
export interface DepositTotals {
  readonly token: Address;
  readonly deposited: bigint;
  readonly swept: bigint;
  readonly recovered: bigint;
}

/** What lies on an address by the books. */
export interface BookedHolding {
  readonly termsHash: Hex;
  readonly address: Address;
  readonly paymentId: string;
  readonly token: Address;
  readonly amount: bigint;
}
