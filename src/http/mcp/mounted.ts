// Endpoints of the console that tools need: the same handlers, for keys in place of sessions. They are not documented,
// and may change with the tools.
import { findPayments } from "../console/payments/find-payments.ts";
import { readPayment } from "../console/payments/read-payment.ts";
import { readTimeline } from "../console/payments/read-timeline.ts";
import type { Endpoint } from "../endpoint.ts";
import { CONSOLE_API } from "../request/session-cookie.ts";

export const MCP_PATH = "/mcp";

export const mounted = (endpoint: Endpoint): Endpoint => ({
  ...endpoint,
  caller: "partner",
  path: endpoint.path.replace(CONSOLE_API, MCP_PATH),
});

export const MCP_ENDPOINTS: readonly Endpoint[] = [findPayments, readPayment, readTimeline].map(mounted);
