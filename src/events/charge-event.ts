// Events as Coinbase Commerce names them. There is no `charge:pending`: receivers take it for paid, but a payment in
// processing may still fail.
import type { ExceptionKind } from "../payment/transfers/exception.ts";
import type { EventType } from "./types.ts";

export type ChargeEventType = "charge:created" | "charge:confirmed" | "charge:failed" | "charge:delayed";

interface ChargeEvent {
  readonly of: EventType;
  /** Only exceptions of this kind; null: the event is of no exception. */
  readonly kind: ExceptionKind | null;
  readonly is: ChargeEventType;
}

export const CHARGE_EVENTS: readonly ChargeEvent[] = [
  { of: "payment.created", kind: null, is: "charge:created" },
  { of: "payment.succeeded", kind: null, is: "charge:confirmed" },
  { of: "payment.failed", kind: null, is: "charge:failed" },
  { of: "payment.expired", kind: null, is: "charge:failed" },
  { of: "payment.cancelled", kind: null, is: "charge:failed" },
  { of: "exception.opened", kind: "late", is: "charge:delayed" },
];

/** Null if a charge has no such event. */
export const chargeEventType = (type: EventType): ChargeEventType | null =>
  CHARGE_EVENTS.find(({ of }) => of === type)?.is ?? null;
