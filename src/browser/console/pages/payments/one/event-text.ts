// Timeline events in words.

import type { Messages } from "../../../../../../locales/console/en.ts";
import { decimalsOf } from "../../../../../money/fiat.ts";
import type { Timeline } from "../../../api/payment.ts";
import type { IconName } from "../../../app/display/icon.tsx";
import { messages } from "../../../app/text/language.ts";
import { fiatText } from "../../../app/text/money-text.ts";
import { inWords } from "./code-text.ts";

type Event = Timeline["events"][number];

interface EventShown {
  readonly title: string;
  readonly detail: string | null;
  readonly icon: IconName;
  /** A colour name from global.css. */
  readonly tone: "good" | "bad" | "warn" | "busy" | "calm";
}

type Look = Pick<EventShown, "icon" | "tone">;

const LOOKS: Readonly<Record<keyof Messages["payment"]["timeline"]["events"], Look>> = {
  created: { icon: "plus", tone: "calm" },
  updated: { icon: "clock", tone: "calm" },
  confirmed: { icon: "wallet", tone: "busy" },
  paid: { icon: "check", tone: "good" },
  given_up: { icon: "close", tone: "bad" },
  declined: { icon: "close", tone: "bad" },
  expired: { icon: "clock", tone: "calm" },
  cancelled: { icon: "close", tone: "calm" },
  refunded: { icon: "undo", tone: "calm" },
  refund_created: { icon: "undo", tone: "busy" },
  refund_claimed: { icon: "wallet", tone: "warn" },
  refund_succeeded: { icon: "undo", tone: "good" },
  refund_failed: { icon: "close", tone: "bad" },
  refund_cancelled: { icon: "close", tone: "calm" },
  exception: { icon: "alert", tone: "warn" },
  exception_changed: { icon: "alert", tone: "warn" },
  resolved: { icon: "check", tone: "good" },
  orphaned: { icon: "alert", tone: "warn" },
  restored: { icon: "check", tone: "good" },
  buyer_data_collected: { icon: "person", tone: "calm" },
  buyer_data_erased: { icon: "trash", tone: "calm" },
};

const isKnown = (type: string): type is keyof typeof LOOKS => type in LOOKS;

export function eventShown({ type, data }: Event): EventShown {
  const { timeline: texts } = messages().payment;
  if (isKnown(type)) return { title: texts.events[type], detail: detailOf(type, data), ...LOOKS[type] };
  const words = type.replaceAll("_", " ");
  return { title: words.charAt(0).toUpperCase() + words.slice(1), detail: null, icon: "clock", tone: "calm" };
}

function detailOf(type: string, { kind, refund }: Event["data"]): string | null {
  const { timeline: texts } = messages().payment;
  if (type.startsWith("refund_")) return refundText(refund);
  if (type === "exception" && typeof kind === "string") return inWords(kind, texts.exceptions);
  const details: Readonly<Record<string, string>> = texts.details;
  return details[type] ?? null;
}

/** Its worth, and why it failed. */
function refundText(refund: unknown): string | null {
  const { currency, fiat, failure } = (refund ?? {}) as Readonly<Record<string, unknown>>;
  if (typeof currency !== "string" || typeof fiat !== "string") return null;
  const worth = fiatText(currency, BigInt(fiat), decimalsOf(currency));
  return typeof failure === "string" ? `${worth} · ${inWords(failure, messages().refunds.failures)}` : worth;
}
