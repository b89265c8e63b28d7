// The list's filters in the URL.
import type { ListedException } from "../../api/exceptions.ts";
import { oneOf } from "../../app/list/url-search.ts";

export type Kind = ListedException["kind"];

/** The most costly first. */
export const KINDS_SHOWN = [
  "settlement_failed",
  "underpaid",
  "overpaid",
  "late",
  "duplicate",
  "foreign_token",
  "refused_sender",
  "unknown_refund",
  "reorged",
] as const satisfies readonly Kind[];

/** Open ones are shown unless another status is chosen. */
export const STATUSES_SHOWN = ["open", "resolved", "all"] as const;

export interface ExceptionSearch {
  readonly status?: (typeof STATUSES_SHOWN)[number] | undefined;
  readonly kind?: Kind | undefined;
  readonly paymentId?: string | undefined;
}

export const readExceptionSearch = (given: Record<string, unknown>): ExceptionSearch => ({
  status: oneOf(STATUSES_SHOWN, given.status),
  kind: oneOf(KINDS_SHOWN, given.kind),
  paymentId: typeof given.paymentId === "string" && given.paymentId !== "" ? given.paymentId : undefined,
});
