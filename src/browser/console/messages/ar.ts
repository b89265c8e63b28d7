import { app } from "../app/messages/ar.ts";
import { account } from "../pages/account/messages/ar.ts";
import { approvals } from "../pages/approvals/messages/ar.ts";
import { audit } from "../pages/audit/messages/ar.ts";
import { branding } from "../pages/branding/messages/ar.ts";
import { delivery } from "../pages/delivery/messages/ar.ts";
import { event } from "../pages/event/messages/ar.ts";
import { events } from "../pages/events/messages/ar.ts";
import { exceptions } from "../pages/exceptions/messages/ar.ts";
import { join } from "../pages/join/messages/ar.ts";
import { keys } from "../pages/keys/messages/ar.ts";
import { merchant } from "../pages/merchant/messages/ar.ts";
import { merchants } from "../pages/merchants/messages/ar.ts";
import { newPayment } from "../pages/new-payment/messages/ar.ts";
import { overview } from "../pages/overview/messages/ar.ts";
import { payment } from "../pages/payment/messages/ar.ts";
import { paymentLink } from "../pages/payment-link/messages/ar.ts";
import { paymentLinks } from "../pages/payment-links/messages/ar.ts";
import { payments } from "../pages/payments/messages/ar.ts";
import { signIn } from "../pages/sign-in/messages/ar.ts";
import { team } from "../pages/team/messages/ar.ts";
import { till } from "../pages/till/messages/ar.ts";
import { tills } from "../pages/tills/messages/ar.ts";
import { webhook } from "../pages/webhook/messages/ar.ts";
import { webhookFormat } from "../pages/webhook-format/messages/ar.ts";
import { webhooks } from "../pages/webhooks/messages/ar.ts";
import type { Messages } from "./en.ts";

export const ar: Messages = {
  app,
  exceptions,
  approvals,
  branding,
  join,
  keys,
  overview,
  payment,
  payments,
  account,
  audit,
  delivery,
  event,
  events,
  paymentLink,
  paymentLinks,
  signIn,
  team,
  webhook,
  webhooks,
  merchant,
  merchants,
  newPayment,
  till,
  tills,
  webhookFormat,
};
