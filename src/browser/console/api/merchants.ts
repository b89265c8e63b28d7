import type { Static } from "typebox";
import { merchantCalls } from "../../../client/merchants.ts";
import type { MerchantProfile, Merchants } from "../../../contract/merchants.ts";
import { request, requestWithKey } from "./connection.ts";

export type ListedMerchant = Static<typeof Merchants>["merchants"][number];
export type Merchant = Static<typeof MerchantProfile>["merchant"];
export type MerchantStatus = Merchant["status"];
export type CryptoSettlement = Merchant["settlements"]["crypto"][number];
export type FiatSettlement = Merchant["settlements"]["fiat"][number];

export const MERCHANT_STATUSES_SHOWN = ["active", "inactive", "suspended"] as const satisfies readonly MerchantStatus[];

export const merchants = merchantCalls(request);

/** Changing destinations takes the key itself, which `useConfirmedKey` asks for. */
export const merchantsWithKey = (apiKey: string) => merchantCalls(requestWithKey(apiKey));
