import pg from "pg";
import { hexToBytes } from "viem";
import { beforeAll, describe, expect, test } from "vitest";
import { untilWaiting } from "../../../harness/database/lock-wait.ts";
import { serverForFile } from "../../setup.ts";
import { givenPaid, type PaidPayment, payBack, payBackAtOnce, refund } from "../given-refunds.ts";

const server = serverForFile();
let paid: PaidPayment;
beforeAll(async () => {
  paid = await givenPaid(server());
});

const details = async (paymentId: string) => (await server().call({ path: `/v1/payments/${paymentId}` })).body;

test("marks a succeeded payment and keeps its status", async () => {
  const before = await details(paid.paymentId);
  const { status, body } = await refund(server(), { paymentId: paid.paymentId });
  expect([status, body]).toEqual([200, { paymentId: paid.paymentId }]);
  expect(await details(paid.paymentId)).toEqual({
    ...before,
    status: "succeeded",
    isRefunded: true,
    refundedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
  });
  const events = await server().sql("select type, status, data from payment_events where payment_id = $1", [
    paid.paymentId,
  ]);
  expect(events.at(-1)).toEqual({ type: "refunded", status: "succeeded", data: {} });
});

test("looks up and shows the refund's transaction", async () => {
  const { paymentId, buyer, token, amount } = await givenPaid(server());
  const txHash = await payBack(server(), token, buyer.address, amount);
  const { status } = await refund(server(), { paymentId, txHash: `0x${txHash.slice(2).toUpperCase()}` });
  expect(status).toBe(200);
  const { refundedAt, refundTxHash } = await details(paymentId);
  expect([refundedAt, refundTxHash]).toEqual([expect.any(String), txHash]);
  const { body: listed } = await server().call<{ data: { paymentId: string }[] }>({ path: "/v1/payments" });
  expect(listed.data.find((item) => item.paymentId === paymentId)).toMatchObject({ refundedAt, refundTxHash });
  const [event] = await server().sql("select data from payment_events where payment_id = $1 and type = 'refunded'", [
    paymentId,
  ]);
  expect(event).toEqual({ data: { txHash } });
});

test("accepts a partial refund, and a null txHash", async () => {
  const part = await givenPaid(server());
  const txHash = await payBack(server(), part.token, part.buyer.address, 1n);
  expect((await refund(server(), { paymentId: part.paymentId, txHash })).status).toBe(200);
  const { paymentId } = await givenPaid(server());
  expect((await refund(server(), { paymentId, txHash: null })).status).toBe(200);
});

test("without Merchant-Id, and with unknown fields", async () => {
  const { paymentId } = await givenPaid(server());
  const { status } = await refund(server(), { paymentId, note: "x" }, { "merchant-id": null });
  expect(status).toBe(200);
});

test("for a merchant deleted since", async () => {
  const { paymentId } = await givenPaid(server());
  await server().sql("update merchants set deleted_at = now() where id = $1", [server().merchantId]);
  const { status } = await refund(server(), { paymentId });
  await server().sql("update merchants set deleted_at = null where id = $1", [server().merchantId]);
  expect(status).toBe(200);
});

test("a repeat with the same Idempotency-Key gets the first response without another look-up", async () => {
  const { paymentId, buyer, token, amount } = await givenPaid(server());
  const txHash = await payBack(server(), token, buyer.address, amount);
  const key = { "idempotency-key": "refund 1" };
  const first = await refund(server(), { paymentId, txHash }, key);
  // A second look-up would find the transaction already used.
  const second = await refund(server(), { txHash, paymentId }, key);
  expect([second.status, second.body]).toEqual([200, first.body]);
  expect(second.headers.get("idempotent-replayed")).toBe("true");
});

describe("one transaction refunds several payments of a buyer", () => {
  const DOUBLE = { amount: { unit: "iso4217/USD", value: "200" } };

  test.each([
    ["smaller first", (amounts: [bigint, bigint]) => amounts],
    ["larger first", ([smaller, larger]: [bigint, bigint]) => [larger, smaller]],
  ])("whichever is marked first, with the %s in the transaction", async (_, inOrder) => {
    for (const isLargerFirst of [true, false]) {
      const smaller = await givenPaid(server());
      const { buyer, token, amount } = smaller;
      const larger = await givenPaid(server(), buyer, DOUBLE);
      const txHash = await payBackAtOnce(server(), token, buyer.address, inOrder([amount, larger.amount]));
      for (const { paymentId } of isLargerFirst ? [larger, smaller] : [smaller, larger]) {
        expect((await refund(server(), { paymentId, txHash })).status).toBe(200);
      }
    }
  });

  test("also if another request takes the same transfer at the same time", async () => {
    const first = await givenPaid(server());
    const { buyer, token, amount } = first;
    const second = await givenPaid(server(), buyer);
    const txHash = await payBackAtOnce(server(), token, buyer.address, [amount, amount]);
    const { logs } = await server().client.getTransactionReceipt({ hash: txHash });
    const other = new pg.Client({ connectionString: server().databaseUrl });
    await other.connect();
    await other.query("begin");
    await other.query(
      "insert into refund_transfers (payment_id, partner_id, chain, tx_hash, log_index) values ($1, $2, $3, $4, $5)",
      [...[first.paymentId, server().partnerId, server().caip2, hexToBytes(txHash), logs[0]?.logIndex]],
    );
    const waiting = refund(server(), { paymentId: second.paymentId, txHash });
    await untilWaiting(server(), 1);
    await other.query("commit");
    await other.end();
    expect((await waiting).status).toBe(200);
    const used = await server().sql("select log_index from refund_transfers where tx_hash = $1 order by log_index", [
      hexToBytes(txHash),
    ]);
    expect(used).toEqual(logs.map(({ logIndex }) => ({ log_index: logIndex })));
  });
});
