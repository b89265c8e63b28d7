// Everything under /console/api except signing in and out: the partner endpoints, with a session in place of a key, and
// the console's own endpoints. None of it is in openapi.json, and it may change with the console.
import type { Endpoint } from "../endpoint.ts";
import { ENDPOINTS } from "../endpoints.ts";
import { CONSOLE_API } from "../session-cookie.ts";
import {
  addPasskey,
  changePassword,
  confirmationOptions,
  confirmByPasskey,
  confirmByPassword,
  getAccount,
  passkeyOptions,
  removePasskey,
} from "./account.ts";
import { awaitChanges } from "./await-changes.ts";
import { changeBranding, getBranding } from "./branding.ts";
import {
  approveRequest,
  askForRequest,
  changeSecondPerson,
  listRequests,
  rejectRequest,
  withdrawRequest,
} from "./change-requests.ts";
import { exportPayments } from "./export-payments.ts";
import { findPayments } from "./find-payments.ts";
import { createKey, listKeys, revokeKey } from "./keys.ts";
import { listAssets } from "./list-assets.ts";
import { listAudit } from "./list-audit.ts";
import { readPayment } from "./read-payment.ts";
import { readTimeline } from "./read-timeline.ts";
import { readVolume } from "./read-volume.ts";
import { endOtherSessions, endSession, getSession, listSessions } from "./session.ts";
import { createTill, listTills, pairTillAgain, revokeTill } from "./tills.ts";
import {
  changeUser,
  endUserSessions,
  inviteUser,
  listUserSessions,
  listUsers,
  removeUser,
  renewInvitation,
} from "./users.ts";

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
  listAssets,
  readVolume,
  readPayment,
  readTimeline,
  awaitChanges,
  exportPayments,
  findPayments,
  listKeys,
  createKey,
  revokeKey,
  listAudit,
];

interface ConsoleRoute {
  readonly method: Endpoint["method"];
  readonly path: string;
  /** A mounted one keeps its own /v1 path, so an Idempotency-Key has the same meaning in the console and in the API. */
  readonly endpoint: Endpoint;
}

export const CONSOLE_ROUTES: readonly ConsoleRoute[] = [
  ...CONSOLE_ENDPOINTS.map((endpoint) => ({ method: endpoint.method, path: endpoint.path, endpoint })),
  ...ENDPOINTS.filter(({ caller, commerceKey }) => caller === "partner" && !commerceKey).map((endpoint) => ({
    method: endpoint.method,
    path: CONSOLE_API + endpoint.path,
    endpoint: { ...endpoint, caller: "console" as const },
  })),
];
