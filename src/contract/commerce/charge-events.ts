// Deliveries in the form of Coinbase Commerce: an envelope of the attempt around the event of a charge.
import Type from "typebox";
import { CHARGE_EVENTS, chargeEventType } from "../../events/charge-event.ts";
import type { PartnerEvent } from "../../events/event.ts";
import * as wire from "../primitives.ts";
import { type Charge, charge } from "./charges.ts";

/** The version that the webhooks of Commerce's Node client have. */
const API_VERSION = "2018-03-22";

export const CHARGE_EVENT_TYPES = [...new Set(CHARGE_EVENTS.map(({ is }) => is))];

/** The body of a delivery; a test's has another type and no charge. */
export const ChargeEvent = Type.Object({
  id: Type.String(),
  scheduled_for: wire.timestamp,
  attempt_number: Type.Integer({ minimum: 1 }),
  event: Type.Object({
    id: Type.String(),
    resource: wire.oneOf(["event"]),
    type: wire.oneOf(CHARGE_EVENT_TYPES),
    api_version: Type.String(),
    created_at: wire.timestamp,
    data: charge,
  }),
});

export interface DeliveryAttempt {
  readonly deliveryId: string;
  /** Starts at 1. */
  readonly number: number;
  readonly at: Date;
}

/** @param charge null: of a test, which has none */
export const chargeDelivery = (
  { id, type, at }: PartnerEvent,
  charge: Charge | null,
  attempt: DeliveryAttempt,
): object => ({
  id: attempt.deliveryId,
  scheduled_for: attempt.at.toISOString(),
  attempt_number: attempt.number,
  event: {
    id,
    resource: "event",
    type: chargeEventType(type) ?? type,
    api_version: API_VERSION,
    created_at: at.toISOString(),
    data: charge ?? {},
  },
});
