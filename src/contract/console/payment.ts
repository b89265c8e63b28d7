// One payment on the console: the fields of the list, and those that only its own page shows.
import Type, { type Static } from "typebox";
import type { ReceiptNumber } from "../../merchant/till.ts";
import { paymentLink } from "../../payment/link.ts";
import type { PaymentForBuyer } from "../../payment/payment.ts";
import type { FindShownAsset } from "../amounts.ts";
import { listedPayment, Payments } from "../payments/payment-list.ts";
import * as wire from "../primitives.ts";
import { receiptNumber } from "./tills.ts";

export const ConsolePayment = Type.Object({
  ...Payments.properties.data.items.properties,
  expiresAt: wire.unixSeconds,
  gatewayUrl: wire.url,
  failureCode: wire.nullable(Type.String()),
  cancelledReason: wire.nullable(Type.String()),
  receipt: Type.Optional(receiptNumber),
});
export type ConsolePayment = Static<typeof ConsolePayment>;

/** @param receipt null: it has no number */
export const consolePayment = (
  payment: PaymentForBuyer,
  find: FindShownAsset,
  publicUrl: string,
  receipt: ReceiptNumber | null,
): ConsolePayment => ({
  ...listedPayment({ ...payment, nonce: null, settledAt: null }, find, publicUrl),
  expiresAt: payment.expiresAtS,
  gatewayUrl: paymentLink(publicUrl, payment.id),
  failureCode: payment.failureCode,
  cancelledReason: payment.cancelledReason,
  ...(receipt && { receipt }),
});
