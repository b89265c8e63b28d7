// The body of each type of event, for the specification. Lists validate the general `Event`.
import Type, { type TSchema } from "typebox";
import { EVENT_TYPES, type EventType, PAYMENT_EVENT_TYPES } from "../../events/types.ts";
import { merchant, SettlementChanged } from "../merchants/merchants.ts";
import { Exception } from "../payments/exceptions.ts";
import { Refund } from "../payments/refunds.ts";
import { oneOf } from "../primitives.ts";
import { Event, eventPayment, webhookEndpoint } from "./events.ts";

/** What an event shows, by the part of its type before the point. */
const SUBJECTS: Readonly<Record<string, readonly [name: string, schema: TSchema]>> = {
  payment: ["payment", eventPayment],
  exception: ["exception", Exception],
  refund: ["refund", Refund],
  merchant: ["merchant", merchant],
  settlement: ["settlement", SettlementChanged],
  webhook_endpoint: ["webhookEndpoint", webhookEndpoint],
};

const isOfPayment = (type: EventType): boolean => PAYMENT_EVENT_TYPES.some((each) => each === type);

function bodyOf(type: EventType): TSchema {
  const [subject, schema] = SUBJECTS[type.split(".")[0] ?? ""] ?? [];
  if (subject === undefined || schema === undefined) throw new TypeError(`the subject of ${type} is unknown`);
  const { id, timestamp, livemode, apiVersion, merchantId } = Event.properties;
  const ofPayment = {
    merchantId: Type.String(),
    paymentId: Type.String(),
    sequence: Type.Integer({ minimum: 1, description: "1, 2, 3 … within one payment" }),
  };
  return Type.Object({
    id,
    type: oneOf([type]),
    timestamp,
    livemode,
    apiVersion,
    ...(isOfPayment(type) ? ofPayment : { merchantId }),
    data: Type.Object({ [subject]: schema }),
  });
}

export const EVENT_BODIES = Object.fromEntries(EVENT_TYPES.map((type) => [type, bodyOf(type)])) as Readonly<
  Record<EventType, TSchema>
>;
