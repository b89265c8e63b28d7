// The console's pages, in menu order.
import type { IconName } from "./icon.tsx";

export interface Place {
  readonly to:
    | "/"
    | "/payments"
    | "/new-payment"
    | "/payment-links"
    | "/merchants"
    | "/exceptions"
    | "/webhooks"
    | "/keys"
    | "/audit";
  readonly label: string;
  readonly icon: IconName;
}

const overview: Place = { to: "/", label: "Overview", icon: "overview" };
const payments: Place = { to: "/payments", label: "Payments", icon: "payments" };
const newPayment: Place = { to: "/new-payment", label: "New payment", icon: "plus" };
const paymentLinks: Place = { to: "/payment-links", label: "Payment links", icon: "qr" };
const merchants: Place = { to: "/merchants", label: "Merchants", icon: "merchants" };
const exceptions: Place = { to: "/exceptions", label: "Exceptions", icon: "alert" };
const webhooks: Place = { to: "/webhooks", label: "Webhooks", icon: "link" };
const keys: Place = { to: "/keys", label: "Keys", icon: "key" };
const audit: Place = { to: "/audit", label: "Audit log", icon: "audit" };

/** Pages that a read key may not use. */
const NEEDS_WRITING: readonly Place["to"][] = ["/new-payment"];

export const placesFor = (places: readonly Place[], mayWrite: boolean): readonly Place[] =>
  places.filter(({ to }) => mayWrite || !NEEDS_WRITING.includes(to));

export const PLACES: readonly Place[] = [
  overview,
  payments,
  newPayment,
  paymentLinks,
  merchants,
  exceptions,
  webhooks,
  keys,
  audit,
];

/** The bottom bar on phones; the remaining pages are under "More". */
export const THUMB_PLACES: readonly Place[] = [overview, payments, { ...newPayment, label: "New" }, merchants];
export const OTHER_PLACES: readonly Place[] = [paymentLinks, exceptions, webhooks, keys, audit];
