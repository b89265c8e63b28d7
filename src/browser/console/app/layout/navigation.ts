// The console's pages, in menu order.

import type { Messages } from "../../../../../locales/console/en.ts";
import type { Session } from "../../api/session.ts";
import type { IconName } from "../display/icon.tsx";
import { rightsOf } from "../session/session.tsx";

export interface Place {
  readonly to:
    | "/"
    | "/payments"
    | "/new-payment"
    | "/payment-links"
    | "/merchants"
    | "/refunds"
    | "/exceptions"
    | "/books"
    | "/webhooks"
    | "/keys"
    | "/tills"
    | "/team"
    | "/audit";
  readonly name: keyof Messages["app"]["places"];
  readonly icon: IconName;
}

const overview: Place = { to: "/", name: "overview", icon: "overview" };
const payments: Place = { to: "/payments", name: "payments", icon: "payments" };
const newPayment: Place = { to: "/new-payment", name: "newPayment", icon: "plus" };
const paymentLinks: Place = { to: "/payment-links", name: "paymentLinks", icon: "qr" };
const merchants: Place = { to: "/merchants", name: "merchants", icon: "merchants" };
const refunds: Place = { to: "/refunds", name: "refunds", icon: "undo" };
const exceptions: Place = { to: "/exceptions", name: "exceptions", icon: "alert" };
const books: Place = { to: "/books", name: "books", icon: "audit" };
const webhooks: Place = { to: "/webhooks", name: "webhooks", icon: "link" };
const keys: Place = { to: "/keys", name: "keys", icon: "key" };
const tills: Place = { to: "/tills", name: "tills", icon: "wallet" };
const team: Place = { to: "/team", name: "team", icon: "person" };
const audit: Place = { to: "/audit", name: "audit", icon: "audit" };

/** The places that the session may use. */
export function placesFor(places: readonly Place[], session: Session): readonly Place[] {
  const { maySell, maySeeRefunds, mayWrite, mayWriteAll, mayOwn, mayAudit, isLimited } = rightsOf(session);
  const isReadKey = session.role === "read";
  const isCashier = session.role === "cashier";
  const may: Readonly<Partial<Record<Place["to"], boolean>>> = {
    "/": !isCashier,
    "/new-payment": maySell,
    "/payment-links": !isCashier && !isLimited,
    "/refunds": maySeeRefunds,
    "/exceptions": !isCashier,
    "/books": !isCashier,
    "/webhooks": (mayWrite || isReadKey) && !isLimited,
    "/keys": mayOwn || isReadKey,
    "/tills": mayWrite,
    "/team": mayWriteAll,
    "/audit": mayAudit,
  };
  return places.filter(({ to }) => may[to] ?? true);
}

export const PLACES: readonly Place[] = [
  overview,
  payments,
  newPayment,
  paymentLinks,
  merchants,
  refunds,
  exceptions,
  books,
  webhooks,
  keys,
  tills,
  team,
  audit,
];

/** The bottom bar on phones; the remaining pages are under "More". */
export const THUMB_PLACES: readonly Place[] = [
  overview,
  payments,
  { ...newPayment, name: "newPaymentShort" },
  merchants,
];
export const OTHER_PLACES: readonly Place[] = [
  paymentLinks,
  refunds,
  exceptions,
  books,
  webhooks,
  keys,
  tills,
  team,
  audit,
];
