// Rate limits: a bucket per key and class, per app and address, per address. Quotas refill within hours here, so that
// no token returns during a test.
import { beforeAll, describe, expect, test } from "vitest";
import { newApiKey } from "../../../../src/merchant/api-key.ts";
import { pageKeys, sealPageToken } from "../../../../src/payment/lists/page-token.ts";
import type { ApiCall } from "../../../harness/server/api.ts";
import { createKeyFor, errorOf, serverForFile } from "../../setup.ts";
import { callTo, EVERY, everythingIn } from "./calls.ts";

const QUOTA = 3;
const RATE = `${QUOTA}/36000`;
const CLASSES = ["read", "write", "gateway", "app", "anonymous"];
const server = serverForFile({
  environment: {
    RATE_LIMITS: CLASSES.map((name) => `${name}=${RATE}`).join(),
    TRUSTED_PROXIES: "127.0.0.1",
  },
});

/** Each call comes from its own address unless the test sets one. */
let addresses = 0;
const fromElsewhere = () => ({ "x-forwarded-for": `10.1.${addresses >> 8}.${addresses++ & 255}` });
const call = (request: ApiCall) => server().call({ ...request, headers: { ...fromElsewhere(), ...request.headers } });

/** A token returns after this time. */
const TOKEN_S = 12_000;
/** By so much the times may have shrunk during a test. */
const TEST_S_MAX = 120;

function expectRateLimit(headers: Headers, name: string, left: number): void {
  const { t = "" } =
    new RegExp(`^"${name}";r=${left};t=(?<t>\\d+)$`).exec(headers.get("ratelimit") ?? "")?.groups ?? {};
  const fullS = (QUOTA - left) * TOKEN_S;
  expect([Number(t) <= fullS, Number(t) > fullS - TEST_S_MAX]).toEqual([true, true]);
}

const statusesOf = async (count: number, ask: () => Promise<{ status: number }>) => {
  const statuses: number[] = [];
  for (let i = 0; i < count; i++) statuses.push((await ask()).status);
  return statuses;
};

describe.each(EVERY)("%s", (_, endpoint) => {
  let key: string;
  let before: unknown;
  beforeAll(async () => {
    key = await createKeyFor(server(), endpoint.access === "pay" ? "wallet" : "partner");
    before = await everythingIn(server());
  });

  test("is refused with Retry-After when the key's bucket is empty", async () => {
    const name = endpoint.access === "pay" ? "gateway" : endpoint.access;
    const ask = () => call(callTo(endpoint, { "api-key": key }));
    for (let left = QUOTA - 1; left >= 0; left--) {
      const { status, headers } = await ask();
      expect(status).not.toBe(429);
      expect(headers.get("ratelimit-policy")).toBe(`"${name}";q=${QUOTA};w=36000`);
      expectRateLimit(headers, name, left);
      expect(headers.get("retry-after")).toBeNull();
    }
    const { status, headers, body } = await ask();
    expect([status, body.code]).toEqual([429, "rate_limited"]);
    expectRateLimit(headers, name, 0);
    const retryAfterS = Number(headers.get("retry-after"));
    expect([retryAfterS <= TOKEN_S, retryAfterS > TOKEN_S - TEST_S_MAX]).toEqual([true, true]);
    expect(headers.get("pay-version")).toBe("2026-02-18");
    const facts = { code: "rate_limited", message: "Too many requests" };
    const type = endpoint.path.startsWith("/commerce/") && { type: "rate_limit_exceeded" };
    expect(body).toEqual({ ...facts, status: 429, error: { ...facts, ...type }, requestId: body.requestId });
    expect(await everythingIn(server())).toEqual(before);
  });
});

test("each key has one bucket per class", async () => {
  const [one, two] = [await createKeyFor(server(), "partner"), await createKeyFor(server(), "partner")];
  const read = (key: string) => () => call({ path: "/v1/payments/pay_1/status", headers: { "api-key": key } });
  expect(await statusesOf(4, read(one))).toEqual([404, 404, 404, 429]);
  expect(await statusesOf(4, read(two))).toEqual([404, 404, 404, 429]);
  const write = () => call({ method: "POST", path: "/v1/payments/pay_1/cancel", headers: { "api-key": one } });
  expect(await statusesOf(4, write)).toEqual([404, 404, 404, 429]);
});

test("reads of all payments share one bucket, as do HEAD and unknown paths", async () => {
  const headers = { "api-key": await createKeyFor(server(), "partner"), ...fromElsewhere() };
  const head = await fetch(`${server().baseUrl}/v1/payments/pay_1/status`, { method: "HEAD", headers });
  expect(head.status).toBe(404);
  expect((await call({ path: "/v1/payments/pay_2/status", headers })).status).toBe(404);
  expect((await call({ path: "/v1/nothing", headers })).status).toBe(404);
  expect((await call({ path: "/v1/payments/pay_3/status", headers })).status).toBe(429);
  expect((await call({ path: "/v1/nothing", headers })).status).toBe(429);
});

test("options draw one token for each account", async () => {
  const headers = { "api-key": await createKeyFor(server(), "wallet"), ...fromElsewhere() };
  const accounts = (count: number) => Array.from({ length: count }, (_, n) => `eip155:1/0x${n}`);
  const ask = (count: number) =>
    call({ path: "/v1/gateway/payment/pay_1/options", body: { accounts: accounts(count) }, headers });
  expect((await ask(1)).headers.get("ratelimit")).toBe('"gateway";r=2;t=12000');
  expect((await ask(100)).headers.get("ratelimit")).toBe('"gateway";r=0;t=72000');
  expect((await ask(0)).status).toBe(429);
});

describe("an app", () => {
  const asApp = (address: string) => () =>
    server().call({
      path: "/v1/gateway/payment/pay_1/status",
      headers: { "api-key": null, "app-id": "test-wallet", "client-id": "c", "x-forwarded-for": address },
    });

  test("has a bucket per address", async () => {
    expect(await statusesOf(4, asApp("10.2.0.1"))).toEqual([404, 404, 404, 429]);
    expect(await statusesOf(4, asApp("10.2.0.2"))).toEqual([404, 404, 404, 429]);
    expect((await asApp("10.2.0.1")()).headers.get("ratelimit-policy")).toContain('"app"');
  });

  test("shares one bucket across an IPv6 /64", async () => {
    expect(await statusesOf(3, asApp("2001:db8:1:1::1"))).toEqual([404, 404, 404]);
    expect((await asApp("2001:db8:1:1:ffff::9")()).status).toBe(429);
    expect((await asApp("2001:db8:1:2::1")()).status).toBe(404);
  });
});

test("a checkout page uses the bucket of the address that loaded it", async () => {
  const keys = pageKeys(Buffer.from(server().installation.environment.SECRET_KEY ?? "", "hex"));
  const tokenOf = (id: string) => sealPageToken(keys, { id, expiresAtS: Date.now() / 1000 }, 0);
  const ask = (id: string, address: string) => () =>
    server().call({
      path: `/v1/gateway/payment/${id}/status`,
      headers: { "api-key": tokenOf(id), "x-forwarded-for": address },
    });
  expect((await call({ path: "/pay_1", headers: { "x-forwarded-for": "10.4.0.1" } })).status).toBe(404);
  expect(await statusesOf(2, ask("pay_1", "10.4.0.1"))).toEqual([404, 404]);
  expect((await ask("pay_2", "10.4.0.1")()).status).toBe(429);
  expect((await ask("pay_1", "10.4.0.2")()).headers.get("ratelimit-policy")).toContain('"anonymous"');
});

describe("an unauthenticated caller", () => {
  const unknown = (headers: ApiCall["headers"]) => () =>
    server().call({
      path: "/v1/payments/pay_1/status",
      headers: { "api-key": newApiKey("read", "prtn_1").apiKey, ...headers },
    });

  test("uses the bucket of its address, even with a new wrong key each time", async () => {
    const ask = unknown({ "x-forwarded-for": "10.3.0.1" });
    expect(await statusesOf(4, ask)).toEqual([401, 401, 401, 429]);
    expect(await errorOf(ask())).toMatchObject({ status: 429, code: "rate_limited" });
    expect((await unknown({ "x-forwarded-for": "10.3.0.2" })()).status).toBe(401);
  });

  test("does not use up the bucket of a key that was used before, at the same address", async () => {
    const address = { "x-forwarded-for": "10.3.0.3" };
    const key = await createKeyFor(server(), "partner");
    const known = unknown({ ...address, "api-key": key });
    expect((await known()).status).toBe(404);
    expect(await statusesOf(4, unknown(address))).toEqual([401, 401, 401, 429]);
    expect((await known()).status).toBe(404);
  });

  test("shares that bucket between pages, assets and unknown paths; health checks are free", async () => {
    const headers = { "api-key": null, "x-forwarded-for": "10.3.0.4" };
    const paths = ["/pay_1", "/?pid=pay_1", "/v1/nothing", "/assets/any.js", "/v1/nothing", "/v1/gateway/nothing"];
    const statuses: number[] = [];
    for (const path of paths) statuses.push((await server().call({ path, headers })).status);
    expect(statuses).toEqual([404, 404, 404, 429, 429, 429]);
    expect(await statusesOf(10, () => server().call({ path: "/healthz", headers }))).toEqual(Array(10).fill(200));
  });
});
