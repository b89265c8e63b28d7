// Deliveries in the form of Coinbase Commerce: an envelope of the attempt around the event of a charge.
import { chargeEventType } from "../../events/charge-event.ts";
import type { PartnerEvent } from "../../events/event.ts";
import type { Charge } from "./charges.ts";

/** The version that the webhooks of Commerce's Node client have. */
const API_VERSION = "2018-03-22";

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
