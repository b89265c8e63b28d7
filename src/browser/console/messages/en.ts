// All messages of the console. The English ones define the others' keys.
import { app } from "../app/messages/en.ts";
import { account } from "../pages/account/messages/en.ts";
import { approvals } from "../pages/approvals/messages/en.ts";
import { audit } from "../pages/audit/messages/en.ts";
import { branding } from "../pages/branding/messages/en.ts";
import { delivery } from "../pages/delivery/messages/en.ts";
import { event } from "../pages/event/messages/en.ts";
import { events } from "../pages/events/messages/en.ts";
import { exceptions } from "../pages/exceptions/messages/en.ts";
import { join } from "../pages/join/messages/en.ts";
import { keys } from "../pages/keys/messages/en.ts";
import { merchant } from "../pages/merchant/messages/en.ts";
import { merchants } from "../pages/merchants/messages/en.ts";
import { newPayment } from "../pages/new-payment/messages/en.ts";
import { overview } from "../pages/overview/messages/en.ts";
import { payment } from "../pages/payment/messages/en.ts";
import { paymentLink } from "../pages/payment-link/messages/en.ts";
import { paymentLinks } from "../pages/payment-links/messages/en.ts";
import { payments } from "../pages/payments/messages/en.ts";
import { signIn } from "../pages/sign-in/messages/en.ts";
import { team } from "../pages/team/messages/en.ts";
import { till } from "../pages/till/messages/en.ts";
import { tills } from "../pages/tills/messages/en.ts";
import { webhook } from "../pages/webhook/messages/en.ts";
import { webhookFormat } from "../pages/webhook-format/messages/en.ts";
import { webhooks } from "../pages/webhooks/messages/en.ts";

export const en = {
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

/** Each page adds its own. */
export type Messages = typeof en;
