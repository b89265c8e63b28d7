// A request that is refused for its rate costs no query: the address's bucket is looked into before the database.
import { afterEach, expect, test } from "vitest";
import { buildServer } from "../../src/http/server.ts";
import { newApiKey } from "../../src/merchant/api-key.ts";
import { newSession } from "../../src/merchant/session.ts";
import { fakeServices, PARTNER_KEY, readableLogger, settingsWith } from "../harness/fake-ports.ts";

const QUOTA = 10;
const ALL = { quota: QUOTA, windowS: 36_000 };
const RATE_LIMITS = { read: ALL, write: ALL, gateway: ALL, app: ALL, anonymous: ALL, addresses: ALL };

let server: ReturnType<typeof buildServer>;
afterEach(() => server.close());

/** A server that counts the look-ups of callers. */
function start() {
  const lookups = { keys: 0, apps: 0, sessions: 0 };
  const known = fakeServices({}).keys;
  const live = { token: newSession(), name: "Wallet" };
  const services = fakeServices({
    keys: {
      findLive: (hash: Buffer) => {
        lookups.keys += 1;
        return known.findLive(hash);
      },
      findLiveApp: async (id: string) => {
        lookups.apps += 1;
        return id === "wallet" ? { id, name: "Wallet" } : null;
      },
    },
    sessions: {
      find: async (hash: Buffer) => {
        lookups.sessions += 1;
        const key = await known.findLive(PARTNER_KEY.hash);
        if (!key || !hash.equals(live.token.hash)) return null;
        const ofKey = {
          key: { id: key.keyId, prefix: "tp", label: null },
          user: null,
          till: null,
          role: "partner",
          merchantIds: null,
        } as const;
        return { ...key, ...ofKey, id: "ses_1", partnerName: "Partner", expiresAt: new Date() };
      },
    },
    payments: { findForBuyer: async () => null },
  });
  server = buildServer(services, { ...settingsWith(readableLogger().logger), rateLimits: RATE_LIMITS });
  const read = async (headers: Record<string, string>, path = "/v1/gateway/payment/pay_1") =>
    (await server.inject({ url: path, headers })).statusCode;
  const ofSession = (token: string) => read({ cookie: `turnpike_console=${token}` }, "/console/api/session");
  return { lookups, read, ofSession, sessionToken: live.token.token };
}

const times = async (count: number, ask: (n: number) => Promise<number>): Promise<number[]> => {
  const statuses: number[] = [];
  for (let n = 0; n < count; n++) statuses.push(await ask(n));
  return statuses;
};

const refusedAfter = (quota: number, count: number, status: number): number[] => [
  ...Array(quota).fill(status),
  ...Array(count - quota).fill(429),
];

test("random keys, app ids and sessions share one bucket, and cost one look-up for each of its tokens", async () => {
  const { lookups, read, ofSession } = start();
  const unknownKey = () => read({ "api-key": newApiKey("wallet", "prtn_1").apiKey });
  const unknownApp = (n: number) => read({ "app-id": `app-${n}`, "client-id": "c" });
  expect(await times(4, unknownKey)).toEqual([401, 401, 401, 401]);
  expect(await times(4, unknownApp)).toEqual([401, 401, 401, 401]);
  expect(await times(22, () => ofSession(newSession().token))).toEqual(refusedAfter(2, 22, 401));
  expect(await times(20, unknownKey)).toEqual(Array(20).fill(429));
  expect(await times(20, unknownApp)).toEqual(Array(20).fill(429));
  expect(lookups).toEqual({ keys: 4, apps: 4, sessions: 2 });
});

test("so do unknown keys on unknown paths", async () => {
  const { lookups, read } = start();
  const ask = () => read({ "api-key": newApiKey("partner", "prtn_1").apiKey }, "/v1/nothing");
  expect(await times(30, ask)).toEqual(refusedAfter(QUOTA, 30, 404));
  expect(lookups.keys).toBe(QUOTA);
});

test("requests at the same moment take a token each before their look-ups", async () => {
  const { lookups, read } = start();
  const statuses = await Promise.all(
    Array.from({ length: 30 }, () => read({ "api-key": newApiKey("read", "prtn_1").apiKey })),
  );
  expect(statuses.filter((status) => status === 429)).toHaveLength(20);
  expect(lookups.keys).toBe(QUOTA);
});

test("known callers are looked up until their own bucket is empty, even if the address's bucket is empty", async () => {
  const { lookups, read, ofSession, sessionToken } = start();
  const key = () => read({ "api-key": PARTNER_KEY.apiKey });
  const app = () => read({ "app-id": "wallet", "client-id": "c" });
  expect([await key(), await app(), await ofSession(sessionToken)]).toEqual([404, 404, 200]);
  expect(await times(12, () => read({ "api-key": newApiKey("read", "prtn_1").apiKey }))).toEqual(
    refusedAfter(QUOTA, 12, 401),
  );
  lookups.keys = 0;
  expect(await times(20, key)).toEqual(refusedAfter(QUOTA - 1, 20, 404));
  expect(await times(20, app)).toEqual(refusedAfter(QUOTA - 1, 20, 404));
  expect(await times(20, () => ofSession(sessionToken))).toEqual(refusedAfter(QUOTA - 1, 20, 200));
  expect(lookups).toEqual({ keys: QUOTA - 1, apps: QUOTA, sessions: QUOTA });
});
