// The expected list, counted from the books payment by payment.
import { findCurrency } from "../../src/money/fiat.ts";
import type { PaymentFilter, PaymentOrder } from "../../src/payment/lists/list.ts";
import type { SearchTerms } from "../../src/payment/lists/search-terms.ts";
import type { Entry } from "./books.ts";

const chainOf = (asset: string): string => asset.split("/")[0] ?? "";

const isIn = <Value>(value: Value | null, wanted: readonly Value[] | null): boolean =>
  wanted === null || (value !== null && wanted.includes(value));

export const matches = (entry: Entry, filter: PaymentFilter): boolean =>
  entry.partnerId === filter.partnerId &&
  isIn(entry.merchantId, filter.merchantIds) &&
  isIn(entry.status, filter.statuses) &&
  isIn(entry.asset, filter.assets) &&
  isIn(entry.asset && chainOf(entry.asset), filter.networks) &&
  (filter.currency === null || entry.currency === filter.currency) &&
  (filter.tillId === null || entry.tillId === filter.tillId) &&
  (filter.reference === null || entry.reference.toLowerCase().includes(filter.reference.toLowerCase())) &&
  (filter.fromMs === null || entry.createdMs >= filter.fromMs) &&
  (filter.toMs === null || entry.createdMs < filter.toMs);

/** Ten-thousandths of the standard unit: no currency has more decimals. */
const standard = ({ currency, amount }: Entry): bigint =>
  amount * 10n ** BigInt(4 - (findCurrency(currency)?.decimals ?? 0));

const isOf = (account: string, { digits, end }: NonNullable<SearchTerms["address"]>): boolean =>
  account.startsWith(`0x${digits}`) && account.endsWith(end);

/** Whether a search without filters finds the entry. */
export const isFound = (entry: Entry, { address, amount, reference }: SearchTerms): boolean =>
  (address !== null && isOf(entry.buyer?.split(":")[2]?.toLowerCase() ?? "", address)) ||
  (amount?.standard.some((each) => Number(each) * 10_000 === Number(standard(entry))) === true &&
    (amount.currency ?? entry.currency) === entry.currency) ||
  (reference !== null && entry.reference.toLowerCase().includes(reference.toLowerCase()));

const compare = <Value extends bigint | number | string>(a: Value, b: Value): number => (a < b ? -1 : a > b ? 1 : 0);

export function ordered(entries: readonly Entry[], { by, direction }: PaymentOrder): Entry[] {
  const ascending = entries.toSorted(
    (a, b) =>
      (by === "amount" ? compare(standard(a), standard(b)) : 0) ||
      compare(a.createdMs, b.createdMs) ||
      compare(a.id, b.id),
  );
  return direction === "asc" ? ascending : ascending.toReversed();
}

const QUARTER_S = 900;
const quarterOf = ({ createdMs }: Entry): number => Math.floor(createdMs / 1_000 / QUARTER_S) * QUARTER_S;

/** The created and paid volume per bucket; revenue as text by currency. */
export const volumeOf = (entries: readonly Entry[], bounds: readonly number[]) =>
  bounds.slice(0, -1).map((startsAtS, index) => {
    const end = bounds[index + 1] ?? startsAtS;
    const own = entries.filter((entry) => quarterOf(entry) >= startsAtS && quarterOf(entry) < end);
    const { revenue } = statisticsOf(own);
    return {
      startsAtS,
      created: BigInt(own.length),
      succeeded: BigInt(own.filter(({ status }) => status === "succeeded").length),
      revenue: Object.keys(revenue)
        .sort()
        .map((currency) => ({ currency, value: revenue[currency] })),
      refunded: [],
    };
  });

export function statisticsOf(entries: readonly Entry[]) {
  const revenue: Record<string, bigint> = {};
  const currencies: Record<string, bigint> = {};
  for (const { status, currency, amount } of entries) {
    currencies[currency] = (currencies[currency] ?? 0n) + 1n;
    if (status === "succeeded") revenue[currency] = (revenue[currency] ?? 0n) + amount;
  }
  const customers = new Set(entries.map(({ buyer }) => buyer).filter((buyer) => buyer !== null));
  return { payments: BigInt(entries.length), customers: BigInt(customers.size), revenue, currencies };
}
