// An order by amount keeps to one currency, because amounts of different currencies are not converted.
import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { currencyOfUnit } from "../../../../../money/amount.ts";
import { serverNowMs } from "../../../api/connection.ts";
import { payments, useCurrencies } from "../../../api/payments.ts";
import { filtersOf, isByAmount, isFiltered, type PaymentSearch } from "./search.ts";

/**
 * Chooses a currency where the order requires one, and says whether that is still to happen: that of most payments, or
 * of the newest one that the filters leave.
 */
export function useOneCurrency(search: PaymentSearch, change: (changes: PaymentSearch, replace?: boolean) => void) {
  const { currency } = search;
  const currencies = useCurrencies();
  const needsOne = isByAmount(search);
  const [most, other] = currencies.data ?? [];
  const isMissing = needsOne && currency === undefined && other !== undefined;
  const newest = useNewestCurrency(search, isMissing && isFiltered(search));
  const chosen = isFiltered(search) && newest.isPending ? undefined : (newest.data ?? most);
  useEffect(() => {
    if (isMissing && chosen !== undefined) change({ currency: chosen }, true);
  }, [isMissing, chosen, change]);
  const failed = [currencies, newest].find(({ isLoadingError }) => isLoadingError);
  return {
    isToChoose: needsOne && currency === undefined && (isMissing || currencies.isPending),
    isOfOne: needsOne && other !== undefined,
    error: failed && needsOne && currency === undefined ? failed.error : null,
    retry: () => void failed?.refetch(),
  };
}

/** Null if no payment matches. */
function useNewestCurrency({ sortBy, sortDir, cursor, ...search }: PaymentSearch, isNeeded: boolean) {
  return useQuery({
    queryKey: ["payments", "newest", search],
    queryFn: async ({ signal }) => {
      const filters = filtersOf(search, serverNowMs());
      const [payment] = (await payments.listPage({ ...filters, limit: 1 }, { signal })).data;
      return payment ? currencyOfUnit(payment.fiatAmount.unit) : null;
    },
    enabled: isNeeded,
  });
}
