// One payment on the console: the fields of the list, and those that only its own page shows.
import Type, { type Static } from "typebox";
import { paymentLink } from "../../payment/link.ts";
import type { PaymentForBuyer } from "../../payment/payment.ts";
import type { FindShownAsset } from "../amounts.ts";
import { listedPayment, Payments } from "../payments/payment-list.ts";
import * as wire from "../primitives.ts";

export const ConsolePayment = Type.Object({
  ...Payments.properties.data.items.properties,
  expiresAt: wire.unixSeconds,
  gatewayUrl: wire.url,
  failureCode: wire.nullable(Type.String()),
  cancelledReason: wire.nullable(Type.String()),
});
export type ConsolePayment = Static<typeof ConsolePayment>;

export const consolePayment = (payment: PaymentForBuyer, find: FindShownAsset, publicUrl: string): ConsolePayment => ({
  ...listedPayment({ ...payment, nonce: null, settledAt: null }, find, publicUrl),
  expiresAt: payment.expiresAtS,
  gatewayUrl: paymentLink(publicUrl, payment.id),
  failureCode: payment.failureCode,
  cancelledReason: payment.cancelledReason,
});
