// Each fault on demand, from the test payment's creation to its end: the statuses, events and exceptions that a shop
// sees, made by the demo buyer's transactions.
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { givenLink, LinkVisitor } from "../../routes/payment-links/given-links.ts";
import { exceptionsOf, heard, type Rehearsing, rehearse, startRehearsing } from "./rehearsing.ts";

/** A payment that cannot be made fails a minute and the chain's grace after its confirm. */
const WAIT_MS = 120_000;
vi.setConfig({ testTimeout: WAIT_MS });

let scene: Rehearsing;
beforeAll(async () => {
  scene = await startRehearsing();
});
afterAll(() => scene.stop());

const until = async (paymentId: string, events: readonly string[]): Promise<void> => {
  await expect.poll(() => heard(scene.shop, paymentId), { timeout: WAIT_MS, interval: 500 }).toEqual(events);
};

const statusOf = async (paymentId: string): Promise<string> =>
  (await scene.shop.call<{ status: string }>({ path: `/v1/payments/${paymentId}` })).body.status;

/** Of the payment in each of its events, oldest first. */
async function failureCodes(paymentId: string): Promise<(string | null | undefined)[]> {
  const { body } = await scene.shop.call<{ data: { data: { payment: { failureCode?: string | null } } }[] }>({
    path: `/v1/events?paymentId=${paymentId}`,
  });
  return body.data.toReversed().map(({ data }) => data.payment.failureCode);
}

test("paid: the payment succeeds, without a wallet", async () => {
  const paymentId = await rehearse(scene.shop, "paid");
  await until(paymentId, ["payment.created", "payment.processing", "payment.succeeded"]);
  expect(await exceptionsOf(scene.shop, paymentId)).toEqual([]);
});

test("paid by a payment link: the demo buyer pays what is opened on it", async () => {
  const link = await givenLink(scene.shop, { referencePattern: "test:paid {number}" });
  const { paymentId } = await new LinkVisitor(scene.shop, link).pay();
  await until(paymentId ?? "", ["payment.created", "payment.processing", "payment.succeeded"]);
});

test("declined: a buyer that screening refuses", async () => {
  const paymentId = await rehearse(scene.shop, "declined");
  await until(paymentId, ["payment.created", "payment.failed"]);
  const { body } = await scene.shop.call({ path: `/v1/payments/${paymentId}` });
  expect(body).toMatchObject({ status: "failed", failureCode: "declined_user" });
  expect(await failureCodes(paymentId)).toEqual([undefined, "declined_user"]);
  expect(await exceptionsOf(scene.shop, paymentId)).toEqual([]);
});

test("insufficient: the buyer confirms, and its account is empty when it pays", async () => {
  const [paymentId, other] = await Promise.all([1, 2].map(() => rehearse(scene.shop, "insufficient")));
  if (!paymentId || !other) throw new Error("both are created");
  for (const each of [paymentId, other]) {
    await until(each, ["payment.created", "payment.processing", "payment.failed"]);
    expect(await failureCodes(each)).toEqual([undefined, undefined, null]);
  }
  const [sent] = await scene.live.sql<{ hash: `0x${string}` }>(
    "select '0x' || encode(hash, 'hex') as hash from rehearsal_transactions where payment_id = $1 and act = 3",
    [paymentId],
  );
  const receipt = await scene.live.client.getTransactionReceipt({ hash: sent?.hash ?? "0x" });
  expect(receipt.status).toBe("reverted");
});

test("underpaid: half of the amount arrives, and the payment expires", async () => {
  const paymentId = await rehearse(scene.shop, "underpaid");
  const events = ["payment.created", "exception.opened underpaid"];
  await until(paymentId, events);
  await scene.live.sql("update payments set expires_at = now() where id = $1", [paymentId]);
  await until(paymentId, [...events, "payment.expired"]);
  expect(await exceptionsOf(scene.shop, paymentId)).toEqual(["underpaid open 5000000"]);
});

test("a refund of a fault is left to the merchant, although it has the payment's reference", async () => {
  const paymentId = await rehearse(scene.shop, "twice");
  const events = ["payment.created", "payment.processing", "payment.succeeded", "exception.opened duplicate"];
  await until(paymentId, events);
  const path = `/v1/exceptions?paymentId=${paymentId}`;
  const { body } = await scene.shop.call<{ data: { id: string }[] }>({ path });
  const refund = await scene.shop.call({ path: "/v1/refunds", body: { paymentId, exceptionId: body.data[0]?.id } });
  expect(refund.status).toBe(201);
  // Payments are taken in the order of their creation, so this one is taken after the refund would have been.
  await until(await rehearse(scene.shop, "declined"), ["payment.created", "payment.failed"]);
  const taken = await scene.live.sql(
    "select r.fault from rehearsals r join refunds f on f.gateway_payment_id = r.payment_id",
  );
  expect(taken).toEqual([]);
  expect(await heard(scene.shop, paymentId)).not.toContain("exception.opened underpaid");
});

test("late: the amount arrives after the payment has expired", async () => {
  const paymentId = await rehearse(scene.shop, "late", 5);
  await until(paymentId, ["payment.created", "payment.expired", "exception.opened late"]);
  expect(await exceptionsOf(scene.shop, paymentId)).toEqual(["late open 10000000"]);
});

test("twice: the payment succeeds, and the amount arrives again", async () => {
  const paymentId = await rehearse(scene.shop, "twice");
  const events = ["payment.created", "payment.processing", "payment.succeeded", "exception.opened duplicate"];
  await until(paymentId, events);
  expect(await exceptionsOf(scene.shop, paymentId)).toEqual(["duplicate open 10000000"]);
});

test("slow: the payment is in processing for half a minute, and succeeds", async () => {
  const paymentId = await rehearse(scene.shop, "slow");
  await expect.poll(() => statusOf(paymentId), { timeout: WAIT_MS }).toBe("processing");
  const startedMs = performance.now();
  await until(paymentId, ["payment.created", "payment.processing", "payment.succeeded"]);
  expect(performance.now() - startedMs).toBeGreaterThan(20_000);
});

test("reorganised: the payment succeeds, a reorg removes its transfer, and the transfer comes back", async () => {
  const paymentId = await rehearse(scene.shop, "reorganised");
  await until(paymentId, [
    "payment.created",
    "payment.processing",
    "payment.succeeded",
    "exception.opened reorged",
    "exception.resolved reorged",
  ]);
  expect(await statusOf(paymentId)).toBe("succeeded");
  expect(await exceptionsOf(scene.shop, paymentId)).toEqual(["reorged resolved 10000000"]);
});
