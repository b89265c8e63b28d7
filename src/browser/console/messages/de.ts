import { app } from "../app/messages/de.ts";
import { account } from "../pages/account/messages/de.ts";
import { approvals } from "../pages/approvals/messages/de.ts";
import { audit } from "../pages/audit/messages/de.ts";
import { branding } from "../pages/branding/messages/de.ts";
import { delivery } from "../pages/delivery/messages/de.ts";
import { event } from "../pages/event/messages/de.ts";
import { events } from "../pages/events/messages/de.ts";
import { exceptions } from "../pages/exceptions/messages/de.ts";
import { join } from "../pages/join/messages/de.ts";
import { keys } from "../pages/keys/messages/de.ts";
import { merchant } from "../pages/merchant/messages/de.ts";
import { merchants } from "../pages/merchants/messages/de.ts";
import { newPayment } from "../pages/new-payment/messages/de.ts";
import { overview } from "../pages/overview/messages/de.ts";
import { payment } from "../pages/payment/messages/de.ts";
import { paymentLink } from "../pages/payment-link/messages/de.ts";
import { paymentLinks } from "../pages/payment-links/messages/de.ts";
import { payments } from "../pages/payments/messages/de.ts";
import { signIn } from "../pages/sign-in/messages/de.ts";
import { team } from "../pages/team/messages/de.ts";
import { till } from "../pages/till/messages/de.ts";
import { tills } from "../pages/tills/messages/de.ts";
import { webhook } from "../pages/webhook/messages/de.ts";
import { webhookFormat } from "../pages/webhook-format/messages/de.ts";
import { webhooks } from "../pages/webhooks/messages/de.ts";
import type { Messages } from "./en.ts";

export const de: Messages = {
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
