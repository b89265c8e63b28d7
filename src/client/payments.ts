import type { Static } from "typebox";
import type { DepositAddress, DepositBody } from "../contract/deposits/deposits.ts";
import type { Payments, PaymentsQuery } from "../contract/payments/payment-list.ts";
import type {
  Cancellation,
  CreatePaymentBody,
  PaymentCreated,
  PaymentDetails,
  StatusResult,
} from "../contract/payments/payments.ts";
import type { SignedReceipt } from "../contract/payments/receipts.ts";
import type { Refunded } from "../contract/payments/refunds.ts";
import { type CallOptions, type HeldOptions, held, idempotent, type Send, segment, type WriteOptions } from "./call.ts";
import { everyItem } from "./pages.ts";

export interface OfMerchant {
  /** Overrides the client's merchant. */
  readonly merchantId?: string;
}

type Query = Static<typeof PaymentsQuery>;

export const paymentCalls = (send: Send, ownMerchantId: string | undefined) => {
  const merchant = ({ merchantId = ownMerchantId }: OfMerchant) => ({ "merchant-id": merchantId });
  return {
    ...listCalls(send),

    create: (payment: Static<typeof CreatePaymentBody>, options: WriteOptions & OfMerchant = {}) =>
      send<Static<typeof PaymentCreated>>({
        method: "POST",
        path: "/v1/payments",
        headers: { ...merchant(options), ...idempotent(options) },
        body: payment,
        signal: options.signal,
      }),

    get: (paymentId: string, options: CallOptions & OfMerchant = {}) =>
      send<Static<typeof PaymentDetails>>({
        method: "GET",
        path: `/v1/payments/${segment(paymentId)}`,
        headers: merchant(options),
        signal: options.signal,
      }),

    status: (paymentId: string, options: HeldOptions = {}) =>
      send<Static<typeof StatusResult>>({
        method: "GET",
        path: `/v1/payments/${segment(paymentId)}/status`,
        ...held(options),
      }),

    /** Its signed receipt, once it has succeeded: `verifyReceipt` verifies it without a server. */
    receipt: (paymentId: string, { signal }: CallOptions = {}) =>
      send<Static<typeof SignedReceipt>>({
        method: "GET",
        path: `/v1/payments/${segment(paymentId)}/receipt`,
        signal,
      }),

    cancel: (paymentId: string, options: WriteOptions = {}) =>
      send<Static<typeof Cancellation>>({
        method: "POST",
        path: `/v1/payments/${segment(paymentId)}/cancel`,
        headers: idempotent(options),
        body: {},
        signal: options.signal,
      }),

    /**
     * Its deposit address in an asset (CAIP-19), with what came there. The same asset has the same address, so retries
     * are harmless.
     */
    deposit: (paymentId: string, { asset }: Static<typeof DepositBody>, { signal }: CallOptions = {}) =>
      send<Static<typeof DepositAddress>>({
        method: "POST",
        path: `/v1/payments/${segment(paymentId)}/deposit`,
        body: { asset },
        signal,
      }),

    /** Marks it as fully refunded; no money moves. @param options.txHash the transaction that paid the buyer back */
    refund: (paymentId: string, { txHash, ...options }: WriteOptions & { readonly txHash?: string } = {}) =>
      send<Static<typeof Refunded>>({
        method: "POST",
        path: "/v1/refunds",
        headers: idempotent(options),
        body: { paymentId, ...(txHash !== undefined && { txHash }) },
        signal: options.signal,
      }),
  };
};

function listCalls(send: Send) {
  const listPage = (query: Query = {}, { signal }: CallOptions = {}) =>
    send<Static<typeof Payments>>({ method: "GET", path: "/v1/payments", query, signal });
  return {
    /** One page, with statistics of all matches. */
    listPage,

    /** Every match; pages are fetched on demand. */
    list: ({ cursor: first, ...filter }: Query = {}, options: CallOptions = {}) =>
      everyItem(
        (cursor = first) => listPage({ ...filter, ...(cursor !== undefined && { cursor }) }, options),
        ({ data }) => data,
      ),
  };
}
