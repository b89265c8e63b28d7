// The data of bench:lists fits the current schema, and lists read it like any other payments.
import pg from "pg";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { letArrive } from "../../bench/lists/arrivals.ts";
import { ASSETS, generate, PARTNER } from "../../bench/lists/generate.ts";
import { type PaymentFilter, UNFILTERED } from "../../src/payment/lists/list.ts";
import { openStore, type Store } from "../../src/store/store.ts";
import { type FreshDatabase, freshDatabase } from "../harness/database/postgres.ts";

const PAYMENTS = 2_000;

let database: FreshDatabase;
let store: Store;

beforeAll(async () => {
  database = await freshDatabase({ template: inject("templateDatabase") });
  await generate(database.databaseUrl, PAYMENTS);
  store = openStore({ url: database.databaseUrl, connectionsMax: 2, onError: () => {} });
});
afterAll(async () => {
  await store.close();
  await database.drop();
});

test("all indexes are valid, those of partitions too", async () => {
  const client = new pg.Client({ connectionString: database.databaseUrl });
  await client.connect();
  const { rows } = await client.query("select indexrelid::regclass from pg_index where not indisvalid");
  await client.end();
  expect(rows).toEqual([]);
});

test("all payments are listed, and each token has some of them", async () => {
  const ofPartner = { ...UNFILTERED, partnerId: PARTNER, merchantIds: null };
  const all = await store.lists.page(ofPartner, { by: "date", direction: "desc" }, null, 10);
  expect(all.statistics.payments).toBe(BigInt(PAYMENTS));
  expect(all.statistics.customers).toBeGreaterThan(0n);
  for (const asset of ASSETS) {
    const { statistics } = await store.lists.page(
      { ...ofPartner, assets: [asset] },
      { by: "date", direction: "desc" },
      null,
      10,
    );
    expect(statistics.payments).toBeGreaterThan(0n);
  }
});

test("payments that arrive are listed, and paid after a while", async () => {
  const paid = { ...UNFILTERED, partnerId: PARTNER, merchantIds: null, statuses: ["succeeded" as const] };
  const count = async (filter: PaymentFilter) =>
    (await store.lists.page(filter, { by: "date", direction: "desc" }, null, 1)).statistics.payments;
  const before = await count(paid);
  const projecting = openStore({ url: database.databaseUrl, connectionsMax: 2, onError: () => {} });
  const arrivals = letArrive(database.databaseUrl, projecting, 200);
  let arrived = 0;
  try {
    await expect.poll(() => count(paid)).toBeGreaterThan(before + 50n);
  } finally {
    arrived = await arrivals.stop();
    await projecting.close();
  }
  expect(await count({ ...paid, statuses: null })).toBe(BigInt(PAYMENTS + arrived));
});
