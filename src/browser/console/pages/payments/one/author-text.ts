// Who created a payment, and who did what its timeline says.
import type { ConsolePayment, Timeline } from "../../../api/payment.ts";
import { filledText, messages } from "../../../app/text/language.ts";
import { byWhom } from "../../audit/sentence.ts";
import { inWords } from "./code-text.ts";

export function creatorText({ createdBy: { type, name } }: ConsolePayment): string {
  const { creators, namedCreator } = messages().payment.facts;
  const kind = inWords(type, creators);
  return name === undefined ? kind : filledText(namedCreator, { kind, name });
}

/** Null: the buyer, the chain or the clock did it. */
export function authorText({ type, by }: Timeline["events"][number], payment: ConsolePayment): string | null {
  if (type === "created") return creatorText(payment);
  return by && byWhom(by);
}
