// Each kind of exception in words: what it means and what to do.
import type { Tone } from "../../app/badge.tsx";
import type { Kind } from "./search.ts";

interface KindInWords {
  readonly title: string;
  readonly what: string;
  readonly todo: string;
  /** bad: money is missing. warn: money needs a decision. busy: it usually resolves itself. */
  readonly tone: Tone;
}

export const KINDS = {
  settlement_failed: {
    title: "Payment reversed",
    what: "A chain reorganisation removed the transfer after the payment had succeeded, and it can't be sent again. You don't have this money.",
    todo: "Hold the goods if they haven't shipped. Ask the buyer to pay again with a new payment; this one stays “succeeded”.",
    tone: "bad",
  },
  underpaid: {
    title: "Underpaid",
    what: "The buyer transferred less than the payment's amount, so it remains unpaid.",
    todo: "Don't hand over the goods. Ask the buyer to pay in full, and return the partial amount.",
    tone: "warn",
  },
  overpaid: {
    title: "Overpaid",
    what: "A transfer exceeded the payment's amount, or a different amount arrived after the payment was already paid.",
    todo: "Open the payment. If it succeeded, return the excess. If it didn't, return the full amount or find an arrangement with the buyer.",
    tone: "warn",
  },
  late: {
    title: "Paid too late",
    what: "The money arrived after the payment had expired, failed or been cancelled. You have the money; the payment's status doesn't change.",
    todo: "Hand over the goods if you still want the sale, and record it in your own books. Otherwise, return the money.",
    tone: "warn",
  },
  duplicate: {
    title: "Paid twice",
    what: "The payment was already paid when this second transfer arrived.",
    todo: "Return the second transfer to its sender. The payment itself is fine.",
    tone: "warn",
  },
  reorged: {
    title: "Transfer dropped by the chain",
    what: "A chain reorganisation removed a transfer that had been reported to you. The same transaction was sent again and usually returns within minutes.",
    todo: "Wait, and hold goods that haven't shipped. If the transfer can't be restored, a “Payment reversed” exception follows.",
    tone: "busy",
  },
} as const satisfies Record<Kind, KindInWords>;
