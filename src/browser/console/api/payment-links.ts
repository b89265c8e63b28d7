import { type PaymentLink, paymentLinkCalls } from "../../../client/payment-links.ts";
import { request } from "./connection.ts";

export type { PaymentLink };

export const paymentLinks = paymentLinkCalls(request, undefined);
export type NewPaymentLink = Parameters<typeof paymentLinks.create>[0];
