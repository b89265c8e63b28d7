// The list's state in the URL: the API's parameters, plus a period relative to now.

import { typedCode, typedText } from "../../../../../money/typed-text.ts";
import { isOnlyReference, readSearchTerms } from "../../../../../payment/lists/search-terms.ts";
import { PAYMENT_STATUSES, type PaymentStatus } from "../../../../../payment/payment.ts";
import type { PaymentFilters } from "../../../api/payments.ts";
import { listOf, momentOf, oneOf, textOf } from "../../../app/list/url-search.ts";

export const PERIODS = { "24h": 86_400_000, "7d": 7 * 86_400_000, "30d": 30 * 86_400_000 } as const;
export type Period = keyof typeof PERIODS;

export interface PaymentSearch {
  readonly period?: Period | undefined;
  /** RFC 3339; not combined with a period. */
  readonly startTs?: string | undefined;
  readonly endTs?: string | undefined;
  readonly status?: readonly PaymentStatus[] | undefined;
  readonly merchantId?: readonly string[] | undefined;
  readonly token_symbol?: readonly string[] | undefined;
  /** CAIP-2 IDs, separated by commas. */
  readonly network?: string | undefined;
  /** ISO 4217. */
  readonly currency?: string | undefined;
  readonly tillId?: string | undefined;
  readonly referenceId?: string | undefined;
  /** The text of a search for anything but a reference that the API's filter accepts. */
  readonly q?: string | undefined;
  readonly sortBy?: "amount" | undefined;
  readonly sortDir?: "asc" | undefined;
  readonly cursor?: string | undefined;
  /** Payments on the pages before. */
  readonly skipped?: number | undefined;
}

export function readPaymentSearch(given: Record<string, unknown>): PaymentSearch {
  const period = oneOf(Object.keys(PERIODS) as Period[], given.period);
  return present({
    period,
    startTs: period ? undefined : momentOf(given.startTs),
    endTs: period ? undefined : momentOf(given.endTs),
    status: some(
      listOf(given.status).filter((each): each is PaymentStatus => PAYMENT_STATUSES.some((s) => s === each)),
    ),
    merchantId: some(listOf(given.merchantId)),
    token_symbol: some(listOf(given.token_symbol)),
    network: textOf(given.network),
    currency: currencyOf(given.currency),
    tillId: textOf(given.tillId),
    referenceId: given.q === undefined ? textOf(given.referenceId) : undefined,
    q: textOf(given.q),
    sortBy: oneOf(["amount"], given.sortBy),
    sortDir: oneOf(["asc"], given.sortDir),
    cursor: textOf(given.cursor),
    skipped: given.cursor === undefined ? undefined : countOf(given.skipped),
  });
}

/** Converts to API parameters. @param nowMs Unix milliseconds, the end of a relative period */
export const filtersOf = ({ period, skipped, q, ...search }: PaymentSearch, nowMs: number): PaymentFilters =>
  present({ ...search, ...(period && { startTs: new Date(nowMs - PERIODS[period]).toISOString() }) });

/** Found payments are always newest first. */
export const isByAmount = ({ sortBy, q }: PaymentSearch): boolean => sortBy === "amount" && q === undefined;

/** Number of active filters, shown on the filter button of narrow screens. */
export const filterCount = ({
  period,
  startTs,
  endTs,
  status,
  merchantId,
  token_symbol,
  network,
  currency,
  tillId,
}: PaymentSearch): number =>
  [period ?? startTs ?? endTs, status, merchantId, token_symbol, network, currency, tillId].filter(
    (each) => each !== undefined,
  ).length;

export const isFiltered = (search: PaymentSearch): boolean => filterCount(search) > 0 || textIn(search) !== "";

/** The text in the search field. */
export const textIn = ({ q, referenceId }: PaymentSearch): string => q ?? referenceId ?? "";

/** The API's rule for a reference filter, which, unlike a search, has totals, an order and an export. */
const REFERENCE_FILTER = /^[A-Za-z0-9 /:.,+-]{3,35}$/;
const MERCHANT_ID = /^mrch_[0-9a-hjkmnp-tv-z]{32}$/;

/** The search for a text: by the narrowest filter that covers it. */
export function searchFor(text: string): Pick<PaymentSearch, "merchantId" | "q" | "referenceId"> {
  const given = typedText(text);
  const code = typedCode(text);
  if (MERCHANT_ID.test(code)) return { merchantId: [code], q: undefined, referenceId: undefined };
  const terms = readSearchTerms(given);
  return terms && isOnlyReference(terms) && REFERENCE_FILTER.test(given)
    ? { referenceId: given, q: undefined }
    : { q: given || undefined, referenceId: undefined };
}

export const WITHOUT_FILTERS = {
  period: undefined,
  startTs: undefined,
  endTs: undefined,
  status: undefined,
  merchantId: undefined,
  token_symbol: undefined,
  network: undefined,
  currency: undefined,
  tillId: undefined,
} as const satisfies PaymentSearch;

const some = <Item>(items: readonly Item[]): readonly Item[] | undefined => (items.length > 0 ? items : undefined);

const currencyOf = (given: unknown): string | undefined =>
  typeof given === "string" && /^[A-Z]{3}$/.test(given) ? given : undefined;

const countOf = (given: unknown): number | undefined =>
  typeof given === "string" && /^[1-9]\d{0,8}$/.test(given) ? Number(given) : undefined;

/** Drops undefined values. */
const present = (search: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined));
