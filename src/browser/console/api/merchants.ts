import type { Static } from "typebox";
import type { MerchantProfile, Merchants } from "../../../contract/merchants.ts";

export type ListedMerchant = Static<typeof Merchants>["merchants"][number];
export type Merchant = Static<typeof MerchantProfile>["merchant"];
export type MerchantStatus = Merchant["status"];
export type CryptoSettlement = Merchant["settlements"]["crypto"][number];
export type FiatSettlement = Merchant["settlements"]["fiat"][number];

export const MERCHANT_STATUSES_SHOWN = ["active", "inactive", "suspended"] as const satisfies readonly MerchantStatus[];
