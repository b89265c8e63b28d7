import type { Static } from "typebox";
import type {
  CreateMerchantBody,
  CreateSettlementsBody,
  MerchantCreated,
  MerchantProfile,
  SettlementsCreated,
} from "../contract/merchants.ts";
import { type CallOptions, idempotent, type Send, segment, type WriteOptions } from "./call.ts";

export const merchantCalls = (send: Send) => ({
  create: (merchant: Static<typeof CreateMerchantBody>, options: WriteOptions = {}) =>
    send<Static<typeof MerchantCreated>>({
      method: "POST",
      path: "/v1/merchants",
      headers: idempotent(options),
      body: merchant,
      signal: options.signal,
    }),

  get: (merchantId: string, { signal }: CallOptions = {}) =>
    send<Static<typeof MerchantProfile>>({ method: "GET", path: `/v1/merchants/${segment(merchantId)}`, signal }),

  createSettlements: (
    merchantId: string,
    settlements: Static<typeof CreateSettlementsBody>["settlements"],
    options: WriteOptions = {},
  ) =>
    send<Static<typeof SettlementsCreated>>({
      method: "POST",
      path: `/v1/merchants/${segment(merchantId)}/settlements/crypto`,
      headers: idempotent(options),
      body: { settlements },
      signal: options.signal,
    }),
});
