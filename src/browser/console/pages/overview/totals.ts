import type { VolumeBucket } from "../../api/volume.ts";

export interface Revenue {
  /** ISO 4217. */
  readonly currency: string;
  /** Unit: minor units. */
  readonly value: bigint;
}

export interface Totals {
  readonly created: number;
  readonly succeeded: number;
  /** Sorted by currency code. */
  readonly revenue: readonly Revenue[];
}

export function totalsOf(buckets: readonly VolumeBucket[]): Totals {
  const revenue = new Map<string, bigint>();
  for (const { currency, value } of buckets.flatMap((bucket) => bucket.revenue)) {
    revenue.set(currency, (revenue.get(currency) ?? 0n) + BigInt(value));
  }
  return {
    created: buckets.reduce((sum, { created }) => sum + created, 0),
    succeeded: buckets.reduce((sum, { succeeded }) => sum + succeeded, 0),
    revenue: [...revenue].sort().map(([currency, value]) => ({ currency, value })),
  };
}

export const revenueIn = ({ revenue }: VolumeBucket, currency: string): bigint =>
  BigInt(revenue.find((each) => each.currency === currency)?.value ?? "0");
