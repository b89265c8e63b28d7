// Ports for tests of the HTTP server alone. A test supplies those it needs; a missing one fails when used.
import pino, { type Logger } from "pino";
import { DEFAULT_VERSION } from "../../src/contract/versions.ts";
import type { Services } from "../../src/http/services.ts";
import type { Settings } from "../../src/http/settings.ts";
import { newApiKey } from "../../src/merchant/api-key.ts";
import type { ChangeSubscription } from "../../src/operations/payments/await-status.ts";
import type { PaymentForBuyer } from "../../src/payment/payment.ts";
import type { LiveKey } from "../../src/store/people/keys.ts";

export const PARTNER_KEY = newApiKey("partner", "prtn_1");

const LIVE_KEY: LiveKey = {
  keyId: "key_1",
  partnerId: "prtn_1",
  role: "partner",
  merchantId: null,
  version: DEFAULT_VERSION,
  fees: null,
  allowedAddresses: [],
  expiresInMs: null,
};

/** Services that know one partner's key. */
export const fakeServices = (given: { readonly [Name in keyof Services]?: Partial<Services[Name]> }): Services =>
  ({
    keys: {
      findLive: async (hash: Buffer) => (hash.equals(PARTNER_KEY.hash) ? LIVE_KEY : null),
    },
    chains: new Map(),
    nowMs: () => Date.now(),
    nowS: () => Math.floor(Date.now() / 1000),
    ...given,
  }) as Services;

export const openPayment = (id: string): PaymentForBuyer => ({
  id,
  partnerId: "prtn_1",
  merchantId: "mrch_1",
  referenceId: "order-1",
  status: "requires_action",
  amount: { currency: "USD", value: 100n },
  description: null,
  lineItems: [],
  checkout: null,
  expiresAtS: Math.floor(Date.now() / 1000) + 300,
  takesDeposits: true,
  deposits: [],
  createdBy: { type: "server", id: "key_1" },
  createdAt: new Date(),
  lastUpdatedAt: new Date(),
  failureCode: null,
  cancelledReason: null,
  feePolicyId: null,
  confirmation: null,
  credit: null,
  refundMark: null,
  refundTotals: null,
  refunds: [],
  payout: null,
  merchant: { name: "Shop", logo: null, branding: null },
  buyerDataRules: null,
  isPastExpiry: false,
});

/** A subscription that only its signal ends, with a record of what happened to it. */
export function heldSubscription() {
  let onHeld = (): void => {};
  let onClosed = (): void => {};
  const held = new Promise<void>((resolve) => {
    onHeld = resolve;
  });
  const closed = new Promise<void>((resolve) => {
    onClosed = resolve;
  });
  const subscription: ChangeSubscription = {
    next: (_, signal) =>
      new Promise((resolve) => {
        if (signal) signal.waiter = { end: () => resolve(true) };
        onHeld();
      }),
    close: onClosed,
  };
  return { subscription, held, closed };
}

/** A logger with readable lines. */
export function readableLogger() {
  const lines: string[] = [];
  return { lines, logger: pino({ level: "trace" }, { write: (line: string) => void lines.push(line) }) };
}

/** Settings without limits, with this log. */
export const settingsWith = (logger: Logger): Settings => ({
  publicUrl: "http://pay.example",
  logger,
  heldPerAddressMax: 50,
  rateLimits: null,
  trustedProxies: [],
  payLinkHost: null,
  formFrameAncestors: [],
  posOrigins: [],
  androidApps: [],
  iosApps: [],
  local: null,
  buyerDataRetentionDays: 1_825,
  readiness: async () => ({ isReady: true, checks: {} }),
  observer: null,
  tracing: null,
});
