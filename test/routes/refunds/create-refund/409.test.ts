import { expect, test } from "vitest";
import { givenSent } from "../../payments/list-exceptions/exceptions.ts";
import { rowsOf, sharedServerForFile } from "../../setup.ts";
import { givenPaid, refund } from "../given-refunds.ts";

const server = sharedServerForFile();

test("a payment already refunded; with a key, the response is stored", async () => {
  const { paymentId } = await givenPaid(server());
  await refund(server(), { paymentId });
  const again = await refund(server(), { paymentId });
  expect([again.status, again.body.code]).toEqual([409, "already_refunded"]);
  const key = { "idempotency-key": "late" };
  const stored = await refund(server(), { paymentId }, key);
  const replayed = await refund(server(), { paymentId }, key);
  expect([stored.status, replayed.status, replayed.body]).toEqual([409, 409, stored.body]);
  expect(replayed.headers.get("idempotent-replayed")).toBe("true");
});

test("one of fifty concurrent requests marks it", async () => {
  const { paymentId } = await givenPaid(server());
  const [refunds, events] = [await rowsOf(server(), "refund_marks"), await rowsOf(server(), "payment_events")];
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, index) =>
      refund(server(), { paymentId }, { "idempotency-key": index % 2 ? `key ${index}` : null }),
    ),
  );
  const statuses = answers.map(({ status }) => status).sort();
  expect(statuses).toEqual([200, ...Array.from({ length: 49 }, () => 409)]);
  expect(await rowsOf(server(), "refund_marks")).toBe(refunds + 1);
  expect(await rowsOf(server(), "payment_events")).toBe(events + 1);
});

test("the same key for another refund", async () => {
  const [first, second] = [await givenPaid(server()), await givenPaid(server())];
  const key = { "idempotency-key": "one" };
  await refund(server(), { paymentId: first.paymentId }, key);
  const { paymentId } = second;
  // The key is checked before the chain is asked for the transaction.
  for (const others of [{ paymentId }, { paymentId, txHash: `0x${"0".repeat(64)}` }]) {
    const { status, body } = await refund(server(), others, key);
    expect([status, body.code]).toEqual([409, "idempotency_conflict"]);
  }
});

test("a mark beside a refund, and a refund after a mark", async () => {
  const { paymentId } = await givenPaid(server());
  const part = { paymentId, amount: { unit: "iso4217/USD", value: "1" } };
  expect((await refund(server(), part)).status).toBe(201);
  const mark = await refund(server(), { paymentId });
  expect([mark.status, mark.body.code]).toEqual([409, "already_refunded"]);
  const marked = await givenPaid(server());
  await refund(server(), { paymentId: marked.paymentId });
  const late = await refund(server(), { ...part, paymentId: marked.paymentId });
  expect([late.status, late.body.code]).toEqual([409, "already_refunded"]);
});

test("of marks and refunds of everything at once, one counts", async () => {
  const { paymentId } = await givenPaid(server());
  const answers = await Promise.all(
    Array.from({ length: 30 }, (_, index) => refund(server(), { paymentId, ...(index % 2 && { reason: "x" }) })),
  );
  const statuses = answers.map(({ status }) => status).filter((status) => status !== 409);
  expect([[200], [201]]).toContainEqual(statuses);
});

test("of an exception's money, one refund is open at a time", async () => {
  const { paymentId } = await givenPaid(server());
  const { id } = await givenSent(server(), "duplicate", paymentId);
  const answers = await Promise.all(Array.from({ length: 10 }, () => refund(server(), { paymentId, exceptionId: id })));
  expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(9).fill(409)]);
  const refused = answers.filter(({ status }) => status === 409);
  expect(new Set(refused.map(({ body }) => body.code))).toEqual(new Set(["already_refunded"]));
  expect((await refund(server(), { paymentId, reason: "Of what was paid" })).status).toBe(201);
});
