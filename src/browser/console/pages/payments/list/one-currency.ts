// An order by amount keeps to one currency, because amounts of different currencies are not converted.
import { useEffect } from "react";
import { useCurrencies } from "../../../api/payments.ts";
import type { PaymentSearch } from "./search.ts";

/** Chooses the currency of most payments where the order requires one, and says whether that is still to happen. */
export function useOneCurrency(
  { sortBy, currency, q }: PaymentSearch,
  change: (changes: PaymentSearch, replace?: boolean) => void,
) {
  const currencies = useCurrencies();
  const isByAmount = sortBy === "amount" && q === undefined;
  const [most, other] = currencies.data ?? [];
  const isMissing = isByAmount && currency === undefined && other !== undefined;
  useEffect(() => {
    if (isMissing) change({ currency: most }, true);
  }, [isMissing, most, change]);
  return {
    isToChoose: isByAmount && currency === undefined && (isMissing || currencies.isPending),
    isOfOne: isByAmount && other !== undefined,
    error: isByAmount && currency === undefined ? currencies.error : null,
    retry: () => void currencies.refetch(),
  };
}
