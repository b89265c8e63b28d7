import { type QueryClient, useQuery } from "@tanstack/react-query";
import type { ConsolePayment } from "../../../contract/console/payment.ts";
import type { Timeline } from "../../../contract/payments/timeline.ts";
import { request } from "./connection.ts";

export type { ConsolePayment, Timeline };

const pathOf = (paymentId: string): string => `/payments/${encodeURIComponent(paymentId)}`;

export const usePayment = (paymentId: string) =>
  useQuery({
    queryKey: ["payment", paymentId, "facts"],
    queryFn: ({ signal }) => request<ConsolePayment>({ method: "GET", path: pathOf(paymentId), signal }),
  });

export const useTimeline = (paymentId: string) =>
  useQuery({
    queryKey: ["payment", paymentId, "timeline"],
    queryFn: ({ signal }) => request<Timeline>({ method: "GET", path: `${pathOf(paymentId)}/timeline`, signal }),
  });

/** Invalidates this payment's queries and the lists. @returns when all of them are up to date */
export const readPaymentAgain = (queries: QueryClient, paymentId: string): Promise<unknown> =>
  Promise.all([
    queries.invalidateQueries({ queryKey: ["payment", paymentId] }),
    queries.invalidateQueries({ queryKey: ["payments"] }),
  ]);
