import { expect, test } from "vitest";
import { bucketOf } from "../../../../src/ids.ts";
import { untilEventsAreComplete } from "../../../webhooks/transaction.ts";
import { paymentBody } from "../../given.ts";
import { rowsOf, serverForFile } from "../../setup.ts";

const server = serverForFile();
const create = (body: object, headers = {}) => server().call({ path: "/v1/payments", body, headers });

test("returns the documented fields, payable for five minutes", async () => {
  const beforeS = Math.floor(Date.now() / 1000);
  const { status, body, headers } = await create(paymentBody());
  expect(status).toBe(201);
  expect(body).toEqual({
    paymentId: expect.stringMatching(/^pay_[0-9a-z]{32}$/),
    status: "requires_action",
    isFinal: false,
    expiresAt: expect.any(Number),
    gatewayUrl: `${server().baseUrl.replace("127.0.0.1", "localhost")}/${body.paymentId}`,
    x402Url: `${server().baseUrl.replace("127.0.0.1", "localhost")}/x402/${body.paymentId}`,
    pollInMs: 1000,
    livemode: true,
  });
  expect(body.expiresAt - beforeS).toBeGreaterThanOrEqual(300);
  expect(body.expiresAt - beforeS).toBeLessThanOrEqual(302);
  expect(headers.get("content-type")).toBe("application/json; charset=utf-8");
  expect(headers.get("pay-version")).toBe("2026-02-18");
  expect(headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
});

test("accepts every documented field", async () => {
  const expiresAt = Math.floor(Date.now() / 1000) + 3600;
  const display = { assetSymbol: "USD", assetName: "US Dollar", decimals: 2 };
  const { status, body } = await create(
    paymentBody({
      amount: { unit: "iso4217/JPY", value: "5000", display },
      checkout: { successUrl: "https://shop.example/ok?a=1", errorUrl: "http://localhost:3000/no" },
      expiresAt,
    }),
  );
  expect(status).toBe(201);
  expect(body.expiresAt).toBe(expiresAt);
  const [row] = await server().sql("select currency, amount, success_url, error_url from payments where id = $1", [
    body.paymentId,
  ]);
  expect(row).toMatchObject({ currency: "JPY", amount: "5000", error_url: "http://localhost:3000/no" });
});

test("accepts null for optional fields", async () => {
  expect((await create(paymentBody({ checkout: null, expiresAt: null }))).status).toBe(201);
});

test("accepts the longest amount and reference", async () => {
  const longest = { amount: { unit: "iso4217/USD", value: "9".repeat(18) }, referenceId: "😀".repeat(256) };
  expect((await create(longest)).status).toBe(201);
});

test("the same key and body, in any field order, is the same payment", async () => {
  const headers = { "idempotency-key": "retry-1" };
  const first = await create({ amount: { unit: "iso4217/USD", value: "100" }, referenceId: "r" }, headers);
  const before = await rowsOf(server(), "payments");
  const second = await create({ referenceId: "r", amount: { value: "100", unit: "iso4217/USD" } }, headers);
  expect(second.status).toBe(201);
  expect(JSON.stringify(second.body)).toBe(JSON.stringify(first.body));
  expect(first.headers.get("idempotent-replayed")).toBeNull();
  expect(second.headers.get("idempotent-replayed")).toBe("true");
  expect(await rowsOf(server(), "payments")).toBe(before);
});

test("concurrent requests with one key create one payment and return the same response", async () => {
  const before = await rowsOf(server(), "payments");
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => create(paymentBody(), { "idempotency-key": "at-once" })),
  );
  expect(new Set(answers.map(({ body }) => body.paymentId)).size).toBe(1);
  expect(answers.filter(({ headers }) => headers.get("idempotent-replayed") === null)).toHaveLength(1);
  expect(await rowsOf(server(), "payments")).toBe(before + 1);
});

test("payments of one key end in the same two characters, in a batch and after the response is deleted", async () => {
  const keys = Array.from({ length: 60 }, (_, index) => `bucket-${index}`);
  const createAll = async (): Promise<string[]> => {
    const answers = await Promise.all(keys.map((key) => create(paymentBody(), { "idempotency-key": key })));
    return answers.map(({ body }) => String(body.paymentId));
  };
  const first = await createAll();
  expect(await createAll()).toEqual(first);
  await server().sql("delete from idempotent_answers where key like 'bucket-%'");
  const second = await createAll();
  expect(second.map(bucketOf)).toEqual(first.map(bucketOf));
  expect(new Set([...first, ...second]).size).toBe(120);
  expect(new Set(first.map(bucketOf)).size).toBeGreaterThan(40);
});

test("the same key of another merchant is another request", async () => {
  const owner = await server().newOwner();
  const headers = { "idempotency-key": "shared" };
  const mine = await create(paymentBody(), headers);
  const theirs = await create(paymentBody(), { ...headers, "api-key": owner.apiKey, "merchant-id": owner.merchantId });
  expect(theirs.body.paymentId).not.toBe(mine.body.paymentId);
});

test("a repeat succeeds even after the merchant is deleted", async () => {
  const owner = await server().newOwner();
  const headers = { "api-key": owner.apiKey, "merchant-id": owner.merchantId, "idempotency-key": "gone" };
  const first = await create(paymentBody(), headers);
  await server().sql("update merchants set deleted_at = now() where id = $1", [owner.merchantId]);
  const second = await create(paymentBody(), headers);
  expect([second.status, second.body]).toEqual([201, first.body]);
});

test("a description and line items are in the details, the lists and the event, within its 20 KB", async () => {
  const unit = "iso4217/USD";
  const described = {
    description: "\u{1f375}".repeat(500),
    lineItems: Array.from({ length: 20 }, (_, index) => ({
      name: "\u{1f375}".repeat(120),
      quantity: 1_000_000,
      amount: { unit, value: index === 0 ? "0" : "9".repeat(18) },
    })),
  };
  const referenceId = "\u{1f375}".repeat(256);
  const { status, body } = await create(paymentBody({ ...described, referenceId }));
  expect(status).toBe(201);
  const { paymentId } = body;
  expect((await server().call({ path: `/v1/payments/${paymentId}` })).body).toMatchObject(described);
  const listed = await server().call<{ data: object[] }>({ path: "/v1/payments?limit=1" });
  expect(listed.body.data[0]).toMatchObject({ paymentId, ...described });
  await untilEventsAreComplete(server());
  const events = await server().call<{ data: { data: { payment: object } }[] }>({
    path: `/v1/events?paymentId=${paymentId}`,
    headers: { "merchant-id": null },
  });
  expect(events.body.data[0]?.data.payment).toMatchObject({ paymentId, ...described });
  expect(Buffer.byteLength(JSON.stringify(events.body.data[0]))).toBeLessThan(20_000);
});
