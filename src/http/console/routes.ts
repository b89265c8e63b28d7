// Everything that stands under /console/api but signing in and out: the interface's endpoints for partners, each as it is but
// for who is asked, and what only the console needs. None of it is in the specification: it is the console's, and no promise.
import type { Endpoint } from "../endpoint.ts";
import { ENDPOINTS } from "../endpoints.ts";
import { CONSOLE_API } from "../session-cookie.ts";
import { awaitChanges } from "./await-changes.ts";
import { exportPayments } from "./export-payments.ts";
import { createKey, listKeys, revokeKey } from "./keys.ts";
import { listAssets } from "./list-assets.ts";
import { listAudit } from "./list-audit.ts";
import { readPayment } from "./read-payment.ts";
import { readTimeline } from "./read-timeline.ts";
import { readVolume } from "./read-volume.ts";
import { getSession } from "./session.ts";

/** What only the console has. */
export const CONSOLE_ENDPOINTS: readonly Endpoint[] = [
  getSession,
  listAssets,
  readVolume,
  readPayment,
  readTimeline,
  awaitChanges,
  exportPayments,
  listKeys,
  createKey,
  revokeKey,
  listAudit,
];

interface ConsoleRoute {
  readonly method: Endpoint["method"];
  readonly path: string;
  /** Of a mounted one, its own path is the interface's: the same Idempotency-Key means the same there and here. */
  readonly endpoint: Endpoint;
}

export const CONSOLE_ROUTES: readonly ConsoleRoute[] = [
  ...CONSOLE_ENDPOINTS.map((endpoint) => ({ method: endpoint.method, path: endpoint.path, endpoint })),
  ...ENDPOINTS.filter(({ caller }) => caller === "partner").map((endpoint) => ({
    method: endpoint.method,
    path: CONSOLE_API + endpoint.path,
    endpoint: { ...endpoint, caller: "console" as const },
  })),
];
