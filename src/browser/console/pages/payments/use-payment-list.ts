// One page of the list, as the address says, kept on the screen while the next one is read.
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useCallback } from "react";
import { payments } from "../../api/payments.ts";
import { filtersOf, type PaymentSearch } from "./search.ts";

const route = getRouteApi("/payments");

export const usePaymentList = (search: PaymentSearch) =>
  useQuery({
    queryKey: ["payments", "list", search],
    queryFn: ({ signal }) => payments.listPage(filtersOf(search, Date.now()), { signal }),
    placeholderData: keepPreviousData,
  });

export function usePaymentSearch() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  /** Another filter begins at the first page. */
  const change = useCallback(
    (changes: PaymentSearch, replace = false) =>
      void navigate({
        search: (before) => ({ ...before, cursor: undefined, ...changes }),
        replace,
        resetScroll: false,
      }),
    [navigate],
  );
  return { search, change };
}
