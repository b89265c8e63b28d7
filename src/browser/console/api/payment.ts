import { type QueryClient, useQuery } from "@tanstack/react-query";
import type { ConsolePayment } from "../../../contract/console/payment.ts";
import type { Timeline } from "../../../contract/console/timeline.ts";
import { request } from "./connection.ts";

export type { ConsolePayment, Timeline };

const pathOf = (paymentId: string): string => `/payments/${encodeURIComponent(paymentId)}`;

export const readPayment = (paymentId: string, signal?: AbortSignal): Promise<ConsolePayment> =>
  request<ConsolePayment>({ method: "GET", path: pathOf(paymentId), signal });

/** A part of the amount that comes to a deposit address is no event. */
const DEPOSITS_EVERY_MS = 3_000;

export const usePayment = (paymentId: string) =>
  useQuery({
    queryKey: ["payment", paymentId, "facts"],
    queryFn: ({ signal }) => readPayment(paymentId, signal),
    refetchInterval: ({ state: { data } }) =>
      data?.status === "requires_action" && data.deposits ? DEPOSITS_EVERY_MS : false,
  });

/** A till hears of no events, so it asks even before there is an address. */
export const useSoldPayment = (paymentId: string, isWaiting: boolean) =>
  useQuery({
    queryKey: ["payment", paymentId, "sold"],
    queryFn: ({ signal }) => readPayment(paymentId, signal),
    refetchInterval: isWaiting ? DEPOSITS_EVERY_MS : false,
    enabled: isWaiting,
  });

type Address = NonNullable<ConsolePayment["deposits"]>[number];

/** Null: nothing is missing. */
export function missingOf({ amount, received }: Pick<Address, "amount" | "received">): Address["amount"] | null {
  const missing = BigInt(amount.value) - BigInt(received.value);
  return missing > 0n ? { ...amount, value: missing.toString() } : null;
}

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
