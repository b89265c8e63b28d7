import { app } from "../app/messages/es.ts";
import { account } from "../pages/account/messages/es.ts";
import { approvals } from "../pages/approvals/messages/es.ts";
import { audit } from "../pages/audit/messages/es.ts";
import { branding } from "../pages/branding/messages/es.ts";
import { delivery } from "../pages/delivery/messages/es.ts";
import { event } from "../pages/event/messages/es.ts";
import { events } from "../pages/events/messages/es.ts";
import { exceptions } from "../pages/exceptions/messages/es.ts";
import { join } from "../pages/join/messages/es.ts";
import { keys } from "../pages/keys/messages/es.ts";
import { merchant } from "../pages/merchant/messages/es.ts";
import { merchants } from "../pages/merchants/messages/es.ts";
import { newPayment } from "../pages/new-payment/messages/es.ts";
import { overview } from "../pages/overview/messages/es.ts";
import { payment } from "../pages/payment/messages/es.ts";
import { paymentLink } from "../pages/payment-link/messages/es.ts";
import { paymentLinks } from "../pages/payment-links/messages/es.ts";
import { payments } from "../pages/payments/messages/es.ts";
import { signIn } from "../pages/sign-in/messages/es.ts";
import { team } from "../pages/team/messages/es.ts";
import { till } from "../pages/till/messages/es.ts";
import { tills } from "../pages/tills/messages/es.ts";
import { webhook } from "../pages/webhook/messages/es.ts";
import { webhookFormat } from "../pages/webhook-format/messages/es.ts";
import { webhooks } from "../pages/webhooks/messages/es.ts";
import type { Messages } from "./en.ts";

export const es: Messages = {
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
