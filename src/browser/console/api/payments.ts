import type { Static } from "typebox";
import { paymentCalls } from "../../../client/payments.ts";
import type { Payments, PaymentsQuery } from "../../../contract/payment-list.ts";
import { request } from "./connection.ts";

export type PaymentFilters = Static<typeof PaymentsQuery>;
export type PaymentPage = Static<typeof Payments>;
export type ListedPayment = PaymentPage["data"][number];

export const payments = paymentCalls(request, undefined);
