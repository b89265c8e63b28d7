import type { Static } from "typebox";
import type {
  Cancellation,
  CreatePaymentBody,
  PaymentCreated,
  PaymentDetails,
  StatusResult,
} from "../contract/payments.ts";
import { type CallOptions, idempotent, type Send, segment, type WriteOptions } from "./call.ts";

interface OfMerchant {
  /** Instead of the client's own. */
  readonly merchantId?: string;
}

export const paymentCalls = (send: Send, ownMerchantId: string | undefined) => {
  const merchant = ({ merchantId = ownMerchantId }: OfMerchant) => ({ "merchant-id": merchantId });
  return {
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

    /** @param options.maxPollMs how long the server may wait for the status to change, at most 60 000 */
    status: (paymentId: string, { maxPollMs = 0, signal }: CallOptions & { readonly maxPollMs?: number } = {}) =>
      send<Static<typeof StatusResult>>({
        method: "GET",
        path: `/v1/payments/${segment(paymentId)}/status`,
        query: { maxPollMs },
        heldMs: maxPollMs,
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
  };
};
