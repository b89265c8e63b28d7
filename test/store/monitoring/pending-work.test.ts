// A single query tells the workers whether a chain has anything in flight, and when the next payment expires.
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { openStore, type Store } from "../../../src/store/store.ts";
import { startServer, type TestServer } from "../../harness/server/server.ts";
import { CHAIN, forgetPayments, openPayment, queuedPayment } from "../relaying/queued.ts";

let server: TestServer;
let store: Store;
beforeAll(async () => {
  server = await startServer({ role: null });
  const chains = [CHAIN, "eip155:2"].map((id) => ({ id, hasTreasury: false, takesLive: true, takesTest: true }));
  store = openStore({ url: server.databaseUrl, connectionsMax: 1, onError: () => {}, chains });
});
beforeEach(() => forgetPayments(server));
afterAll(async () => {
  await store.close();
  await server.stop();
});

const inFlight = async () => (await store.readPendingWork()).inFlight;

test("nothing is in flight without payments, and no payment expires", async () => {
  const nothing = { inFlight: [], awaited: [], nextExpiryMs: null };
  expect(await store.readPendingWork()).toMatchObject(nothing);
});

test("an open payment is not in flight; its expiry is known, and awaited on the chains that may have paid it", async () => {
  const { paymentId } = await openPayment(server);
  const open = await store.readPendingWork();
  expect(open).toMatchObject({ inFlight: [], awaited: [], hasUnlisted: true });
  expect(open.nextExpiryMs).toBeGreaterThan(290_000);
  await server.sql("update payments set expires_at = now() - interval '1 s' where id = $1", [paymentId]);
  expect(await store.readPendingWork()).toMatchObject({ inFlight: [], awaited: [CHAIN], nextExpiryMs: 0 });
});

test("no event is pending after a projection", async () => {
  await openPayment(server);
  while (await store.lists.projectSome());
  expect((await store.readPendingWork()).hasUnlisted).toBe(false);
});

test("a confirmed payment is in flight, unless the search for its use is put off", async () => {
  const { paymentId } = await queuedPayment(server);
  expect(await inFlight()).toEqual([CHAIN]);
  await store.unpaid.searchLater(paymentId);
  expect(await inFlight()).toEqual([]);
});

test("a handed-out transaction is in flight for 15 minutes, until its payment ends", async () => {
  const option = { ...(await openPayment(server)), method: "native" as const };
  const intent = { option, termsHash: `0x${"01".repeat(32)}` as const, requiredDepth: 1, needsData: false };
  await store.intents.remember(option.paymentId, server.partnerId, intent);
  expect(await inFlight()).toEqual([CHAIN]);
  await server.sql("update intents set created_at = now() - interval '16 min'");
  expect(await inFlight()).toEqual([]);
  await server.sql("update intents set created_at = now()");
  await store.payments.apply(option.paymentId, { type: "cancelled", reason: "cancelled_by_user" });
  expect(await inFlight()).toEqual([]);
});

test("an unmined batch is in flight", async () => {
  await store.relay.registerRelayer(CHAIN, server.destination, 0n);
  expect(await inFlight()).toEqual([]);
  await server.sql(
    `insert into relay_batches (chain, relayer, nonce, recipient, data, gas_limit, payments)
     values ($1, $2, 0, $2, '', 21000, 1)`,
    [CHAIN, server.destination],
  );
  expect(await inFlight()).toEqual([CHAIN]);
});
