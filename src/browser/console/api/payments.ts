import { useQuery } from "@tanstack/react-query";
import type { Static } from "typebox";
import { paymentCalls } from "../../../client/payments.ts";
import type { Currencies, Found } from "../../../contract/console/records.ts";
import type { Payments, PaymentsQuery } from "../../../contract/payments/payment-list.ts";
import { request } from "./connection.ts";

export type PaymentFilters = Static<typeof PaymentsQuery>;
export type PaymentPage = Static<typeof Payments>;
export type ListedPayment = PaymentPage["data"][number];

/** @param text at most 256 characters by which something can be searched */
export const findPayments = (text: string, filters: PaymentFilters, signal: AbortSignal): Promise<Found> =>
  request<Found>({ method: "GET", path: "/find", query: { text, ...filters }, signal });

/** The currencies of all payments of the mode, the one of most payments first. */
export const useCurrencies = () =>
  useQuery({
    queryKey: ["payments", "currencies"],
    queryFn: ({ signal }) => request<Currencies>({ method: "GET", path: "/currencies", signal }),
    select: ({ currencies }) => currencies,
  });

export const payments = paymentCalls(request, undefined);
