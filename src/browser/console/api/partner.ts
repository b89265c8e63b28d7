// The API, called through turnpike/client.
import type { Static } from "typebox";
import { merchantCalls } from "../../../client/merchants.ts";
import { paymentCalls } from "../../../client/payments.ts";
import type { Exceptions, ExceptionsQuery } from "../../../contract/exceptions.ts";
import type { Payments, PaymentsQuery } from "../../../contract/payment-list.ts";
import { request, requestWithKey } from "./connection.ts";

export type PaymentFilters = Static<typeof PaymentsQuery>;
export type PaymentPage = Static<typeof Payments>;
export type ListedPayment = PaymentPage["data"][number];
export type ExceptionPage = Static<typeof Exceptions>;
export type ListedException = ExceptionPage["data"][number];

export const payments = paymentCalls(request, undefined);
export const merchants = merchantCalls(request);

/** Changing destinations requires the API key: see `useConfirmedKey`. */
export const merchantsWithKey = (apiKey: string) => merchantCalls(requestWithKey(apiKey));

export const listExceptions = (query: Static<typeof ExceptionsQuery>, signal?: AbortSignal): Promise<ExceptionPage> =>
  request<ExceptionPage>({ method: "GET", path: "/v1/exceptions", query, signal });
