// What the chain shows of deposit addresses: what came to them, and what was passed on without paying a payment.
import type { Address, Hex } from "viem";

/** Where the chain has an event. */
export interface EventPlace {
  readonly txHash: Hex;
  readonly logIndex: number;
  readonly blockNumber: bigint;
  readonly blockHash: Hex;
}

/** A transfer of a token to a deposit address. Amounts are in smallest units of the token. */
export interface DepositEvent extends EventPlace {
  readonly token: Address;
  readonly sender: Address;
  readonly address: Address;
  readonly amount: bigint;
}

/** The router's `Recovered` event. */
export interface RecoveredEvent extends EventPlace {
  readonly paymentKey: Hex;
  /** The hash with the chain of the event, which may not be the payment's chain. */
  readonly termsHash: Hex;
  readonly address: Address;
  readonly destination: Address;
  /** The zero address if that is the chain's native coin. */
  readonly token: Address;
  readonly amount: bigint;
}

/** With the time of its block in Unix seconds, by the chain's clock. */
export type TimedDeposit = DepositEvent & { readonly blockTimeS: number };
