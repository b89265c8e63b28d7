// Why an attempt failed, in the reader's language.
import { filledText, messages } from "../../app/text/language.ts";
import { reasonIn } from "./reason.ts";

/** A reason unknown to this version is shown as the server wrote it. */
export function reasonText(error: string): string {
  const known = reasonIn(error);
  return known ? filledText(messages().delivery.reasons[known.reason], known.values) : error;
}
