// The list's filters in the URL.
import { MERCHANT_STATUSES_SHOWN, type MerchantStatus } from "../../api/merchants.ts";
import { oneOf, textOf } from "../../app/list/url-search.ts";

export interface MerchantSearch {
  readonly search?: string | undefined;
  readonly status?: MerchantStatus | undefined;
}

export const readMerchantSearch = (given: Record<string, unknown>): MerchantSearch => ({
  search: textOf(given.search),
  status: oneOf(MERCHANT_STATUSES_SHOWN, given.status),
});
