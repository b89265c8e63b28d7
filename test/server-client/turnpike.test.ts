// The library for a partner's back end against the real server, directly and through an unreliable proxy.
import { afterAll, beforeAll, expect, test } from "vitest";
import { ApiError, createTurnpike, type TurnpikeOptions } from "../../src/server-client/index.ts";
import { type FlakyProxy, startFlakyProxy } from "../client/flaky-proxy.ts";
import { givenException } from "../routes/payments/list-exceptions/exceptions.ts";
import { sharedServerForFile } from "../routes/setup.ts";

const server = sharedServerForFile();
let proxy: FlakyProxy;
beforeAll(async () => {
  proxy = await startFlakyProxy(server().baseUrl);
});
afterAll(() => proxy.stop());

function open(changes: Partial<TurnpikeOptions> = {}) {
  const waitsMs: number[] = [];
  const wait = async (ms: number) => void waitsMs.push(ms);
  const { apiKey, merchantId } = server();
  return { turnpike: createTurnpike({ baseUrl: proxy.baseUrl, apiKey, merchantId, wait, ...changes }), waitsMs };
}

const ORDER = { amount: { unit: "iso4217/USD", value: "1250" }, referenceId: "order 4711" };

test("a create that is limited, fails and is still running elsewhere is one payment, after the times asked for", async () => {
  const { turnpike, waitsMs } = open();
  const body = (code: string) => JSON.stringify({ code, message: "Wait", requestId: "r" });
  proxy.seen.length = 0;
  proxy.next({ status: 429, body: body("rate_limited"), headers: { "retry-after": "2" } });
  proxy.next({ status: 503, body: body("internal_error"), headers: { "retry-after": "1" } });
  proxy.next({ status: 409, body: body("idempotency_conflict"), headers: { "retry-after": "1" } });
  const { paymentId } = await turnpike.payments.create({ ...ORDER, referenceId: "retried" });
  expect(await server().sql("select id from payments where reference_id = 'retried'")).toEqual([{ id: paymentId }]);
  expect(waitsMs).toEqual([2_000, 1_000, 1_000]);
});

test("a conflict without Retry-After, and a limit of minutes, are not retried", async () => {
  const { turnpike, waitsMs } = open();
  await turnpike.payments.create(ORDER, { idempotencyKey: "k" });
  const conflict = turnpike.payments.create({ ...ORDER, referenceId: "other" }, { idempotencyKey: "k" });
  await expect(conflict).rejects.toMatchObject({ status: 409, code: "idempotency_conflict" });
  const body = JSON.stringify({ code: "rate_limited", message: "Wait", requestId: "r" });
  proxy.next({ status: 429, body, headers: { "retry-after": "120" } });
  const limited = turnpike.payments.create(ORDER);
  await expect(limited).rejects.toMatchObject({ status: 429, retryAfterS: 120 });
  await expect(limited).rejects.toBeInstanceOf(ApiError);
  expect(waitsMs).toEqual([]);
});

test("a deposit address is the same after lost responses, and the details show it", async () => {
  const { turnpike } = open();
  const { paymentId } = await turnpike.payments.create(ORDER);
  const asset = `${server().caip2}/erc20:${server().deployment.usdc}`;
  proxy.next({ status: 503, body: "{}" });
  const given = await turnpike.payments.deposit(paymentId, { asset });
  expect(await turnpike.payments.deposit(paymentId, { asset })).toEqual(given);
  expect((await turnpike.payments.get(paymentId)).deposits).toMatchObject([{ asset, address: given.address }]);
  const closed = await turnpike.payments.create({ ...ORDER, deposit: false });
  await expect(turnpike.payments.deposit(closed.paymentId, { asset })).rejects.toMatchObject({ status: 400 });
});

test("a month of the books is a text, and a refusal is an ApiError", async () => {
  const { turnpike } = open();
  proxy.next({ status: 503, body: "{}" });
  expect(await turnpike.books.export({ month: "2026-01", locale: "de" })).toMatch(/^\uFEFF?Datum \(UTC\);Art;/);
  await expect(turnpike.books.export({ month: "2026-13" })).rejects.toMatchObject({ issues: [{ field: "month" }] });
  expect(await turnpike.books.closedMonths()).toEqual([]);
});

test("lists are async iterators over all pages", async () => {
  const { turnpike } = open();
  for (const referenceId of ["page 1", "page 2", "page 3"]) await turnpike.payments.create({ ...ORDER, referenceId });
  const found = [];
  for await (const { referenceId } of turnpike.payments.list({ referenceId: "page", limit: 2 }))
    found.push(referenceId);
  expect(found).toEqual(["page 3", "page 2", "page 1"]);
  const exceptions = [];
  for await (const exception of turnpike.exceptions.list({ limit: 1 })) exceptions.push(exception);
  expect(exceptions).toEqual([]);
});

test("an exception is marked as handled, also after a lost response; another note is refused", async () => {
  const { turnpike } = open();
  const { paymentId } = await turnpike.payments.create({ ...ORDER, referenceId: "exception" });
  const { id } = await givenException(server(), { paymentId });
  proxy.next({ status: 503, body: "{}" });
  const resolution = { type: "note", note: "Sent back by hand" };
  expect(await turnpike.exceptions.resolve(id, "Sent back by hand")).toMatchObject({ status: "resolved", resolution });
  const found = [];
  for await (const exception of turnpike.exceptions.list({ paymentId, status: "open" })) found.push(exception);
  expect(found).toEqual([]);
  await expect(turnpike.exceptions.resolve(id, "Kept")).rejects.toMatchObject({ status: 400, code: "invalid_state" });
});

test("a refund with exceptionId alone is a refund, and no mark", async () => {
  const { turnpike } = open();
  const { paymentId } = await turnpike.payments.create({ ...ORDER, referenceId: "paid late" });
  const { id } = await givenException(server(), { paymentId, kind: "late" });
  const { address } = await server().newBuyer(0n);
  await server().sql("update exceptions set sender = $2 where id = $1", [id, address]);
  const refund = await turnpike.refunds.create({ paymentId, exceptionId: id });
  expect(refund).toMatchObject({ exceptionId: id, status: "requires_action", to: `${server().caip2}:${address}` });
});

test("a payment link is created, changed, listed and deleted", async () => {
  const { turnpike } = open();
  const { id } = await turnpike.paymentLinks.create({ amount: { unit: "iso4217/USD", min: "100", max: "200" } });
  expect(await turnpike.paymentLinks.update(id, { enabled: false })).toMatchObject({ status: "disabled" });
  expect(await turnpike.paymentLinks.get(id)).toMatchObject({ id, merchantId: server().merchantId });
  const listed = [];
  for await (const link of turnpike.paymentLinks.list()) listed.push(link.id);
  expect(listed).toEqual([id]);
  expect(await turnpike.paymentLinks.delete(id)).toEqual({ id, deleted: true });
});
