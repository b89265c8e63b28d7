// The log's entries in words.
import type { Timeline } from "../../api/payment.ts";
import type { IconName } from "../../app/icon.tsx";

type Event = Timeline["events"][number];

interface EventShown {
  readonly title: string;
  readonly detail: string | null;
  readonly icon: IconName;
  /** A colour of ground.css. */
  readonly tone: "good" | "bad" | "warn" | "busy" | "calm";
}

const SHOWN: Readonly<Record<string, Omit<EventShown, "detail"> & { readonly detail?: string }>> = {
  created: { title: "Created", icon: "plus", tone: "calm" },
  confirmed: {
    title: "The buyer agreed",
    detail: "Signed, or sent: from here on the chain decides.",
    icon: "wallet",
    tone: "busy",
  },
  paid: {
    title: "Paid",
    detail: "Confirmed by the chain, as deep as the operator asks for.",
    icon: "check",
    tone: "good",
  },
  given_up: {
    title: "Failed",
    detail: "It can not be paid any more: the time on the chain has passed without it.",
    icon: "close",
    tone: "bad",
  },
  declined: { title: "Refused", detail: "The buyer's account may not pay here.", icon: "close", tone: "bad" },
  expired: { title: "Expired", detail: "Nobody paid in time.", icon: "clock", tone: "calm" },
  cancelled: { title: "Cancelled", icon: "close", tone: "calm" },
  refunded: { title: "Marked as refunded", icon: "undo", tone: "calm" },
  exception: { title: "Exception", icon: "alert", tone: "warn" },
  resolved: {
    title: "Exception resolved",
    detail: "The money was the payment's own after all.",
    icon: "check",
    tone: "good",
  },
  orphaned: {
    title: "Taken out of the chain",
    detail: "By a reorganisation of its blocks.",
    icon: "alert",
    tone: "warn",
  },
  restored: { title: "Back in the chain", icon: "check", tone: "good" },
  buyer_data_collected: { title: "The buyer's data was given", icon: "person", tone: "calm" },
  buyer_data_erased: { title: "The buyer's data was erased", icon: "trash", tone: "calm" },
};

const EXCEPTION_TEXT: Readonly<Record<string, string>> = {
  underpaid: "Less came than was asked for.",
  overpaid: "More came than was asked for.",
  late: "Money came after the payment had ended.",
  duplicate: "It was paid a second time.",
  reorged: "The chain took the payment out again.",
  settlement_failed: "The merchant did not get the money.",
};

export function eventShown({ type, data }: Event): EventShown {
  const known = SHOWN[type];
  const detail =
    type === "exception" && typeof data.kind === "string" ? (EXCEPTION_TEXT[data.kind] ?? data.kind) : null;
  if (known) return { detail: null, ...known, ...(detail !== null && { detail }) };
  const words = type.replaceAll("_", " ");
  return { title: words.charAt(0).toUpperCase() + words.slice(1), detail: null, icon: "clock", tone: "calm" };
}
