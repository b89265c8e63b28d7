import type { PaymentLink } from "../../api/payment-links.ts";
import { Badge, type Tone } from "../../app/badge.tsx";
import { amountText, countText } from "../../app/money-text.ts";

const STATUS = {
  active: { tone: "good", text: "Active" },
  disabled: { tone: "calm", text: "Disabled" },
  expired: { tone: "calm", text: "Expired" },
  used_up: { tone: "busy", text: "Used up" },
} as const satisfies Record<PaymentLink["status"], { tone: Tone; text: string }>;

export const LinkBadge = ({ status }: Pick<PaymentLink, "status">) => (
  <Badge tone={STATUS[status].tone}>{STATUS[status].text}</Badge>
);

export const titleOf = (link: Pick<PaymentLink, "description" | "amount">): string =>
  link.description ?? linkAmountText(link);

export function linkAmountText({ amount: { unit, value, min, max, display } }: Pick<PaymentLink, "amount">): string {
  const text = (each: string) => amountText({ unit, value: each, ...(display && { display }) });
  return value === undefined ? `${text(min ?? "0")} to ${text(max ?? "0")}` : text(value);
}

/** For example "3 of 10 paid, 30.00 USD". */
export function paidText({ stats: { succeeded, amounts }, maxUses }: Pick<PaymentLink, "stats" | "maxUses">): string {
  const count = maxUses === null ? countText(succeeded) : `${countText(succeeded)} of ${countText(maxUses)}`;
  return [`${count} paid`, ...amounts.map(amountText)].join(", ");
}
