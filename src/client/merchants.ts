import type { Static } from "typebox";
import type {
  ChangeSettlementBody,
  CreateMerchantBody,
  CreateSettlementsBody,
  Deleted,
  ListMerchantsQuery,
  MerchantCreated,
  MerchantProfile,
  Merchants,
  MerchantUpdated,
  SettlementChanged,
  Settlements,
  SettlementsCreated,
  UpdateMerchantBody,
} from "../contract/merchants/merchants.ts";
import { type CallOptions, idempotent, type Send, segment, type WriteOptions } from "./call.ts";
import { everyItem } from "./pages.ts";

type Query = Static<typeof ListMerchantsQuery>;

export const merchantCalls = (send: Send) => {
  const listPage = (query: Query = {}, { signal }: CallOptions = {}) =>
    send<Static<typeof Merchants>>({ method: "GET", path: "/v1/merchants", query, signal });
  return {
    create: (merchant: Static<typeof CreateMerchantBody>, options: WriteOptions = {}) =>
      send<Static<typeof MerchantCreated>>({
        method: "POST",
        path: "/v1/merchants",
        headers: idempotent(options),
        body: merchant,
        signal: options.signal,
      }),

    get: (merchantId: string, { signal }: CallOptions = {}) =>
      send<Static<typeof MerchantProfile>>({ method: "GET", path: pathOf(merchantId), signal }),

    /** One page, with the total number of matches. */
    listPage,

    /** Every match, newest first; pages are fetched on demand. */
    list: ({ cursor: first, ...filter }: Query = {}, options: CallOptions = {}) =>
      everyItem(
        (cursor = first) => listPage({ ...filter, ...(cursor !== undefined && { cursor }) }, options),
        ({ merchants }) => merchants,
      ),

    update: (merchantId: string, changes: Static<typeof UpdateMerchantBody>, { signal }: CallOptions = {}) =>
      send<Static<typeof MerchantUpdated>>({ method: "PATCH", path: pathOf(merchantId), body: changes, signal }),

    delete: (merchantId: string, { signal }: CallOptions = {}) =>
      send<Static<typeof Deleted>>({ method: "DELETE", path: pathOf(merchantId), signal }),

    settlements: settlementCalls(send),
  };
};

const settlementCalls = (send: Send) => ({
  list: (merchantId: string, { signal }: CallOptions = {}) =>
    send<Static<typeof Settlements>>({ method: "GET", path: `${pathOf(merchantId)}/settlements`, signal }),

  create: (
    merchantId: string,
    settlements: Static<typeof CreateSettlementsBody>["settlements"],
    options: WriteOptions = {},
  ) =>
    send<Static<typeof SettlementsCreated>>({
      method: "POST",
      path: `${pathOf(merchantId)}/settlements/crypto`,
      headers: idempotent(options),
      body: { settlements },
      signal: options.signal,
    }),

  change: (merchantId: string, id: string, to: Static<typeof ChangeSettlementBody>, { signal }: CallOptions = {}) =>
    send<Static<typeof SettlementChanged>>({ method: "PUT", path: cryptoPath(merchantId, id), body: to, signal }),

  delete: (merchantId: string, id: string, { signal }: CallOptions = {}) =>
    send<Static<typeof Deleted>>({ method: "DELETE", path: cryptoPath(merchantId, id), signal }),
});

const pathOf = (merchantId: string): string => `/v1/merchants/${segment(merchantId)}`;
const cryptoPath = (merchantId: string, id: string): string =>
  `${pathOf(merchantId)}/settlements/crypto/${segment(id)}`;
