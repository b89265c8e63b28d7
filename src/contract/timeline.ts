// What became of a payment, as the console shows it: what happened to it here, and where it stands on its chain.
import Type, { type Static } from "typebox";
import { paymentStatus } from "./payments.ts";
import * as wire from "./primitives.ts";

const text = Type.String();
const block = Type.String({ description: "a block's number" });

const transfer = Type.Object({
  /** CAIP-2. */
  chain: text,
  txHash: wire.transactionId,
  logIndex: Type.Integer(),
  /** Where the transaction is shown; null where the chain has no explorer configured. */
  explorerUrl: wire.nullable(wire.url),
  block,
  /** seen: waits for its depth · parked: waits for its payment to end or to be confirmed · credited: it is what paid · exception: told as one · foreign: terms that nobody was quoted */
  state: wire.oneOf(["seen", "parked", "credited", "exception", "foreign"]),
  /** Blocks on top of and including its own, as far as the chain was followed. */
  confirmations: wire.nullable(Type.Integer()),
  payer: text,
  destination: text,
  amount: wire.amount,
  fee: wire.amount,
  /** A reorg took it out of the chain after it had been credited. */
  isOrphaned: Type.Boolean(),
});

const relay = Type.Object({
  /**
   * queued: to be put into a batch · sent: in a batch whose outcome is awaited · held: its batch was mined without it · external:
   * the buyer's wallet sends it · closed: paid or given up
   */
  state: wire.oneOf(["queued", "sent", "held", "external", "closed"]),
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
  /** Whose the destination is. */
  paysOut: wire.oneOf(["merchant", "treasury"]),
  amount: wire.amount,
  /** Part of the amount. */
  fee: wire.amount,
  /** Until when the chain takes it. */
  deadline: wire.timestamp,
  /** Of the transfer that paid it, or of the transaction that is to. */
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
    }),
  ),
  /** Null before a confirm. */
  chain: Type.Union([chain, Type.Null()]),
  transfers: Type.Array(transfer),
});
export type Timeline = Static<typeof Timeline>;
