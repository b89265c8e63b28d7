// One payment on the console: the fields of the list, and those that only its own page shows.
import Type, { type Static } from "typebox";
import { paymentLink } from "../payment/link.ts";
import type { PaymentForBuyer } from "../payment/payment.ts";
import type { FindShownAsset } from "./amounts.ts";
import { linkOfPayment } from "./link-of-payment.ts";
import { listedPayment, Payments } from "./payment-list.ts";
import * as wire from "./primitives.ts";

export const ConsolePayment = Type.Object({
  ...Payments.properties.data.items.properties,
  expiresAt: wire.unixSeconds,
  gatewayUrl: wire.url,
  failureCode: wire.nullable(Type.String()),
  cancelledReason: wire.nullable(Type.String()),
  paymentLink: Type.Optional(linkOfPayment),
});
export type ConsolePayment = Static<typeof ConsolePayment>;

/** @param link on which the payment was created, if any */
export const consolePayment = (
  payment: PaymentForBuyer,
  find: FindShownAsset,
  publicUrl: string,
  link: Static<typeof linkOfPayment> | null = null,
): ConsolePayment => ({
  ...listedPayment({ ...payment, nonce: null, settledAt: null }, find, publicUrl),
  expiresAt: payment.expiresAtS,
  gatewayUrl: paymentLink(publicUrl, payment.id),
  failureCode: payment.failureCode,
  cancelledReason: payment.cancelledReason,
  ...(link && { paymentLink: link }),
});
