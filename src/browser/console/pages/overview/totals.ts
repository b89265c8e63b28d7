import type { VolumeBucket } from "../../api/volume.ts";

export interface Revenue {
  /** ISO 4217. */
  readonly currency: string;
  /** Minor units. */
  readonly value: bigint;
}

export interface Totals {
  readonly created: number;
  readonly succeeded: number;
  /** Sorted by currency code. */
  readonly revenue: readonly Revenue[];
  /** What went back to buyers in the same time, sorted by currency code. */
  readonly refunded: readonly Revenue[];
}

export function totalsOf(buckets: readonly VolumeBucket[]): Totals {
  return {
    created: buckets.reduce((sum, { created }) => sum + created, 0),
    succeeded: buckets.reduce((sum, { succeeded }) => sum + succeeded, 0),
    revenue: sumOf(buckets.flatMap(({ revenue }) => revenue)),
    refunded: sumOf(buckets.flatMap(({ refunded }) => refunded)),
  };
}

function sumOf(amounts: VolumeBucket["revenue"]): Revenue[] {
  const sums = new Map<string, bigint>();
  for (const { currency, value } of amounts) sums.set(currency, (sums.get(currency) ?? 0n) + BigInt(value));
  return [...sums].sort().map(([currency, value]) => ({ currency, value }));
}

export const revenueIn = ({ revenue }: VolumeBucket, currency: string): bigint =>
  BigInt(revenue.find((each) => each.currency === currency)?.value ?? "0");
