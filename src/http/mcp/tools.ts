// All tools, and those that a caller may use: a tool is as open as the endpoint that it calls.
import type { KeyCaller } from "../request/caller.ts";
import { mayCallAs } from "../steps/authorize.ts";
import { createPayment } from "./create-payment.ts";
import { createPaymentLink } from "./create-payment-link.ts";
import { findPayments } from "./find-payments.ts";
import { getPayment } from "./get-payment.ts";
import { listExceptions } from "./list-exceptions.ts";
import { requestRefund } from "./request-refund.ts";
import type { Tool } from "./tool.ts";
import { waitForPayment } from "./wait-for-payment.ts";

export const TOOLS: readonly Tool[] = [
  findPayments,
  getPayment,
  waitForPayment,
  listExceptions,
  createPayment,
  createPaymentLink,
  requestRefund,
];

export const toolsFor = ({ role }: Pick<KeyCaller, "role">): readonly Tool[] =>
  TOOLS.filter(({ endpoint }) => mayCallAs(role, endpoint));
