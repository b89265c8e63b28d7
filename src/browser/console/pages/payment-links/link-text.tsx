import type { PaymentLink } from "../../api/payment-links.ts";
import { Badge, type Tone } from "../../app/display/badge.tsx";
import { filledText, messages } from "../../app/text/language.ts";
import { amountText, countText } from "../../app/text/money-text.ts";

const TONES = {
  active: "good",
  disabled: "calm",
  expired: "calm",
  used_up: "busy",
} as const satisfies Record<PaymentLink["status"], Tone>;

export const LinkBadge = ({ status }: Pick<PaymentLink, "status">) => (
  <Badge tone={TONES[status]}>{messages().paymentLinks.status[status]}</Badge>
);

export const titleOf = (link: Pick<PaymentLink, "description" | "amount">): string =>
  link.description ?? linkAmountText(link);

export function linkAmountText({ amount: { unit, value, min, max, display } }: Pick<PaymentLink, "amount">): string {
  const text = (each: string) => amountText({ unit, value: each, ...(display && { display }) });
  if (value !== undefined) return text(value);
  return filledText(messages().paymentLinks.range, { min: text(min ?? "0"), max: text(max ?? "0") });
}

/** For example "3 of 10 paid · 30.00 USD". */
export function paidText({ stats: { succeeded, amounts }, maxUses }: Pick<PaymentLink, "stats" | "maxUses">): string {
  const { paid, paidOfMax } = messages().paymentLinks;
  const count = countText(succeeded);
  const done =
    maxUses === null ? filledText(paid, { count }) : filledText(paidOfMax, { count, max: countText(maxUses) });
  return [done, ...amounts.map(amountText)].join(" · ");
}
