// A `Paid` event of the router, from the block it was seen in until it is credited or reported.
import type { Address, Hex } from "viem";

/**
 * How the payer authorised a transfer; "pay" is the payer's own transaction, "deposit" the sweep of a deposit,
 * "transfer" an EIP-3009 transfer to the destination itself.
 */
export type TransferMethod = "eip3009" | "permit2" | "pay" | "deposit" | "transfer";

/** Amounts are in smallest units of the asset. */
export interface Transfer {
  readonly txHash: Hex;
  readonly logIndex: number;
  readonly blockNumber: bigint;
  readonly termsHash: Hex;
  /** CAIP-19 of what was paid. */
  readonly asset: string;
  /** The zero address if that is the chain's native coin. */
  readonly token: Address;
  readonly payer: Address;
  /** Everything the payer paid, the fee included. */
  readonly amount: bigint;
  readonly destination: Address;
  readonly fee: bigint;
  readonly feeReceiver: Address;
  /** Unix seconds; a stranger's terms can have any uint256. */
  readonly deadlineS: bigint;
  readonly method: TransferMethod;
}

/** A transfer as the chain has it. */
export type PaidEvent = Transfer & { readonly blockHash: Hex; readonly paymentKey: Hex };

/** An event with its block's time in Unix seconds, by the chain's clock, and its transaction's nonce if it was read. */
export type TimedEvent = PaidEvent & { readonly blockTimeS: number; readonly nonce?: bigint };

/** Why it is ours: one of our relayers sent it · our fee receiver got its fee · it went to a merchant of ours. */
export type Evidence = "relayer" | "fee_receiver" | "merchant";

/** A transfer of ours whose payment the database lacks. */
export interface UnknownTransfer
  extends Pick<
    PaidEvent,
    "txHash" | "logIndex" | "blockNumber" | "paymentKey" | "asset" | "payer" | "amount" | "destination" | "fee"
  > {
  readonly evidence: Evidence;
  /** Null if no merchant ever received money at the destination. */
  readonly merchantId: string | null;
}

/** seen: undecided · parked: waits for its payment to end or to be confirmed by its terms · the others: decided. */
export type TransferState = "seen" | "parked" | "credited" | "exception" | "foreign";

/** A transfer as the database has it. */
export type BookedTransfer = Transfer & {
  readonly state: TransferState;
  readonly paymentId: string | null;
  /** A reorg removed it from the chain after it was credited. */
  readonly isOrphaned: boolean;
};
