import type { Static } from "typebox";
import type { Deleted } from "../contract/merchants/merchants.ts";
import type {
  CreateLinkBody,
  LinksQuery,
  PaymentLink as PaymentLinkSchema,
  PaymentLinks,
  UpdateLinkBody,
} from "../contract/payment-links/payment-links.ts";
import { type CallOptions, idempotent, type Send, segment, type WriteOptions } from "./call.ts";
import { everyItem } from "./pages.ts";
import type { OfMerchant } from "./payments.ts";

export type PaymentLink = Static<typeof PaymentLinkSchema>;

const PATH = "/v1/payment-links";
const pathOf = (id: string): string => `${PATH}/${segment(id)}`;

export const paymentLinkCalls = (send: Send, ownMerchantId: string | undefined) => {
  const listPage = (query: Static<typeof LinksQuery> = {}, { signal }: CallOptions = {}) =>
    send<Static<typeof PaymentLinks>>({ method: "GET", path: PATH, query, signal });
  return {
    create: (
      link: Static<typeof CreateLinkBody>,
      { merchantId = ownMerchantId, ...options }: WriteOptions & OfMerchant = {},
    ) =>
      send<PaymentLink>({
        method: "POST",
        path: PATH,
        headers: { "merchant-id": merchantId, ...idempotent(options) },
        body: link,
        signal: options.signal,
      }),

    get: (id: string, { signal }: CallOptions = {}) => send<PaymentLink>({ method: "GET", path: pathOf(id), signal }),

    listPage,

    /** Every match, newest first; pages are fetched on demand. */
    list: ({ cursor: first, ...filter }: Static<typeof LinksQuery> = {}, options: CallOptions = {}) =>
      everyItem(
        (cursor = first) => listPage({ ...filter, ...(cursor !== undefined && { cursor }) }, options),
        ({ data }) => data,
      ),

    update: (id: string, changes: Static<typeof UpdateLinkBody>, { signal }: CallOptions = {}) =>
      send<PaymentLink>({ method: "PATCH", path: pathOf(id), body: changes, signal }),

    delete: (id: string, { signal }: CallOptions = {}) =>
      send<Static<typeof Deleted>>({ method: "DELETE", path: pathOf(id), signal }),
  };
};
