// Everything known about one payment, for operators: its rows in the database and its current state on chain.
import type { Address, Hex } from "viem";
import type { NamedActor } from "../../merchant/audit.ts";
import type { Payment, PaymentStatus } from "../../payment/payment.ts";
import type { PaymentException } from "../../payment/transfers/exception.ts";
import { depthOf } from "../../payment/transfers/finality.ts";
import type { BookedTransfer } from "../../payment/transfers/transfer.ts";
import type { ChainReader } from "../ports/chain/chain-reader.ts";

/** One signed form of the batch that carries a payment. */
export interface BatchForm {
  readonly hash: Hex;
  /** Wei. */
  readonly maxFeePerGas: bigint;
  readonly signedAt: Date;
  /** Null: no node has accepted it yet. */
  readonly lastSentAt: Date | null;
}

export interface RelayHistory {
  readonly state: "queued" | "sent" | "held" | "external" | "quarantined" | "closed";
  readonly attempts: number;
  /** When it is retried, if it is queued or held. */
  readonly nextLookAt: Date;
  /** Why it is not relayed; null unless it is quarantined. */
  readonly quarantinedFor: string | null;
  /** The transaction the buyer's wallet reported, if it pays by transaction. */
  readonly buyersTransaction: Hex | null;
  readonly batch: {
    readonly relayer: string;
    readonly nonce: bigint;
    readonly payments: number;
    readonly minedIn: bigint | null;
    readonly forms: readonly BatchForm[];
  } | null;
}

export interface PaymentHistory {
  readonly payment: Payment;
  readonly requiredDepth: number | null;
  readonly log: readonly {
    readonly type: string;
    readonly status: PaymentStatus;
    readonly data: Readonly<Record<string, unknown>>;
    readonly at: Date;
    /** Null: the buyer, the chain or the clock did it, or created the payment, whose creator it names. */
    readonly by: NamedActor | null;
  }[];
  readonly relay: RelayHistory | null;
  /** Transfers in every state, including transfers that a reorg removed. */
  readonly transfers: readonly (BookedTransfer & { readonly chain: string })[];
  readonly exceptions: readonly PaymentException[];
  /** Money that was passed on from its deposit addresses without paying it. */
  readonly recoveries: readonly Recovery[];
}

export interface Recovery {
  /** CAIP-2. */
  readonly chain: string;
  readonly txHash: Hex;
  /** The zero address: coins. */
  readonly token: Address;
  /** Smallest units. */
  readonly amount: bigint;
}

export interface ChainSide {
  readonly chain: string;
  readonly head: bigint;
  /** Whether the chain counts the authorisation (or the buyer's terms) as used. */
  readonly isUsed: boolean;
  /** Confirmations of the history's transfers on this chain, in their order; null: not in the chain. */
  readonly depths: readonly (number | null)[];
}

/** @throws if the chain does not respond */
export async function askChainAbout(
  reader: ChainReader,
  { payment, transfers }: PaymentHistory,
): Promise<ChainSide | null> {
  if (!payment.confirmation) return null;
  const head = await reader.head();
  const isUsed = await reader.isUsed(payment.confirmation.option, head);
  const here = transfers.filter(({ chain }) => chain === reader.id);
  const depths = await Promise.all(here.map((transfer) => depthNow(reader, transfer, head.number)));
  return { chain: reader.id, head: head.number, isUsed, depths };
}

async function depthNow(reader: ChainReader, transfer: BookedTransfer, head: bigint): Promise<number | null> {
  const block = await reader.block(transfer.blockNumber);
  const events = block ? await reader.paidEventsIn(block) : [];
  const isThere = events.some(({ txHash, logIndex }) => txHash === transfer.txHash && logIndex === transfer.logIndex);
  return isThere ? depthOf(transfer.blockNumber, head) : null;
}
