// Payments and revenue over time: created, paid, and the empty buckets between.
import { expect, test } from "vitest";
import type { Volume } from "../../../../src/contract/console/records.ts";
import { confirm, signPayment, untilFinal } from "../../../harness/chain/wallet.ts";
import { signIn } from "../../../harness/server/console.ts";
import { givenPayment, givenSucceededPayment } from "../../given.ts";
import { givenRefund } from "../../refunds/given-refunds.ts";
import { serverForFile } from "../../setup.ts";

const server = serverForFile();
/** Has no workers, so that nothing is projected before the test has set its time. */
const idle = serverForFile({ role: "api" });

const dated = (paymentId: string, at: string) =>
  idle().sql("update payments set created_at = $2 where id = $1", [paymentId, at]);

test("by day in a time zone, for the partner and for one merchant", async () => {
  const session = await signIn(idle(), idle().readKey);
  await dated(await givenPayment(idle()), "2026-03-28T22:59:59Z");
  await dated(await givenPayment(idle()), "2026-03-28T23:00:00Z");
  await dated(await givenPayment(idle(), { amount: { unit: "iso4217/JPY", value: "5" } }), "2026-03-29T21:59:00Z");
  const query = "from=2026-03-28T12:00:00Z&to=2026-03-30T12:00:00Z&bucket=day&timeZone=Europe/Berlin";
  const { status, body } = await session.call<Volume>({ path: `/volume?${query}` });
  expect(status).toBe(200);
  const expected = {
    buckets: [
      { startsAt: "2026-03-27T23:00:00.000Z", created: 1, succeeded: 0, revenue: [], refunded: [] },
      { startsAt: "2026-03-28T23:00:00.000Z", created: 2, succeeded: 0, revenue: [], refunded: [] },
      { startsAt: "2026-03-29T22:00:00.000Z", created: 0, succeeded: 0, revenue: [], refunded: [] },
    ],
  };
  expect(body).toEqual(expected);
  const ofMerchant = await session.call<Volume>({ path: `/volume?${query}&merchantId=${idle().merchantId}` });
  expect(ofMerchant.body).toEqual(expected);
  const ofNone = await session.call<Volume>({ path: `/volume?${query}&merchantId=mrch_unknown` });
  expect(ofNone.body.buckets.map(({ created }) => created)).toEqual([0, 0, 0]);
});

test("a payment counts as soon as it is created, and again as soon as it is paid", async () => {
  const session = await signIn(server());
  const now = async () => {
    const from = new Date(Date.now() - 3_600_000).toISOString();
    const to = new Date(Date.now() + 3_600_000).toISOString();
    const { body } = await session.call<Volume>({ path: `/volume?from=${from}&to=${to}&bucket=hour` });
    const sum = (name: "created" | "succeeded") => body.buckets.reduce((total, bucket) => total + bucket[name], 0);
    return [sum("created"), sum("succeeded"), body.buckets.flatMap(({ revenue }) => revenue)];
  };
  expect(await now()).toEqual([0, 0, []]);
  await givenPayment(server());
  expect(await now()).toEqual([1, 0, []]);
  await givenSucceededPayment(server());
  expect(await now()).toEqual([2, 1, [{ currency: "USD", value: "100", display: "1.00 USD" }]]);
});

test("what was refunded counts when it went back, for the partner and for one merchant: refunds and marks", async () => {
  const session = await signIn(server());
  const from = new Date(Date.now() - 3_600_000).toISOString();
  const to = new Date(Date.now() + 3_600_000).toISOString();
  const refunded = async (merchantId = "") => {
    const query = `from=${from}&to=${to}&bucket=hour${merchantId && `&merchantId=${merchantId}`}`;
    const { body } = await session.call<Volume>({ path: `/volume?${query}` });
    return body.buckets.flatMap((bucket) => bucket.refunded);
  };
  const refund = await givenRefund(server(), { amount: { unit: "iso4217/USD", value: "40" } });
  const place = server() as unknown as Parameters<typeof signPayment>[0];
  expect(await refunded()).toEqual([]);
  await confirm(place, await signPayment(place, refund.gatewayPaymentId, await server().newBuyer()));
  await untilFinal(place, refund.gatewayPaymentId);
  expect(await refunded()).toEqual([{ currency: "USD", value: "40", display: "0.40 USD" }]);
  await server().call({ path: "/v1/refunds", body: { paymentId: await givenSucceededPayment(server()) } });
  const all = [{ currency: "USD", value: "140", display: "1.40 USD" }];
  expect([await refunded(), await refunded(server().merchantId)]).toEqual([all, all]);
  expect(await refunded("mrch_unknown")).toEqual([]);
});
