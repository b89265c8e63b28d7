// The overview's period and merchant in the URL.
import { momentOf, oneOf, textOf } from "../../app/list/url-search.ts";

export const PERIODS = ["24h", "7d", "30d", "12m", "own"] as const;
export type Period = (typeof PERIODS)[number];

export interface OverviewSearch {
  /** Defaults to the last 30 days. */
  readonly period?: Period | undefined;
  /** Start of a custom period, RFC 3339. */
  readonly startTs?: string | undefined;
  readonly endTs?: string | undefined;
  readonly merchantId?: string | undefined;
}

export function readOverviewSearch(given: Record<string, unknown>): OverviewSearch {
  const period = oneOf(PERIODS, given.period);
  const merchantId = textOf(given.merchantId);
  const [startTs, endTs] = period === "own" ? [momentOf(given.startTs), momentOf(given.endTs)] : [];
  return {
    ...(period && { period }),
    ...(startTs && { startTs }),
    ...(endTs && { endTs }),
    ...(merchantId && { merchantId }),
  };
}
