// Refunds: the merchant requests one, an account of the merchant signs it, and the money goes to the buyer.
import type { Static } from "typebox";
import type { RefundsQuery } from "../../contract/payments/refund-list.ts";
import type { RefundBody, Refund as RefundSchema, Refunds } from "../../contract/payments/refunds.ts";
import { type CallOptions, idempotent, type Send, segment, type WriteOptions } from "../call.ts";
import { everyItem } from "../pages.ts";

export type Refund = Static<typeof RefundSchema>;

type Fields = Required<Omit<Static<typeof RefundBody>, "txHash">>;
type Facts = "amount" | "exceptionId" | "reason" | "to";
type Given<Name extends Facts> = { readonly [Key in Name]: NonNullable<Fields[Key]> };

/**
 * At least one of `amount`, `exceptionId`, `reason` and `to`: a request without them only marks the payment
 * (`payments.refund`).
 */
export type NewRefund = { readonly paymentId: string } & Partial<Given<Facts>> &
  (Given<"amount"> | Given<"exceptionId"> | Given<"reason"> | Given<"to">);

type Query = Static<typeof RefundsQuery>;

export const refundCalls = (send: Send) => {
  const change = (refundId: string, what: string, body: object, options: WriteOptions) =>
    send<Refund>({
      method: "POST",
      path: `/v1/refunds/${segment(refundId)}/${what}`,
      headers: idempotent(options),
      body,
      signal: options.signal,
    });
  const listPage = (query: Query = {}, { signal }: CallOptions = {}) =>
    send<Static<typeof Refunds>>({ method: "GET", path: "/v1/refunds", query, signal });
  return {
    /**
     * Requests a refund of all that is left, of a part, or of the money of an exception. No money moves before an
     * account of the merchant signs.
     */
    async create({ paymentId, amount, exceptionId, reason, to }: NewRefund, options: WriteOptions = {}) {
      if (![amount, exceptionId, reason, to].some((given) => given != null)) {
        throw new TypeError(
          "A refund needs amount, exceptionId, reason or to: without them, the payment would only be marked",
        );
      }
      return send<Refund>({
        method: "POST",
        path: "/v1/refunds",
        headers: idempotent(options),
        body: { paymentId, amount, exceptionId, reason, to },
        signal: options.signal,
      });
    },

    get: (refundId: string, { signal }: CallOptions = {}) =>
      send<Refund>({ method: "GET", path: `/v1/refunds/${segment(refundId)}`, signal }),

    /** One page, newest first. */
    listPage,

    /** Every match; pages are fetched on demand. */
    list: ({ cursor: first, ...filter }: Query = {}, options: CallOptions = {}) =>
      everyItem(
        (cursor = first) => listPage({ ...filter, ...(cursor !== undefined && { cursor }) }, options),
        ({ data }) => data,
      ),

    /** Cancels a refund that has not been signed. */
    cancel: (refundId: string, options: WriteOptions = {}) => change(refundId, "cancel", {}, options),

    /** Accepts the address with which it waits. @param account CAIP-10, as shown in `claim` */
    accept: (refundId: string, account: string, options: WriteOptions = {}) =>
      change(refundId, "accept", { account }, options),

    /** Rejects the address with which it waits: the buyer can name another one. @param account as for `accept` */
    reject: (refundId: string, account: string, options: WriteOptions = {}) =>
      change(refundId, "reject", { account }, options),

    /** Completes it by a transaction that the merchant sent by hand. */
    complete: (refundId: string, txHash: string, options: WriteOptions = {}) =>
      change(refundId, "transaction", { txHash }, options),
  };
};
