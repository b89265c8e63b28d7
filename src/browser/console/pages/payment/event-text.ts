// Timeline events in words.
import type { Timeline } from "../../api/payment.ts";
import type { IconName } from "../../app/icon.tsx";

type Event = Timeline["events"][number];

interface EventShown {
  readonly title: string;
  readonly detail: string | null;
  readonly icon: IconName;
  /** A colour name from ground.css. */
  readonly tone: "good" | "bad" | "warn" | "busy" | "calm";
}

const SHOWN: Readonly<Record<string, Omit<EventShown, "detail"> & { readonly detail?: string }>> = {
  created: { title: "Created", icon: "plus", tone: "calm" },
  confirmed: {
    title: "Authorised by the buyer",
    detail: "Signed or sent from their wallet.",
    icon: "wallet",
    tone: "busy",
  },
  paid: {
    title: "Paid",
    detail: "Confirmed on the chain, to the depth that the operator requires.",
    icon: "check",
    tone: "good",
  },
  given_up: {
    title: "Failed",
    detail: "It can no longer be paid: its deadline on the chain has passed.",
    icon: "close",
    tone: "bad",
  },
  declined: { title: "Declined", detail: "The buyer's account isn't allowed to pay here.", icon: "close", tone: "bad" },
  expired: { title: "Expired", detail: "The buyer didn't pay in time.", icon: "clock", tone: "calm" },
  cancelled: { title: "Cancelled", icon: "close", tone: "calm" },
  refunded: { title: "Marked as refunded", icon: "undo", tone: "calm" },
  exception: { title: "Exception", icon: "alert", tone: "warn" },
  resolved: {
    title: "Exception resolved",
    detail: "The transfer has paid this payment after all.",
    icon: "check",
    tone: "good",
  },
  orphaned: {
    title: "Dropped by the chain",
    detail: "A chain reorganisation removed its block.",
    icon: "alert",
    tone: "warn",
  },
  restored: { title: "Back on the chain", icon: "check", tone: "good" },
  buyer_data_collected: { title: "Buyer data submitted", icon: "person", tone: "calm" },
  buyer_data_erased: { title: "Buyer data erased", icon: "trash", tone: "calm" },
};

const EXCEPTION_TEXT: Readonly<Record<string, string>> = {
  underpaid: "The buyer paid too little.",
  overpaid: "The buyer paid too much.",
  late: "Money arrived after the payment had ended.",
  duplicate: "The buyer paid twice.",
  reorged: "A chain reorganisation removed the transfer.",
  settlement_failed: "The merchant didn't get the money.",
};

export function eventShown({ type, data }: Event): EventShown {
  const known = SHOWN[type];
  const detail =
    type === "exception" && typeof data.kind === "string" ? (EXCEPTION_TEXT[data.kind] ?? data.kind) : null;
  if (known) return { detail: null, ...known, ...(detail !== null && { detail }) };
  const words = type.replaceAll("_", " ");
  return { title: words.charAt(0).toUpperCase() + words.slice(1), detail: null, icon: "clock", tone: "calm" };
}
