// What each kind of exception means to the person who reads it at night, and what to do about it.
import type { Tone } from "../../app/badge.tsx";
import type { Kind } from "./search.ts";

interface KindInWords {
  readonly title: string;
  readonly what: string;
  readonly todo: string;
  /** Bad: money is missing. Warn: there is money to place. Busy: it mostly settles itself. */
  readonly tone: Tone;
}

export const KINDS = {
  settlement_failed: {
    title: "Money taken back",
    what: "The chain reorganised after the payment had succeeded, and the transfer cannot be made again. You do not have this money.",
    todo: "If the goods have not left, hold them. Ask the buyer to pay again with a new payment; this one stays “succeeded”.",
    tone: "bad",
  },
  underpaid: {
    title: "Too little came",
    what: "Less than the payment asks for came under its name. It does not pay the payment.",
    todo: "Hand over nothing for it. Ask the buyer to pay in full, and send back what came.",
    tone: "warn",
  },
  overpaid: {
    title: "Too much came",
    what: "Another amount than was asked for came under the payment's name: more than it asks for, or on top of what has paid it.",
    todo: "Open the payment. If it succeeded, send back what came on top. If it did not, send all of it back, or agree with the buyer.",
    tone: "warn",
  },
  late: {
    title: "Came after the end",
    what: "The money came, but the payment had expired, failed or been cancelled. You have the money; the payment stays as it ended.",
    todo: "Hand over the goods if you still want the sale, and note it in your own books. Else send the money back.",
    tone: "warn",
  },
  duplicate: {
    title: "Paid twice",
    what: "Another transfer had paid this payment already; this one came on top of it.",
    todo: "Send the second amount back to where it came from. The payment itself is in order.",
    tone: "warn",
  },
  reorged: {
    title: "Transfer out of the chain",
    what: "The chain reorganised and took out a transfer that you had been told of. The same transaction was sent again, and mostly comes back within minutes.",
    todo: "Wait, and hold goods that have not left. If it cannot come back, “money taken back” follows here.",
    tone: "busy",
  },
} as const satisfies Record<Kind, KindInWords>;
