// Statements without a response, because a firewall has dropped their connections, do not delay others of their kind.
import { createHash } from "node:crypto";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { newPaymentId } from "../../../src/ids.ts";
import { paymentKey } from "../../../src/payment/terms.ts";
import { type Database, openDatabase } from "../../../src/store/database/database.ts";
import { createPaymentCreator } from "../../../src/store/payments/create-payments.ts";
import { type FreshDatabase, freshDatabase } from "../../harness/database/postgres.ts";
import { startTcpForwarder, type TcpForwarder } from "../../harness/server/tcp-forwarder.ts";
import { query } from "../../local/query.ts";

const IN_FLIGHT_MAX = 2;
const OTHERS = 20;

let database: FreshDatabase;
let forwarder: TcpForwarder;
let db: Database;
beforeAll(async () => {
  database = await freshDatabase({ template: inject("templateDatabase") });
  const through = new URL(database.databaseUrl);
  forwarder = await startTcpForwarder(Number(through.port));
  through.port = String(forwarder.port);
  db = openDatabase({ url: through.href, connectionsMax: 10, onError: () => {} });
  await db.query({ text: "insert into partners (id, name, version) values ('prtn_a', 'A', '2026-02-18')" });
  await db.query({ text: "insert into merchants (id, partner_id, name) values ('mrch_a', 'prtn_a', 'A')" });
});
afterAll(async () => {
  await forwarder.close();
  await db.close();
  await database.drop();
});

test("creations go on over other connections, each once, while those of two statements get no response", async () => {
  const create = createPaymentCreator(db);
  let unanswered = 0;
  const createOne = (key: string) => {
    const id = newPaymentId(null);
    const payment = {
      ...{ id, partnerId: "prtn_a", merchantId: "mrch_a", referenceId: key, checkout: null, feePolicyId: null },
      amount: { currency: "USD", value: 100n },
      createdBy: { type: "server", id: null } as const,
      createdAtMs: Date.now(),
      expiresAtS: Math.floor(Date.now() / 1_000) + 300,
      paymentKey: paymentKey(id),
    };
    const fingerprint = createHash("sha256").update(key).digest();
    return create(payment, { scope: "POST /v1/payments", key, fingerprint, answer: { status: 201, body: { id } } });
  };
  // Opens both connections, which are then idle; no others are open.
  await Promise.all(Array.from({ length: IN_FLIGHT_MAX }, () => db.query({ text: "select pg_sleep(0.05)" })));
  expect(db.usage()).toMatchObject({ open: IN_FLIGHT_MAX, inUse: 0 });
  const end = forwarder.silence();
  const lost = [];
  for (let statement = 1; statement <= IN_FLIGHT_MAX; statement++) {
    unanswered += 1;
    const creation = createOne(`lost ${statement}`);
    lost.push(creation.catch(() => "lost").finally(() => (unanswered -= 1)));
    await expect.poll(() => db.usage().inUse).toBe(statement);
  }
  const others = Array.from({ length: OTHERS }, (_, i) => createOne(`other ${i}`));
  for (const { type } of await Promise.all(others)) expect(type).toBe("created");
  expect(unanswered).toBe(IN_FLIGHT_MAX);
  const again = createOne("lost 1"); // it waits, because the outcome of the first creation is unknown
  let isCreated = false;
  void again.then(() => (isCreated = true));
  await createOne("another one");
  expect([unanswered, isCreated]).toEqual([IN_FLIGHT_MAX, false]);
  end();
  expect(await Promise.all(lost)).toEqual(["lost", "lost"]);
  expect(await again).toMatchObject({ type: "created" });
  const stored = "select count(*)::integer as payments, count(distinct reference_id)::integer as keys from payments";
  expect(await query(database.databaseUrl, stored)).toEqual([{ payments: OTHERS + 2, keys: OTHERS + 2 }]);
});
