// Requests as the family's points of sale send them, and responses as they decode them: React Native and web
// (react-native-examples, dapps/pos-app), Kotlin (reown-kotlin, product/pos) and the command line (agent-sdk, pay-cli).
import { beforeAll, describe, expect, test } from "vitest";
import { createKeyFor, serverForFile } from "../routes/setup.ts";

const TILL = "https://till.example";
const server = serverForFile({ role: "api", environment: { POS_ORIGINS: `${TILL},https://other.example` } });

const AMOUNT = { unit: "iso4217/USD", value: "1250" };
const BODY = { referenceId: "till-1-0001", amount: AMOUNT };

/** The key of one point of sale, which reaches what it created. */
let tillKey: Promise<string>;
beforeAll(() => {
  tillKey = createKeyFor(server(), "pos");
});

/** The headers of every client, with its own names and versions. */
async function headersOf(apiKey?: string) {
  return {
    "Content-Type": "application/json",
    "Api-Key": apiKey ?? (await tillKey),
    "Merchant-Id": server().merchantId,
    "Sdk-Name": "pos-device",
    "Sdk-Version": "1.0.0",
    "Sdk-Platform": "react-native",
  };
}

const send = (path: string, init: RequestInit = {}) => fetch(`${server().baseUrl}/v1${path}`, init);
const post = async (path: string, body: unknown, headers?: Record<string, string>) =>
  send(path, { method: "POST", headers: { ...(await headersOf()), ...headers }, body: JSON.stringify(body) });
const create = async (body: object = BODY) => {
  const answer = await post("/merchant/payment", body);
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
};

describe("the aliases of the payments endpoints", () => {
  test("create, follow and cancel a payment without a version header", async () => {
    const created = await create();
    expect(created).toEqual({
      status: 201,
      body: {
        paymentId: expect.stringMatching(/^pay_/),
        status: "requires_action",
        isFinal: false,
        livemode: true,
        expiresAt: expect.any(Number),
        gatewayUrl: `${server().baseUrl.replace("127.0.0.1", "localhost")}/${created.body.paymentId}`,
        x402Url: `${server().baseUrl.replace("127.0.0.1", "localhost")}/x402/${created.body.paymentId}`,
        pollInMs: expect.any(Number),
      },
    });
    const headers = await headersOf();
    const status = await send(`/merchant/payment/${created.body.paymentId}/status`, { headers });
    expect(await status.json()).toMatchObject({ status: "requires_action", isFinal: false });
    const cancelled = await post(`/payments/${created.body.paymentId}/cancel`, {});
    expect(await cancelled.json()).toMatchObject({ status: "cancelled", cancelledReason: "cancelled_by_merchant" });
    const details = await send(`/merchant/payment/${created.body.paymentId}`, {
      headers: await headersOf(server().apiKey),
    });
    expect(await details.json()).toMatchObject({
      status: "cancelled",
      referenceId: BODY.referenceId,
      isRefunded: false,
    });
  });

  test.each([
    ["an address is missing", { successUrl: "https://shop.example/ok" }],
    ["an address is null", { successUrl: "https://shop.example/ok", errorUrl: null }],
    ["an address is not https", { successUrl: "https://shop.example/ok", errorUrl: "http://shop.example/no" }],
    ["an address is no URL", { successUrl: "thanks", errorUrl: "https://shop.example/no" }],
  ])("the redirect is off if %s", async (_, checkout) => {
    const { status, body } = await create({ ...BODY, checkout, unknownField: true });
    expect(status).toBe(201);
    const rows = await server().sql("select success_url, error_url from payments where id = $1", [body.paymentId]);
    expect(rows).toEqual([{ success_url: null, error_url: null }]);
    const original = await post("/payments", { ...BODY, checkout }, { "Api-Key": server().apiKey });
    expect(original.status).toBe(400);
  });

  test("the redirect is on with two https addresses, and a repeat with the same key is the same payment", async () => {
    const checkout = { successUrl: "https://shop.example/ok", errorUrl: "https://shop.example/no" };
    const repeat = async () => {
      const answer = await post("/merchant/payment", { ...BODY, checkout }, { "Idempotency-Key": "till-1-0002" });
      return (await answer.json()) as Record<string, unknown>;
    };
    const [first, second] = [await repeat(), await repeat()];
    expect(second).toEqual(first);
    const rows = await server().sql("select success_url from payments where id = $1", [first.paymentId]);
    expect(rows).toEqual([{ success_url: checkout.successUrl }]);
  });

  test("an unknown merchant is 404", async () => {
    const headers = { "Api-Key": server().apiKey, "Merchant-Id": "mrch_unknown" };
    const answer = await post("/merchant/payment", BODY, headers);
    expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([404, "merchant_not_found"]);
  });
});

describe("errors", () => {
  test("are read flat and wrapped", async () => {
    const answer = await send("/payments/pay_unknown/status", { headers: await headersOf() });
    const body = (await answer.json()) as Record<string, unknown>;
    const facts = { code: "payment_not_found", message: "Payment not found" };
    expect(body).toEqual({ ...facts, status: 404, error: facts, requestId: expect.any(String) });
  });

  test("the minimum is found in the message", async () => {
    const owner = await server().newOwner();
    const minimum = new Map([["USD", 1_400n]]);
    const policy = { ppm: 0n, fixed: new Map(), minimum, receivers: new Map() };
    await server().store.feePolicies.append(owner.partnerId, null, policy);
    const headers = { "Api-Key": owner.apiKey, "Merchant-Id": owner.merchantId };
    const answer = await post("/merchant/payment", BODY, headers);
    const { code, message } = (await answer.json()) as { code: string; message: string };
    expect([answer.status, code]).toEqual([400, "params_validation"]);
    expect(/amount must be at least\s+(\d+)/i.exec(message)?.[1]).toBe("1400");
  });
});

test("the Kotlin client's cancel with an empty body and a JSON type, and its list", async () => {
  const { body } = await create();
  const headers = await headersOf();
  const cancelled = await send(`/payments/${body.paymentId}/cancel`, { method: "POST", headers });
  expect(cancelled.status).toBe(200);
  const list = await send("/merchants/payments?limit=20&status=cancelled&status=succeeded", { headers });
  const { data } = (await list.json()) as { data: readonly Record<string, unknown>[] };
  expect(data[0]).toMatchObject({
    paymentId: body.paymentId,
    status: "cancelled",
    isTerminal: true,
    isRefunded: false,
  });
});

describe("a point of sale's key", () => {
  test("reaches only its own merchant, which it need not name", async () => {
    const apiKey = await createKeyFor(server(), "pos");
    const added = await server().call({
      path: "/v1/merchants",
      headers: { "idempotency-key": "another merchant" },
      body: { merchantName: "Another", merchantEmail: "m@example.com" },
    });
    const other = { merchantId: added.body.merchant.id };
    await server().sql("update merchants set status = 'active' where id = $1", [other.merchantId]);
    const theirs = await server().call({
      path: "/v1/payments",
      headers: { "merchant-id": other.merchantId },
      body: BODY,
    });
    expect(theirs.status).toBe(201);
    const as = (merchantId: string | null) => ({ "api-key": apiKey, "merchant-id": merchantId });
    const outcome = async (path: string, merchantId: string | null, body?: object) => {
      const answer = await server().call({ path, headers: as(merchantId), ...(body && { body }) });
      return [answer.status, answer.body.code];
    };
    expect(await outcome("/v1/payments", null, BODY)).toEqual([201, undefined]);
    expect(await outcome("/v1/merchants/payments", null)).toEqual([200, undefined]);
    expect(await outcome("/v1/payments", other.merchantId, BODY)).toEqual([404, "merchant_not_found"]);
    expect(await outcome("/v1/merchants/payments", other.merchantId)).toEqual([404, "merchant_not_found"]);
    for (const merchantId of [null, other.merchantId]) {
      const path = `/v1/payments/${theirs.body.paymentId}`;
      expect(await outcome(`${path}/status`, merchantId)).toEqual([404, "payment_not_found"]);
      expect(await outcome(`${path}/cancel`, merchantId, {})).toEqual([404, "payment_not_found"]);
    }
  });

  test("cannot sign in to the console", async () => {
    const path = "/console/api/session";
    const headers = { "api-key": null, "turnpike-console": "1", origin: server().baseUrl };
    const body = { apiKey: await createKeyFor(server(), "pos") };
    const answer = await server().call({ path, headers, body });
    expect([answer.status, answer.body.code]).toEqual([403, "forbidden"]);
  });
});

describe("a point of sale in a browser", () => {
  const preflight = (origin: string, path = "/merchant/payment") =>
    send(path, {
      method: "OPTIONS",
      headers: {
        origin,
        "access-control-request-method": "POST",
        "access-control-request-headers": "api-key,content-type,merchant-id",
      },
    });
  const allowed = ({ headers }: Response) => headers.get("access-control-allow-origin");

  test("of a listed origin passes the preflight and reads responses", async () => {
    const answer = await preflight(TILL);
    expect([answer.status, allowed(answer)]).toEqual([204, TILL]);
    expect(answer.headers.get("access-control-allow-headers")).toBe("api-key,content-type,merchant-id");
    expect(answer.headers.get("access-control-allow-credentials")).toBeNull();
    const created = await post("/merchant/payment", BODY, { origin: TILL });
    expect([created.status, allowed(created), created.headers.get("vary")]).toEqual([201, TILL, "Origin"]);
    const refused = await post("/merchant/payment", { ...BODY, amount: {} }, { origin: TILL });
    expect([refused.status, allowed(refused)]).toEqual([400, TILL]);
    const revoked = await post("/merchant/payment", BODY, { origin: TILL, "Api-Key": "revoked" });
    expect([revoked.status, allowed(revoked)]).toEqual([401, TILL]);
  });

  test("of another origin reads nothing", async () => {
    const answer = await preflight("https://evil.example");
    expect([answer.status, allowed(answer)]).toEqual([405, null]);
    const created = await post("/merchant/payment", BODY, { origin: "https://evil.example" });
    expect(allowed(created)).toBeNull();
  });

  test("with a key of another role reads nothing, nor other endpoints with its own", async () => {
    for (const key of [server().apiKey, server().readKey, server().walletKey]) {
      expect(allowed(await post("/merchant/payment", BODY, { origin: TILL, "Api-Key": key }))).toBeNull();
    }
    expect(allowed(await send("/payments", { headers: { ...(await headersOf()), origin: TILL } }))).toBeNull();
    expect((await preflight(TILL, "/refunds")).status).toBe(405);
  });
});
