// Stored buyer data: readable only with the key, moved to a new key, and deleted on expiry or erasure while the payment
// stays.
import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { rotateBuyerData, showBuyerData } from "../../src/operations/buyer-data/manage-buyer-data.ts";
import { type BuyerDataKeys, parseBuyerDataKeys, sealBuyerData } from "../../src/payment/buyer-data/buyer-data.ts";
import { SealedByUnknownKeyError } from "../../src/payment/sealed-text.ts";
import { createPayment } from "../harness/chain/wallet.ts";
import { startServer, type TestServer } from "../harness/server/server.ts";
import { ADA, askFrom, formOf, sendForm } from "./given.ts";

let server: TestServer;
let keys: BuyerDataKeys;
beforeAll(async () => {
  server = await startServer({ role: "api" });
  keys = keysOf(server.installation.environment.BUYER_DATA_KEYS ?? "");
  await askFrom(server, 1n);
});
afterAll(() => server.stop());

function keysOf(text: string): BuyerDataKeys {
  const parsed = parseBuyerDataKeys(text);
  if (!parsed) throw new Error("keys were expected");
  return parsed;
}

const NEW_KEY = { id: "second", key: randomBytes(32) };

async function givenData(
  values: Readonly<Record<string, string>> = ADA,
): Promise<{ paymentId: string; account: string }> {
  const paymentId = await createPayment(server);
  const { account } = await server.newBuyer();
  const { status } = await sendForm(server, await formOf(server, paymentId, account), values);
  expect(status).toBe(303);
  return { paymentId, account };
}

const auditOf = (paymentId: string) =>
  server.sql<{ actor: string; action: string; merchant_id: string; before: null; after: null }>(
    "select actor, action, merchant_id, before, after from audit_log where subject_id = $1 order by id",
    [paymentId],
  );

const rowsOf = (paymentId: string) => server.sql("select key_id from buyer_data where payment_id = $1", [paymentId]);

test("shows what was entered and records that it was shown", async () => {
  const { paymentId, account } = await givenData();
  expect(await showBuyerData(server.store, keys, paymentId)).toEqual([
    { account, collectedAt: expect.stringMatching(/^\d{4}-.*Z$/), fields: ADA },
  ]);
  const line = {
    actor: "operator",
    action: "buyer_data_shown",
    merchant_id: server.merchantId,
    before: null,
    after: null,
  };
  expect(await auditOf(paymentId)).toEqual([line]);
  await showBuyerData(server.store, keys, paymentId);
  expect(await auditOf(paymentId)).toEqual([line, line]);
  // The log of changed destinations is separate.
  expect((await server.store.settlements.log(server.merchantId))?.map(({ action }) => action)).not.toContain(
    line.action,
  );
});

test("shows and records nothing for a payment without data", async () => {
  const paymentId = await createPayment(server);
  expect(await showBuyerData(server.store, keys, paymentId)).toEqual([]);
  expect(await auditOf(paymentId)).toEqual([]);
});

test("a row moved to another payment does not open", async () => {
  const [{ paymentId }, other] = [await givenData(), await givenData({ ...ADA, fullName: "Somebody Else" })];
  await server.sql(
    `update buyer_data d set content = o.content from buyer_data o
      where d.payment_id = $1 and o.payment_id = $2 and d.field = 'fullName' and o.field = 'fullName'`,
    [paymentId, other.paymentId],
  );
  await expect(showBuyerData(server.store, keys, paymentId)).rejects.toThrow(
    /fullName stored for .* is not what the key/,
  );
  await server.store.buyerData.erase(paymentId);
});

test("a new first key takes everything over; the old one is needed only until then", async () => {
  const given = [await givenData(), await givenData()];
  const rotated: BuyerDataKeys = [NEW_KEY, ...keys];
  for (const { paymentId } of given) expect(await showBuyerData(server.store, rotated, paymentId)).toHaveLength(1);
  await expect(showBuyerData(server.store, [NEW_KEY], given[0]?.paymentId ?? "")).rejects.toThrow(
    SealedByUnknownKeyError,
  );
  await expect(rotateBuyerData(server.store, [NEW_KEY])).rejects.toThrow(SealedByUnknownKeyError);

  const [{ count }] = (await server.sql<{ count: number }>("select count(*)::integer as count from buyer_data")) as [
    { count: number },
  ];
  expect(await rotateBuyerData(server.store, rotated)).toBe(count);
  expect(await rotateBuyerData(server.store, rotated)).toBe(0);
  expect(await server.store.buyerData.keyIds()).toEqual([NEW_KEY.id]);
  for (const { paymentId } of given) {
    expect(await showBuyerData(server.store, [NEW_KEY], paymentId)).toMatchObject([{ fields: ADA }]);
  }
});

test("resealing takes several batches and does not restore data erased meanwhile", async () => {
  const { paymentId } = await givenData();
  await server.sql(
    `insert into buyer_data (payment_id, partner_id, account, field, key_id, content)
     select payment_id, partner_id, account || n, field, key_id, content from buyer_data, generate_series(1, 300) as n
      where payment_id = $1`,
    [paymentId],
  );
  const batch = await server.store.buyerData.sealedByOthers(NEW_KEY.id, 2_000);
  expect(batch).toHaveLength(5 * 301);
  await server.store.buyerData.erase(paymentId);
  await server.store.buyerData.reseal(batch.map((field) => ({ ...field, keyId: NEW_KEY.id, before: field.content })));
  expect(await rowsOf(paymentId)).toEqual([]);
  for (const _ of Array.from({ length: 120 })) await givenDataInStore();
  expect(await rotateBuyerData(server.store, [NEW_KEY, ...keys])).toBe(600);
});

/** Written like the form would, for one more account. */
async function givenDataInStore(): Promise<void> {
  const paymentId = await createPayment(server);
  const owner = { paymentId, account: `${server.caip2}:0x${"1".repeat(40)}` };
  const values = new Map(Object.entries(ADA) as [keyof typeof ADA, string][]);
  expect(await server.store.buyerData.addOnce({ owner, fields: sealBuyerData(keys, owner, values) })).toBe(true);
}

test("erasing deletes the data, is recorded without values and keeps the payment; a repeat erases 0", async () => {
  const { paymentId } = await givenData();
  expect(await server.store.buyerData.erase(paymentId)).toBe(5);
  expect(await rowsOf(paymentId)).toEqual([]);
  expect(await auditOf(paymentId)).toMatchObject([{ action: "buyer_data_erased", before: null, after: null }]);
  const events = await server.sql<{ type: string; data: object }>(
    "select type, status, data from payment_events where payment_id = $1 order by id",
    [paymentId],
  );
  expect(events.slice(1)).toEqual([
    { type: "buyer_data_collected", status: "requires_action", data: {} },
    { type: "buyer_data_erased", status: "requires_action", data: {} },
  ]);
  expect((await server.call<{ status: string }>({ path: `/v1/payments/${paymentId}` })).body.status).toBe(
    "requires_action",
  );
  expect(await server.store.buyerData.erase(paymentId)).toBe(0);
  expect(await auditOf(paymentId)).toHaveLength(1);
});

test("data is deleted when its retention ends, not a second before, and its payment stays", async () => {
  await server.sql("delete from buyer_data");
  const [old, young] = [await givenData(), await givenData()];
  const age = (paymentId: string, seconds: number) =>
    server.sql(
      "update buyer_data set created_at = now() - interval '30 days' + make_interval(secs => $2) where payment_id = $1",
      [paymentId, seconds],
    );
  await age(old.paymentId, -1);
  await age(young.paymentId, 60);
  expect(await server.store.buyerData.forgetOlderThan(30)).toEqual({ hasMore: false });
  expect([(await rowsOf(old.paymentId)).length, (await rowsOf(young.paymentId)).length]).toEqual([0, 5]);
  expect((await server.call({ path: `/v1/payments/${old.paymentId}` })).status).toBe(200);
});

test("data of a payment that ended without money is deleted after 30 days; with an exception it is kept", async () => {
  await server.sql("delete from buyer_data");
  const [open, recent, unpaid, late] = [await givenData(), await givenData(), await givenData(), await givenData()];
  for (const { paymentId } of [recent, unpaid, late]) {
    await server.call({ method: "POST", path: `/v1/payments/${paymentId}/cancel` });
  }
  await server.sql(
    "insert into exceptions (id, partner_id, payment_id, kind, message) values ('exc_1', $1, $2, 'late', 'late money')",
    [server.partnerId, late.paymentId],
  );
  const age = async (table: string, column: string, id: string, paymentIds: readonly string[]) =>
    server.sql(`update ${table} set ${column} = now() - interval '31 days' where ${id} = any($1)`, [paymentIds]);
  const ids = (...given: readonly { paymentId: string }[]) => given.map(({ paymentId }) => paymentId);
  await age("buyer_data", "created_at", "payment_id", ids(open, recent, unpaid, late));
  await age("payments", "last_updated_at", "id", ids(open, unpaid, late));
  expect(await server.store.buyerData.forgetUnpaid()).toEqual({ hasMore: false });
  const counts = await Promise.all(ids(open, recent, unpaid, late).map(async (id) => (await rowsOf(id)).length));
  expect(counts).toEqual([5, 5, 0, 5]);
  const kept = await server.sql("select distinct payment_id from buyer_data where is_kept");
  expect(kept).toEqual([{ payment_id: late.paymentId }]);
});

test("what an account entered is erased from all its payments, on every chain, and the log says so", async () => {
  const [first, second, other] = [await givenData(), await givenData(), await givenData()];
  const [, , address = ""] = first.account.split(":");
  await server.sql("update buyer_data set account = $2 where payment_id = $1", [
    second.paymentId,
    `eip155:1:${address}`,
  ]);
  expect(await server.store.buyerData.eraseAccount(address)).toEqual({ payments: 2, fields: 10 });
  const counts = await Promise.all(
    [first, second, other].map(async ({ paymentId }) => (await rowsOf(paymentId)).length),
  );
  expect(counts).toEqual([0, 0, 5]);
  expect((await auditOf(second.paymentId)).map(({ action }) => action)).toEqual(["buyer_data_erased"]);
  expect(await server.store.buyerData.eraseAccount(address)).toEqual({ payments: 0, fields: 0 });
});

test("buyer-data events do not block payment lists", async () => {
  const { paymentId } = await givenData();
  await server.store.buyerData.erase(paymentId);
  const { body } = await server.call<{ data: { paymentId: string }[] }>({ path: "/v1/payments?limit=1" });
  expect(body.data.map((item) => item.paymentId)).toEqual([paymentId]);
});
