// What of the list is in the address: one kind, or all.
import type { ListedException } from "../../api/exceptions.ts";
import { oneOf } from "../../app/url-search.ts";

export type Kind = ListedException["kind"];

/** Those first that cost most. */
export const KINDS_SHOWN = [
  "settlement_failed",
  "underpaid",
  "overpaid",
  "late",
  "duplicate",
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
