// Mail in English, with the page that ends it. It defines the keys of the other languages.
import type { MessagesOf } from "../../src/pages/messages/message.ts";

export const en = {
  /** Before the subject of mail about test payments. */
  test: "[Test] {subject}",
  testNote: "This is about test mode: no real money moves.",
  receipt: {
    subject: "Receipt from {merchant}",
    title: "Payment complete",
    text: "You have paid {amount} to {merchant}.",
    reference: "Reference",
    date: "Date",
    paidWith: "Paid with",
    network: "Network",
    paymentId: "Payment ID",
    transaction: "Transaction",
    open: "Open the payment",
    why: "You get this email because somebody entered this address on the page of the payment. There are no further emails about it.",
  },
  exceptions: {
    subject: { one: "{count} payment needs attention", other: "{count} payments need attention" },
    text: "Money arrived that does not match its payment, or a payment has changed after its end. Somebody has to decide what happens.",
    /** The titles of the console. */
    kinds: {
      underpaid: "Underpaid",
      overpaid: "Overpaid",
      late: "Paid too late",
      duplicate: "Paid twice",
      reorged: "Transfer dropped by the chain",
      settlement_failed: "Payment reversed",
      foreign_token: "Another token or network",
      refused_sender: "Sender refused",
      unknown_refund: "Refund not recorded",
    },
    /** `exception` is one of `kinds`. */
    item: "{merchant}: {exception}",
    open: "Open the exceptions",
  },
  approvals: {
    subject: { one: "{count} request waits for your approval", other: "{count} requests wait for your approval" },
    text: "Approve only what you have checked yourself. Ask the person who requested it, or the buyer whose address it is.",
    item: "{person} asks for a change at {merchant}.",
    itemOfPartner: "{person} asks for a change that is about all merchants.",
    /** The address of a refund that waits to be accepted. */
    address: "{person} asks for a refund at {merchant} to another address.",
    addressOfBuyer: "A buyer named an address for a refund at {merchant}.",
    someone: "Somebody",
    open: "Open the console",
  },
  webhooks: {
    subject: { one: "{count} webhook endpoint fails", other: "{count} webhook endpoints fail" },
    text: "Your systems are not told of payments and refunds until this works again.",
    failing: "{host} does not take webhooks. Turnpike keeps trying.",
    disabled: "{host} was switched off, because it did not take webhooks. Switch it on again in the console.",
    open: "Open the webhooks",
  },
  invitation: {
    subject: "Invitation to {partner}",
    text: "{inviter} invites you to the console of {partner}.",
    textOfNobody: "You are invited to the console of {partner}.",
    once: "The link works once, until {date}. Anyone with the link can sign in, so do not pass it on.",
    accept: "Accept the invitation",
    why: "You get this email because your address was entered for this invitation. If you do not expect it, ignore it: nothing happens.",
  },
  notices: {
    more: { one: "And {count} more.", other: "And {count} more." },
    why: "You get this email because you work for {partner}. You can choose your emails in your account: {account}",
    stop: "Stop these emails",
  },
  unsubscribe: {
    title: "Stop these emails?",
    kinds: {
      exceptions: "You then get no more emails about payments that need attention.",
      approvals: "You then get no more emails about requests that wait for your approval.",
      webhooks: "You then get no more emails about failing webhook endpoints.",
    },
    stop: "Stop these emails",
    done: "These emails have stopped",
    doneText: "You can switch them on again in your account.",
    unknown: "This link does not work",
    unknownText: "It may be incomplete, or the account has ended. Sign in to choose your emails in your account.",
    account: "Open your account",
  },
};

export type MailTexts = MessagesOf<typeof en>;
