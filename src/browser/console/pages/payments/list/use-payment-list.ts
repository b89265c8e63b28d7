// The page of the list that the URL names; it stays visible while the next one loads.
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useCallback } from "react";
import { readSearchTerms } from "../../../../../payment/lists/search-terms.ts";
import { serverNowMs } from "../../../api/connection.ts";
import { findPayments, type ListedPayment, type PaymentPage, payments } from "../../../api/payments.ts";
import { filtersOf, type PaymentSearch } from "./search.ts";

const route = getRouteApi("/payments");

interface ShownPage {
  readonly data: readonly ListedPayment[];
  readonly nextCursor: string | null;
  /** A search for anything but a reference has none. */
  readonly stats?: PaymentPage["stats"];
  /** The matches that a search left out. */
  readonly omits?: readonly "references"[];
}

/** Disabled while nothing can be searched by the text. @param isReady whether the search is complete */
export const usePaymentList = (search: PaymentSearch, isReady: boolean) =>
  useQuery({
    queryKey: ["payments", "list", search],
    queryFn: ({ signal }): Promise<ShownPage> => readPage(search, signal),
    enabled: isReady && (search.q === undefined || readSearchTerms(search.q) !== null),
    placeholderData: keepPreviousData,
  });

function readPage({ q, ...search }: PaymentSearch, signal: AbortSignal): Promise<ShownPage> {
  const filters = filtersOf(search, serverNowMs());
  if (q === undefined) return payments.listPage(filters, { signal });
  const { sortBy, sortDir, ...narrower } = filters; // found payments are always newest first
  return findPayments(q, narrower, signal);
}

export function usePaymentSearch() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  /** A changed filter returns to the first page. */
  const change = useCallback(
    (changes: PaymentSearch, replace = false) =>
      void navigate({
        search: (before) => ({ ...before, cursor: undefined, skipped: undefined, ...changes }),
        replace,
        resetScroll: false,
      }),
    [navigate],
  );
  return { search, change };
}
