import { plural } from "../../../../../pages/messages/message.ts";

export const exceptions = {
  text: "Money that arrived but doesn't match its payment's status. Each exception says what happened and what to do.",
  type: "Exception type",
  allTypes: "All types",
  showAll: "Showing one payment · Show all",
  more: "Show more",
  noMatch: "No exceptions match",
  noMatchText: "Clear the filter to see all exceptions.",
  none: "No exceptions",
  noneText: "All money matches its payment's status. If that ever changes, you'll find it here with what to do.",
  /** By the colour of the badge. */
  urgency: { bad: "Money missing", warn: "Action needed", busy: "Resolving" },
  resolved: "Resolved",
  resolvedText: "Nothing. The transfer was confirmed later ({time}) and has paid the payment.",
  whatHappened: "What happened",
  whatToDo: "What to do",
  view: "View payment",
  copyHash: "Copy transaction hash",
  fee: "{fee} of it (in the asset's smallest unit) went as a fee.",
  sum: plural({
    one: "This is the sum of {count} transfer, of which it names the last.",
    other: "This is the sum of {count} transfers, of which it names the last.",
  }),
  kinds: {
    settlement_failed: {
      title: "Payment reversed",
      what: "A chain reorganisation removed the transfer after the payment had succeeded, and it can't be sent again. You don't have this money.",
      todo: "Hold the goods if they haven't shipped. Ask the buyer to pay again with a new payment; this one stays “succeeded”.",
    },
    underpaid: {
      title: "Underpaid",
      what: "The buyer transferred less than the payment's amount, so it remains unpaid.",
      todo: "Don't hand over the goods. Ask the buyer to pay in full, and return the partial amount.",
    },
    overpaid: {
      title: "Overpaid",
      what: "A transfer exceeded the payment's amount, or a different amount arrived after the payment was already paid.",
      todo: "Open the payment. If it succeeded, return the excess. If it didn't, return the full amount or find an arrangement with the buyer.",
    },
    late: {
      title: "Paid too late",
      what: "The money arrived after the payment had expired, failed or been cancelled. You have the money; the payment's status doesn't change.",
      todo: "Hand over the goods if you still want the sale, and record it in your own books. Otherwise, return the money.",
    },
    duplicate: {
      title: "Paid twice",
      what: "The payment was already paid when this second transfer arrived.",
      todo: "Return the second transfer to its sender. The payment itself is fine.",
    },
    reorged: {
      title: "Transfer dropped by the chain",
      what: "A chain reorganisation removed a transfer that had been reported to you. The same transaction was sent again and usually returns within minutes.",
      todo: "Wait, and hold goods that haven't shipped. If the transfer can't be restored, a “Payment reversed” exception follows.",
    },
  },
};
