import { useQuery } from "@tanstack/react-query";
import type { Static } from "typebox";
import { merchantCalls } from "../../../client/merchants.ts";
import type { MerchantProfile, Merchants } from "../../../contract/merchants/merchants.ts";
import { request, requestWithKey } from "./connection.ts";

export type ListedMerchant = Static<typeof Merchants>["merchants"][number];
export type Merchant = Static<typeof MerchantProfile>["merchant"];
export type MerchantStatus = Merchant["status"];
export type CryptoSettlement = Merchant["settlements"]["crypto"][number];
export type FiatSettlement = Merchant["settlements"]["fiat"][number];

export const MERCHANT_STATUSES_SHOWN = ["active", "inactive", "suspended"] as const satisfies readonly MerchantStatus[];

export const merchants = merchantCalls(request);

/** Changing destinations requires the API key: see `useConfirmedKey`. */
export const merchantsWithKey = (apiKey: string) => merchantCalls(requestWithKey(apiKey));

/** Includes its destinations. */
export const useMerchant = (merchantId: string) =>
  useQuery({
    queryKey: ["merchants", "one", merchantId],
    queryFn: ({ signal }) => merchants.get(merchantId, { signal }),
    select: ({ merchant }) => merchant,
  });

/** A page of the API; a merchant beyond it is shown by its ID. */
const NAMES_MAX = 100;

/** The newest merchants' names, by ID. */
export function useMerchantNames(): ReadonlyMap<string, string> {
  const { data } = useQuery({
    queryKey: ["merchants", "names"],
    queryFn: ({ signal }) => merchants.listPage({ limit: NAMES_MAX }, { signal }),
  });
  return new Map((data?.merchants ?? []).map(({ id, name }) => [id, name]));
}
