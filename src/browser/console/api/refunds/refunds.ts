import { useQuery } from "@tanstack/react-query";
import type { Static } from "typebox";
import { idempotent, segment } from "../../../../client/call.ts";
import { createGatewayClient, type GatewayClient } from "../../../../client/index.ts";
import type { ConsoleRefund, ConsoleRefunds, RefundSigning } from "../../../../contract/console/refunds.ts";
import type { RefundsQuery } from "../../../../contract/payments/refund-list.ts";
import type { Refund, RefundBody } from "../../../../contract/payments/refunds.ts";
import { OPEN_REFUNDS } from "../../../../payment/refund.ts";
import { request } from "../connection.ts";

export type { ConsoleRefund, RefundSigning };
export type RefundStatus = ConsoleRefund["status"];
export type NewRefund = Static<typeof RefundBody>;
export type MadeRefund = Static<typeof Refund>;

/** The most that one page of the list holds. */
export const REFUNDS_LIMIT_MAX = 100;
/** Only its end is an event, not its signature. */
const PROCESSING_EVERY_MS = 3_000;

export const listRefunds = (query: Static<typeof RefundsQuery>, signal?: AbortSignal): Promise<ConsoleRefunds> =>
  request<ConsoleRefunds>({ method: "GET", path: "/refunds", query, signal });

/** How often a list with these refunds is read again. */
export const refetchFor = (refunds: readonly ConsoleRefund[] | undefined): number | false =>
  refunds?.some(({ status }) => status === "processing") ? PROCESSING_EVERY_MS : false;

export const useRefundsOf = (paymentId: string, isEnabled: boolean) =>
  useQuery({
    queryKey: ["payment", paymentId, "refunds"],
    queryFn: ({ signal }) => listRefunds({ paymentId, limit: REFUNDS_LIMIT_MAX }, signal),
    refetchInterval: ({ state: { data } }) => refetchFor(data?.data),
    enabled: isEnabled,
  });

/** The refunds that somebody has to sign, the newest first. */
export const useSignable = (isEnabled: boolean) =>
  useQuery({
    queryKey: ["refunds", "signable"],
    queryFn: ({ signal }) => listRefunds({ status: ["requires_action"], limit: REFUNDS_LIMIT_MAX }, signal),
    enabled: isEnabled,
  });

const NONE: ReadonlyMap<string, ConsoleRefund> = new Map();

/** The refunds that send back the money of exceptions and have not ended, by the exception's id. */
export const useReturns = (isEnabled: boolean): ReadonlyMap<string, ConsoleRefund> =>
  useQuery({
    queryKey: ["refunds", "returns"],
    queryFn: ({ signal }) => listRefunds({ status: [...OPEN_REFUNDS], limit: REFUNDS_LIMIT_MAX }, signal),
    select: returnsIn,
    refetchInterval: ({ state: { data } }) => refetchFor(data?.data),
    enabled: isEnabled,
  }).data ?? NONE;

const returnsIn = ({ data }: ConsoleRefunds): ReadonlyMap<string, ConsoleRefund> =>
  new Map(data.flatMap((refund) => (refund.exceptionId === undefined ? [] : [[refund.exceptionId, refund] as const])));

export const requestRefund = (body: NewRefund, idempotencyKey: string): Promise<MadeRefund> =>
  request<MadeRefund>({ method: "POST", path: "/v1/refunds", headers: idempotent({ idempotencyKey }), body });

const change = (refundId: string, name: string, body: object): Promise<MadeRefund> =>
  request<MadeRefund>({
    method: "POST",
    path: `/v1/refunds/${segment(refundId)}/${name}`,
    headers: idempotent({}),
    body,
  });

export const cancelRefund = (refundId: string) => change(refundId, "cancel", {});

/** @param account CAIP-10: the address that was shown */
export const acceptAddress = (refundId: string, account: string) => change(refundId, "accept", { account });
export const rejectAddress = (refundId: string, account: string) => change(refundId, "reject", { account });

export const completeRefund = (refundId: string, txHash: string) => change(refundId, "transaction", { txHash });

export const readSigning = (refundId: string): Promise<RefundSigning> =>
  request<RefundSigning>({ method: "GET", path: `/refunds/${segment(refundId)}/signing` });

/** The gateway, for the payment of this token alone. */
export const gatewayFor = ({ pageToken }: RefundSigning): GatewayClient =>
  createGatewayClient({ baseUrl: location.origin, apiKey: pageToken });
