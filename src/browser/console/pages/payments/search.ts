// What the list shows, as it stands in the address: the interface's own parameters, and beside them a period that moves with the clock.
import { PAYMENT_STATUSES, type PaymentStatus } from "../../../../payment/payment.ts";
import type { PaymentFilters } from "../../api/payments.ts";
import { listOf, oneOf, textOf } from "../../app/url-search.ts";

export const PERIODS = { "24h": 86_400_000, "7d": 7 * 86_400_000, "30d": 30 * 86_400_000 } as const;
export type Period = keyof typeof PERIODS;

export interface PaymentSearch {
  readonly period?: Period | undefined;
  /** RFC 3339; not beside a period. */
  readonly startTs?: string | undefined;
  readonly endTs?: string | undefined;
  readonly status?: readonly PaymentStatus[] | undefined;
  readonly merchantId?: readonly string[] | undefined;
  readonly token_symbol?: readonly string[] | undefined;
  /** CAIP-2, separated by commas. */
  readonly network?: string | undefined;
  readonly referenceId?: string | undefined;
  readonly sortBy?: "amount" | undefined;
  readonly sortDir?: "asc" | undefined;
  readonly cursor?: string | undefined;
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
    referenceId: textOf(given.referenceId),
    sortBy: oneOf(["amount"], given.sortBy),
    sortDir: oneOf(["asc"], given.sortDir),
    cursor: textOf(given.cursor),
  });
}

/** As the interface takes it. @param nowMs Unix milliseconds that a period ends at */
export const filtersOf = ({ period, ...search }: PaymentSearch, nowMs: number): PaymentFilters =>
  present({ ...search, ...(period && { startTs: new Date(nowMs - PERIODS[period]).toISOString() }) });

/** How many of the filters are set: what the button on a phone says. */
export const filterCount = ({
  period,
  startTs,
  endTs,
  status,
  merchantId,
  token_symbol,
  network,
}: PaymentSearch): number =>
  [period ?? startTs ?? endTs, status, merchantId, token_symbol, network].filter((each) => each !== undefined).length;

export const isFiltered = (search: PaymentSearch): boolean =>
  filterCount(search) > 0 || search.referenceId !== undefined;

const some = <Item>(items: readonly Item[]): readonly Item[] | undefined => (items.length > 0 ? items : undefined);

const momentOf = (given: unknown): string | undefined => {
  const text = textOf(given);
  return text !== undefined && !Number.isNaN(Date.parse(text)) ? text : undefined;
};

/** Without what is not set. */
const present = (search: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined));
