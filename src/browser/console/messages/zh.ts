import { app } from "../app/messages/zh.ts";
import { account } from "../pages/account/messages/zh.ts";
import { approvals } from "../pages/approvals/messages/zh.ts";
import { audit } from "../pages/audit/messages/zh.ts";
import { branding } from "../pages/branding/messages/zh.ts";
import { delivery } from "../pages/delivery/messages/zh.ts";
import { event } from "../pages/event/messages/zh.ts";
import { events } from "../pages/events/messages/zh.ts";
import { exceptions } from "../pages/exceptions/messages/zh.ts";
import { join } from "../pages/join/messages/zh.ts";
import { keys } from "../pages/keys/messages/zh.ts";
import { merchant } from "../pages/merchant/messages/zh.ts";
import { merchants } from "../pages/merchants/messages/zh.ts";
import { newPayment } from "../pages/new-payment/messages/zh.ts";
import { overview } from "../pages/overview/messages/zh.ts";
import { payment } from "../pages/payment/messages/zh.ts";
import { paymentLink } from "../pages/payment-link/messages/zh.ts";
import { paymentLinks } from "../pages/payment-links/messages/zh.ts";
import { payments } from "../pages/payments/messages/zh.ts";
import { signIn } from "../pages/sign-in/messages/zh.ts";
import { team } from "../pages/team/messages/zh.ts";
import { till } from "../pages/till/messages/zh.ts";
import { tills } from "../pages/tills/messages/zh.ts";
import { webhook } from "../pages/webhook/messages/zh.ts";
import { webhookFormat } from "../pages/webhook-format/messages/zh.ts";
import { webhooks } from "../pages/webhooks/messages/zh.ts";
import type { Messages } from "./en.ts";

export const zh: Messages = {
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
