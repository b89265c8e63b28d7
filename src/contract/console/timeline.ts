// A payment's history on the console: its events, and its state on chain.
import Type, { type Static } from "typebox";
import { paymentStatus } from "../payments/payments.ts";
import * as wire from "../primitives.ts";
import { doneBy } from "./audit.ts";

const text = Type.String();
const block = Type.String({ description: "a block's number" });

const transfer = Type.Object({
  /** CAIP-2. */
  chain: text,
  txHash: wire.transactionId,
  logIndex: Type.Integer(),
  /** Null if the chain has no explorer configured. */
  explorerUrl: wire.nullable(wire.url),
  block,
  /**
   * seen: waits for its depth · parked: waits for its payment to end or be confirmed · credited: paid the payment ·
   * exception: reported as one · foreign: matches no quoted terms
   */
  state: wire.oneOf(["seen", "parked", "credited", "exception", "foreign"]),
  /** Counts its own block and the followed blocks above it. */
  confirmations: wire.nullable(Type.Integer()),
  payer: text,
  destination: text,
  amount: wire.amount,
  fee: wire.amount,
  /** A reorg removed it after it had been credited. */
  isOrphaned: Type.Boolean(),
});

const relay = Type.Object({
  /**
   * queued: waits for a batch · sent: in a batch not yet mined · held: its batch was mined without it · external: sent
   * by the buyer's wallet · closed: paid or given up
   */
  state: wire.oneOf(["queued", "sent", "held", "external", "quarantined", "closed"]),
  attempts: Type.Integer(),
});

const chain = Type.Object({
  /** CAIP-2. */
  chain: text,
  chainName: wire.nullable(text),
  method: text,
  router: text,
  asset: wire.asset,
  payer: text,
  destination: text,
  paysOut: wire.oneOf(["merchant", "treasury"]),
  amount: wire.amount,
  /** Included in the amount. */
  fee: wire.amount,
  /** The router refuses the payment after this time. */
  deadline: wire.timestamp,
  /** The transaction that paid; before that, the one that was sent to pay. */
  txHash: wire.nullable(wire.transactionId),
  explorerUrl: wire.nullable(wire.url),
  block: Type.Unsafe<string | null>({ ...block, type: ["string", "null"] }),
  confirmations: wire.nullable(Type.Integer()),
  confirmationsNeeded: Type.Integer(),
  relay: Type.Union([relay, Type.Null()]),
});

export const Timeline = Type.Object({
  events: Type.Array(
    Type.Object({
      at: wire.timestamp,
      type: text,
      status: paymentStatus,
      data: Type.Record(Type.String(), Type.Unknown()),
      /** Null: the buyer, the chain or the clock did it, or it is the creation, whose author the payment names. */
      by: Type.Union([doneBy, Type.Null()]),
    }),
  ),
  /** Null until it is confirmed. */
  chain: Type.Union([chain, Type.Null()]),
  transfers: Type.Array(transfer),
  /** Money that was passed on from the deposit addresses to the destination without paying the payment. */
  recoveries: Type.Array(
    Type.Object({ txHash: wire.transactionId, explorerUrl: wire.nullable(wire.url), amount: wire.amount }),
  ),
});
export type Timeline = Static<typeof Timeline>;
