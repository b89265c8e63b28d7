// The list's filter in the URL.
import type { RefundStatus } from "../../api/refunds/refunds.ts";
import { oneOf } from "../../app/list/url-search.ts";

/** What waits for somebody comes first. */
export const STATUSES_SHOWN = [
  "requires_address",
  "requires_action",
  "processing",
  "succeeded",
  "failed",
  "cancelled",
] as const satisfies readonly RefundStatus[];

const OPEN = ["requires_address", "requires_action", "processing"] as const;
const ENDED = ["succeeded", "failed", "cancelled"] as const;

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
  if (shown === "open") return [...OPEN];
  if (shown === "ended") return [...ENDED];
  return shown === "all" ? [] : [shown];
}

export const isOpen = (status: RefundStatus): boolean => OPEN.some((each) => each === status);
