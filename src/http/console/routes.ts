// Everything under /console/api except signing in and out: the partner endpoints, with a session in place of a key, and
// the console's own endpoints. None of it is in openapi.json, and it may change with the console.
import type { Endpoint } from "../endpoint.ts";
import { ENDPOINTS } from "../endpoints.ts";
import { CONSOLE_API } from "../request/session-cookie.ts";
import {
  approveRequest,
  askForRequest,
  changeSecondPerson,
  listRequests,
  rejectRequest,
  withdrawRequest,
} from "./approvals/change-requests.ts";
import { exportAudit } from "./audit/export-audit.ts";
import { listAudit } from "./audit/list-audit.ts";
import { closeBookMonth, listBookMonths, readStatement } from "./books/books.ts";
import { awaitChanges } from "./events/await-changes.ts";
import { createKey, listKeys, revokeKey } from "./keys/keys.ts";
import { endMadeByKey, getMadeByKey } from "./keys/made-by-key.ts";
import { changeBranding, getBranding } from "./merchants/branding.ts";
import { listAssets } from "./merchants/list-assets.ts";
import { exportPayments } from "./payments/export-payments.ts";
import { findPayments } from "./payments/find-payments.ts";
import { listCurrencies } from "./payments/list-currencies.ts";
import { readPayment } from "./payments/read-payment.ts";
import { readTimeline } from "./payments/read-timeline.ts";
import { readVolume } from "./payments/read-volume.ts";
import {
  addPasskey,
  changePassword,
  confirmationOptions,
  confirmByPasskey,
  confirmByPassword,
  getAccount,
  passkeyOptions,
  removePasskey,
} from "./people/account.ts";
import { changeMailWishes, getMailWishes } from "./people/mail-wishes.ts";
import { endOtherSessions, endSession, getSession, listSessions } from "./people/session.ts";
import {
  changeUser,
  endUserSessions,
  inviteUser,
  listUserSessions,
  listUsers,
  removeUser,
  renewInvitation,
} from "./people/users.ts";
import { exportRefunds } from "./refunds/export-refunds.ts";
import { listConsoleRefunds, readRefundSigning } from "./refunds/refunds.ts";
import { numberReceipts } from "./tills/number-receipts.ts";
import { createTill, listTills, pairTillAgain, revokeTill } from "./tills/tills.ts";

export const CONSOLE_ENDPOINTS: readonly Endpoint[] = [
  getSession,
  listSessions,
  endOtherSessions,
  endSession,
  confirmByPassword,
  confirmationOptions,
  confirmByPasskey,
  getAccount,
  changePassword,
  getMailWishes,
  changeMailWishes,
  passkeyOptions,
  addPasskey,
  removePasskey,
  listUsers,
  inviteUser,
  changeUser,
  renewInvitation,
  removeUser,
  listUserSessions,
  endUserSessions,
  getBranding,
  changeBranding,
  listRequests,
  askForRequest,
  approveRequest,
  rejectRequest,
  withdrawRequest,
  changeSecondPerson,
  listTills,
  createTill,
  pairTillAgain,
  revokeTill,
  numberReceipts,
  listAssets,
  listCurrencies,
  readVolume,
  readPayment,
  readTimeline,
  awaitChanges,
  exportPayments,
  findPayments,
  listConsoleRefunds,
  exportRefunds,
  readRefundSigning,
  listKeys,
  createKey,
  revokeKey,
  getMadeByKey,
  endMadeByKey,
  listAudit,
  exportAudit,
  listBookMonths,
  closeBookMonth,
  readStatement,
];

interface ConsoleRoute {
  readonly method: Endpoint["method"];
  readonly path: string;
  /** A mounted one keeps its own /v1 path, so an Idempotency-Key has the same meaning in the console and in the API. */
  readonly endpoint: Endpoint;
}

/** Programs of other protocols have their own paths: x402 facilitators are called by servers, with a key. */
function isForPeople({ caller, commerceKey, path }: Endpoint): boolean {
  return caller === "partner" && !commerceKey && !path.startsWith("/x402/");
}

export const CONSOLE_ROUTES: readonly ConsoleRoute[] = [
  ...CONSOLE_ENDPOINTS.map((endpoint) => ({ method: endpoint.method, path: endpoint.path, endpoint })),
  ...ENDPOINTS.filter(isForPeople).map((endpoint) => ({
    method: endpoint.method,
    path: CONSOLE_API + endpoint.path,
    endpoint: { ...endpoint, caller: "console" as const },
  })),
];
