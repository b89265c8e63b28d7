// Payments that are created and locked at once: both or neither, and each request has its own outcome.
import { hash } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newPaymentId } from "../../../src/ids.ts";
import { paymentKey } from "../../../src/payment/terms.ts";
import { startServer, type TestServer } from "../../harness/server/server.ts";
import { confirmationOf, openPayment, someAddress } from "../relaying/queued.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startServer({ role: null });
});
afterAll(() => server.stop());

const AMOUNT = 10_000_000n;

/** @param key of the request */
async function createLocked(key: string, payer: string, payerBalance: bigint) {
  const other = await openPayment(server, { payer: someAddress(payer) });
  const id = newPaymentId(null);
  const option = { ...other, paymentId: id, terms: { ...other.terms, key: paymentKey(id) } };
  const outcome = await server.store.payments.createLocked(
    {
      id,
      partnerId: server.partnerId,
      merchantId: server.merchantId,
      referenceId: key,
      amount: { currency: "USD", value: 1_000n },
      checkout: null,
      createdBy: { type: "server", id: null },
      createdAtMs: Date.now(),
      expiresAtS: Math.floor(Date.now() / 1000) + 300,
      paymentKey: paymentKey(id),
      feePolicyId: null,
    },
    { ...confirmationOf(option), payerBalance },
    { scope: "test", key, fingerprint: hash("sha256", key, "buffer"), answer: { status: 200, body: { key } } },
  );
  return { id, outcome, status: (await server.store.payments.findForBuyer(id))?.status ?? null };
}

test("many at once are created and locked", async () => {
  const all = await Promise.all(
    Array.from({ length: 30 }, (_, no) => createLocked(`many ${no}`, `many ${no}`, AMOUNT)),
  );
  for (const { outcome, status } of all)
    expect([outcome, status]).toEqual([{ type: "created", isLocked: true }, "processing"]);
});

test("of one payer's, those that the balance does not cover stay open", async () => {
  const all = await Promise.all([1, 2, 3].map((no) => createLocked(`poor ${no}`, "poor", 2n * AMOUNT)));
  expect(all.map(({ status }) => status).sort()).toEqual(["processing", "processing", "requires_action"]);
  for (const { outcome, status } of all)
    expect(outcome).toEqual({ type: "created", isLocked: status === "processing" });
});

test("a key that is taken creates and locks nothing, and returns the first response", async () => {
  await createLocked("taken", "first", AMOUNT);
  const { outcome, status } = await createLocked("taken", "second", AMOUNT);
  expect([outcome, status]).toEqual([{ type: "replayed", answer: { status: 200, body: { key: "taken" } } }, null]);
  expect(await server.sql("select from confirmations where payer = $1", [someAddress("second")])).toEqual([]);
});
