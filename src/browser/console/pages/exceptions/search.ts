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

export interface ExceptionSearch {
  readonly kind?: Kind | undefined;
  readonly paymentId?: string | undefined;
}

export const readExceptionSearch = (given: Record<string, unknown>): ExceptionSearch => ({
  kind: oneOf(KINDS_SHOWN, given.kind),
  paymentId: typeof given.paymentId === "string" && given.paymentId !== "" ? given.paymentId : undefined,
});
