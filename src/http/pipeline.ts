// A request passes these two tables from top to bottom; the first step that refuses it determines the response.
// Comments between the rows show what Fastify does itself.
import type { CallerKind } from "./endpoint.ts";
import type { Exchange } from "./exchange.ts";
import { authenticatePartner, authenticateSession, authenticateWallet } from "./steps/authenticate.ts";
import { authorize } from "./steps/authorize.ts";
import { checkHeaders } from "./steps/check-headers.ts";
import { confirmKey } from "./steps/confirm-key.ts";
import { readIdempotencyKey } from "./steps/read-idempotency-key.ts";
import { checkPathIds, readMerchantId } from "./steps/read-ids.ts";
import { readLink } from "./steps/read-link.ts";
import { readVersion } from "./steps/read-version.ts";
import { refuseOtherSites } from "./steps/refuse-other-sites.ts";

export type Step = (exchange: Exchange) => void | Promise<void>;
type Table = readonly ({ readonly step: Step } & Readonly<Record<CallerKind, boolean>>)[];

/** Identify the caller and the API version. */
const IDENTIFY: Table = [
  // the route: not_found, payment_not_found; 405
  { step: checkHeaders, wallet: true, partner: true, console: true },
  { step: readVersion, wallet: true, partner: true, console: true },
  { step: refuseOtherSites, wallet: false, partner: false, console: true },
  { step: authenticateWallet, wallet: true, partner: false, console: false },
  { step: authenticatePartner, wallet: false, partner: true, console: false },
  { step: authenticateSession, wallet: false, partner: false, console: true },
  // from here on every response echoes Pay-Version; then rate_limited (a caller refused above draws on its address's
  // bucket, and gets rate_limited once that is empty)
];

/** Decide whether this caller may make this request. */
const ADMIT: Table = [
  { step: readLink, wallet: true, partner: false, console: false },
  { step: authorize, wallet: true, partner: true, console: true },
  { step: confirmKey, wallet: false, partner: false, console: true },
  { step: readMerchantId, wallet: false, partner: true, console: true },
  { step: checkPathIds, wallet: true, partner: true, console: true },
  { step: readIdempotencyKey, wallet: false, partner: true, console: true },
  // content type (415), size (413) and syntax of the body; then the schemas of query and body
  // then the endpoint's `handle`, once per Idempotency-Key; its response is serialised by its schema
];

const on = (caller: CallerKind, table: Table): readonly Step[] =>
  table.filter((row) => row[caller]).map(({ step }) => step);

/** Also used for 404 and 405, which belong to no endpoint. */
export const identifyingSteps = (caller: CallerKind): readonly Step[] => on(caller, IDENTIFY);
export const admittingSteps = (caller: CallerKind): readonly Step[] => on(caller, ADMIT);

export async function take(steps: readonly Step[], exchange: Exchange): Promise<void> {
  for (const step of steps) {
    const waiting = step(exchange);
    if (waiting) await waiting;
  }
}
