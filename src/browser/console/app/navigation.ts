// The console's pages, in menu order.
import type { Session } from "../api/session.ts";
import type { IconName } from "./icon.tsx";
import { rightsOf } from "./session.tsx";

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
    | "/tills"
    | "/team"
    | "/audit"
    | "/account";
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
const tills: Place = { to: "/tills", label: "Tills", icon: "wallet" };
const team: Place = { to: "/team", label: "Team", icon: "person" };
const audit: Place = { to: "/audit", label: "Audit log", icon: "audit" };

/** The places that the session may use. */
export function placesFor(places: readonly Place[], session: Session): readonly Place[] {
  const { maySell, mayWrite, mayWriteAll, mayOwn, mayAudit, isLimited } = rightsOf(session);
  const isReadKey = session.role === "read";
  const isCashier = session.role === "cashier";
  const may: Readonly<Partial<Record<Place["to"], boolean>>> = {
    "/": !isCashier,
    "/new-payment": maySell,
    "/payment-links": !isCashier && !isLimited,
    "/exceptions": !isCashier,
    "/webhooks": (mayWrite || isReadKey) && !isLimited,
    "/keys": mayOwn || isReadKey,
    "/tills": mayWrite,
    "/team": mayWriteAll,
    "/audit": mayAudit,
    "/account": session.user !== null,
  };
  return places.filter(({ to }) => may[to] ?? true);
}

export const PLACES: readonly Place[] = [
  overview,
  payments,
  newPayment,
  paymentLinks,
  merchants,
  exceptions,
  webhooks,
  keys,
  tills,
  team,
  audit,
];

/** The bottom bar on phones; the remaining pages are under "More". */
export const THUMB_PLACES: readonly Place[] = [overview, payments, { ...newPayment, label: "New" }, merchants];
export const OTHER_PLACES: readonly Place[] = [paymentLinks, exceptions, webhooks, keys, tills, team, audit];
