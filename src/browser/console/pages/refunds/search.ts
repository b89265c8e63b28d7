// The list's filter in the URL.
import { OPEN_REFUNDS } from "../../../../payment/refund.ts";
import type { RefundStatus } from "../../api/refunds/refunds.ts";
import { oneOf } from "../../app/list/url-search.ts";

const ENDED = ["succeeded", "failed", "cancelled"] as const satisfies RefundStatus[];

/** What waits for somebody comes first. */
export const STATUSES_SHOWN = [...OPEN_REFUNDS, ...ENDED] as const;

/** Default: open. */
export const SHOWN = ["open", "ended", "all", ...STATUSES_SHOWN] as const;
export type Shown = (typeof SHOWN)[number];

export interface RefundSearch {
  readonly status?: Shown | undefined;
}

export const readRefundSearch = (given: Record<string, unknown>): RefundSearch => ({
  status: oneOf(SHOWN, given.status),
});

/** Empty: all. */
export function statusesOf(shown: Shown): RefundStatus[] {
  if (shown === "open") return [...OPEN_REFUNDS];
  if (shown === "ended") return [...ENDED];
  return shown === "all" ? [] : [shown];
}
