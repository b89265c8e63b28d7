// The partner client against the real server, directly and through an unreliable proxy.
import { readdirSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ApiError, createPartnerClient, NoAnswerError, type PartnerClientOptions } from "../../src/client/index.ts";
import { givenSucceededPayment } from "../routes/given.ts";
import { rowsOf, sharedServerForFile } from "../routes/setup.ts";
import { type FlakyProxy, startFlakyProxy } from "./flaky-proxy.ts";

const server = sharedServerForFile();
let proxy: FlakyProxy;
beforeAll(async () => {
  proxy = await startFlakyProxy(server().baseUrl);
});
afterAll(() => proxy.stop());

const clientOf = (changes: Partial<PartnerClientOptions> = {}) =>
  createPartnerClient({
    baseUrl: server().baseUrl,
    apiKey: server().apiKey,
    merchantId: server().merchantId,
    ...changes,
  });

/** Through the proxy; waits between attempts are recorded instead of waited for. */
function flakyClient(changes: Partial<PartnerClientOptions> = {}) {
  const waitsMs: number[] = [];
  const wait = async (ms: number) => {
    waitsMs.push(ms);
  };
  proxy.seen.length = 0;
  return { client: clientOf({ baseUrl: proxy.baseUrl, wait, ...changes }), waitsMs };
}

const ORDER = { amount: { unit: "iso4217/USD", value: "1250" }, referenceId: "order 4711" };

const refusal = async (call: Promise<unknown>): Promise<ApiError> => {
  const error = await call.catch((thrown: unknown) => thrown);
  if (!(error instanceof ApiError)) throw new Error(`no ApiError: ${error}`);
  return error;
};

async function all<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const found: Item[] = [];
  for await (const item of items) found.push(item);
  return found;
}

test("creates, lists, changes and deletes merchants", async () => {
  const { merchants } = clientOf();
  const names = ["Alpha", "Beta", "Gamma"];
  for (const name of names) await merchants.create({ merchantName: `Paged ${name}`, merchantEmail: "a@shop.example" });
  const found = await all(merchants.list({ search: "paged", limit: 2 }));
  expect(found.map(({ name }) => name)).toEqual(["Paged Gamma", "Paged Beta", "Paged Alpha"]);
  expect((await merchants.listPage({ search: "paged", limit: 2 })).totalCount).toBe(3);
  const id = found[0]?.id ?? "";
  expect((await merchants.update(id, { merchantName: "Delta" })).merchant).toMatchObject({ id, name: "Delta" });
  expect(await merchants.delete(id)).toEqual({ id, deleted: true });
  expect((await refusal(merchants.get(id))).code).toBe("not_found");
});

test("creates, lists, changes and deletes settlement destinations", async () => {
  const { merchants } = clientOf();
  const { merchant } = await merchants.create({ merchantName: "Corner Shop", merchantEmail: "owner@shop.example" });
  const asset = `${server().caip2}/erc20:${server().deployment.usdc}`;
  const destination = `${server().caip2}:${server().destination}`;
  const { settlements } = await merchants.settlements.create(merchant.id, [{ asset, destination }]);
  const read = await merchants.get(merchant.id);
  expect(read.merchant).toMatchObject({ ...merchant, settlements: { crypto: settlements } });
  const id = settlements[0]?.id ?? "";
  const changed = { destination: `${server().caip2}:${server().feeReceiver}` };
  expect(await merchants.settlements.change(merchant.id, id, changed)).toMatchObject({ id, ...changed });
  expect(await merchants.settlements.delete(merchant.id, id)).toEqual({ id, deleted: true });
  expect(await merchants.settlements.list(merchant.id)).toEqual({ fiat: [], crypto: [] });
});

test("lists every match page by page, with statistics of all", async () => {
  const { payments } = clientOf();
  const made: string[] = [];
  for (let index = 0; index < 5; index++) {
    made.unshift((await payments.create({ ...ORDER, referenceId: `paged ${index}` })).paymentId);
  }
  const filter = { referenceId: "paged", status: ["requires_action" as const, "succeeded" as const], limit: 2 };
  const found = await all(payments.list(filter));
  expect(found.map(({ paymentId }) => paymentId)).toEqual(made);
  const first = await payments.listPage(filter);
  expect([first.data.length, first.stats.totalTransactions]).toEqual([2, 5]);
  const rest = await all(payments.list({ ...filter, cursor: first.nextCursor ?? "" }));
  expect(rest.map(({ paymentId }) => paymentId)).toEqual(made.slice(2));
});

test("marks a payment as refunded, once", async () => {
  const { payments } = clientOf();
  const paymentId = await givenSucceededPayment(server());
  expect(await payments.refund(paymentId, { idempotencyKey: "refund" })).toEqual({ paymentId });
  expect(await payments.refund(paymentId, { idempotencyKey: "refund" })).toEqual({ paymentId });
  expect(await refusal(payments.refund(paymentId))).toMatchObject({ status: 409, code: "already_refunded" });
});

test("creates, reads, watches and cancels a payment", async () => {
  const { payments } = clientOf({ baseUrl: `${server().baseUrl}/` });
  const { paymentId } = await payments.create(ORDER);
  expect(await payments.get(paymentId)).toMatchObject({ referenceId: ORDER.referenceId, status: "requires_action" });
  const held = payments.status(paymentId, { maxPollMs: 20_000 });
  expect(await payments.cancel(paymentId)).toMatchObject({ paymentId, cancelledReason: "cancelled_by_merchant" });
  expect(await held).toMatchObject({ isFinal: true, status: "cancelled" });
  expect(await payments.status(paymentId, { maxPollMs: 2 ** 40 })).toMatchObject({ status: "cancelled" });
});

test("a call's merchant overrides the client's", async () => {
  const { payments } = clientOf({ merchantId: "mrch_unknown" });
  expect(await payments.create(ORDER, { merchantId: server().merchantId })).toHaveProperty("paymentId");
  expect((await refusal(payments.create(ORDER))).code).toBe("merchant_not_found");
});

test("the version it names applies", async () => {
  const error = await refusal(clientOf({ version: "2020-01-01" }).payments.get("pay_1"));
  expect(error.code).toBe("unknown_api_version");
});

test("an error has the server's status, code, issues and request id", async () => {
  const error = await refusal(clientOf().payments.create({ ...ORDER, amount: { unit: "iso4217/USD", value: "0" } }));
  expect(error).toMatchObject({
    name: "ApiError",
    status: 400,
    code: "params_validation",
    issues: [{ field: "amount.value", message: expect.any(String) }],
    requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
  });
});

test.each(["lose the request", "lose the answer", "cut the answer", "a proxy's 502", { status: 503 }] as const)(
  "%j three times: the fourth attempt succeeds, and one payment is made",
  async (fault) => {
    const { client, waitsMs } = flakyClient();
    const before = await rowsOf(server(), "payments");
    proxy.next(fault, fault, fault);
    const { paymentId } = await client.payments.create(ORDER);
    expect(await rowsOf(server(), "payments")).toBe(before + 1);
    expect(await clientOf().payments.get(paymentId)).toMatchObject({ status: "requires_action" });
    const keys = proxy.seen.map(({ key }) => key);
    expect(keys).toHaveLength(4);
    expect(new Set(keys).size).toBe(1);
    expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/);
    for (const [index, backoffMs] of [100, 200, 400].entries()) {
      expect(waitsMs[index]).toBeGreaterThanOrEqual(backoffMs);
      expect(waitsMs[index]).toBeLessThan(2 * backoffMs);
    }
  },
);

test("a response lost every time is reported, and repeating the call with the same key finds the payment", async () => {
  const { client } = flakyClient();
  const before = await rowsOf(server(), "payments");
  proxy.next("lose the answer", "lose the answer", "lose the answer", "lose the answer");
  const call = () => client.payments.create(ORDER, { idempotencyKey: "order-4711" });
  const error = await call().catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(NoAnswerError);
  expect(proxy.seen).toHaveLength(4);
  expect(await call()).toHaveProperty("paymentId");
  expect(await rowsOf(server(), "payments")).toBe(before + 1);
});

test("after 5xx every time, the last response becomes the error", async () => {
  const { client } = flakyClient({ retries: 1 });
  proxy.next({ status: 503 }, "a proxy's 502");
  expect(await refusal(client.payments.create(ORDER))).toMatchObject({ status: 502, code: "unknown", issues: [] });
  expect(proxy.seen).toHaveLength(2);
});

test.each([400, 401, 403, 404, 409, 410, 422, 429, 451])("%i is not repeated", async (status) => {
  const { client, waitsMs } = flakyClient();
  const body = JSON.stringify({ code: "invalid_params", message: "No", requestId: "r" });
  proxy.next({ status, body, headers: { "retry-after": "1" } });
  const error = await refusal(client.payments.create(ORDER));
  expect(error).toMatchObject({ status, code: "invalid_params", message: "No", requestId: "r", retryAfterS: 1 });
  expect([proxy.seen.length, waitsMs]).toEqual([1, []]);
});

test("Retry-After is respected, up to a limit", async () => {
  const { client, waitsMs } = flakyClient();
  proxy.next({ status: 503, headers: { "retry-after": "2" } });
  expect(await client.payments.create(ORDER)).toHaveProperty("paymentId");
  expect(waitsMs).toEqual([2000]);
  proxy.next({ status: 503, headers: { "retry-after": "3600" } });
  expect(await refusal(client.payments.create(ORDER))).toMatchObject({ status: 503, retryAfterS: 3600 });
});

test("each write has its own key, and a read has none", async () => {
  const { client } = flakyClient();
  const { paymentId } = await client.payments.create(ORDER);
  await client.payments.get(paymentId);
  await client.payments.cancel(paymentId);
  const [created, read, cancelled] = proxy.seen.map(({ key }) => key);
  expect(read).toBeUndefined();
  expect(new Set([created, cancelled, undefined]).size).toBe(3);
});

test("a redirect is not followed: the key is for this server only", async () => {
  const { client } = flakyClient({ retries: 0 });
  proxy.next({ status: 307, headers: { location: `${proxy.baseUrl}/v1/elsewhere` } });
  await expect(client.payments.create(ORDER)).rejects.toBeInstanceOf(NoAnswerError);
  expect(proxy.seen).toHaveLength(1);
});

test("the caller's signal ends a held call without a retry", async () => {
  const { client } = flakyClient();
  const { paymentId } = await client.payments.create(ORDER);
  const controller = new AbortController();
  const held = client.payments.status(paymentId, { maxPollMs: 60_000, signal: controller.signal });
  controller.abort(new Error("enough"));
  await expect(held).rejects.toThrow("enough");
  expect(proxy.seen.filter(({ call }) => call.includes("/status")).length).toBeLessThanOrEqual(1);
});

test("it imports only types from the server", () => {
  const folder = resolve(import.meta.dirname, "../../src/client");
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".ts"));
  expect(files.length).toBeGreaterThan(20);
  for (const file of files) {
    const path = resolve(folder, file);
    const imports = readFileSync(path, "utf8").match(/^(import|export) [^;]*? from "[^"]+";/gms) ?? [];
    for (const line of imports) {
      const [, from = ""] = /from "([^"]+)"/.exec(line) ?? [];
      const isOwn = from.startsWith(".") && resolve(path, "..", from).startsWith(`${folder}/`);
      if (!isOwn && !from.startsWith("@noble/hashes/")) expect(line).toMatch(/^(import|export) type/);
    }
  }
});
