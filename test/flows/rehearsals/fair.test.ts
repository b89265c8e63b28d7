// One partner's test payments do not keep the demo buyer from those of others, or from its own later ones.
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { asPartner } from "../../harness/server/as-partner.ts";
import type { TestServer } from "../../harness/server/server.ts";
import type { WireBody } from "../../routes/setup.ts";
import { heard, type Rehearsing, rehearse, startRehearsing } from "./rehearsing.ts";

const WAIT_MS = 60_000;
vi.setConfig({ testTimeout: 2 * WAIT_MS });

/** More than a worker handles at once. */
const MANY = 60;
/** Smallest units of USD; the first is more than the demo buyer holds. */
const [TOO_MUCH, LITTLE] = ["999999900", "100"];

let scene: Rehearsing;
beforeAll(async () => {
  scene = await startRehearsing();
});
afterAll(() => scene.stop());

async function createMany(shop: TestServer, value: string): Promise<void> {
  const expiresAt = Math.floor(Date.now() / 1_000) + 3_600;
  const body = { amount: { unit: "iso4217/USD", value }, referenceId: "test:late", expiresAt };
  const made = await Promise.all(
    Array.from({ length: MANY }, () => shop.call<WireBody>({ path: "/v1/payments", body })),
  );
  expect(made.map(({ status }) => status)).toEqual(made.map(() => 201));
}

const isPerformed = (shop: TestServer, paymentId: string) =>
  expect.poll(() => heard(shop, paymentId), { timeout: WAIT_MS }).toEqual(["payment.created", "payment.failed"]);

test("payments that the demo buyer cannot afford", async () => {
  const { live, shop } = scene;
  await createMany(shop, TOO_MUCH);
  const other = asPartner(live, await live.newTestOwner((await live.newOwner()).partnerId));
  await isPerformed(other, await rehearse(other, "declined"));
  await isPerformed(shop, await rehearse(shop, "declined"));
});

test("payments whose expiry the demo buyer waits for", async () => {
  const { live, shop } = scene;
  await createMany(shop, LITTLE);
  await expect
    .poll(() => live.sql("select count(*)::integer as waiting from rehearsals where ended_at is null"), {
      timeout: WAIT_MS,
    })
    .toEqual([{ waiting: MANY }]);
  await isPerformed(shop, await rehearse(shop, "declined"));
});

test("many at once get a nonce each, so that a block can have all of them", async () => {
  const { live, shop } = scene;
  await live.sql(`create table replaced (payment_id text);
    create function note_replaced() returns trigger language plpgsql as
      $$ begin insert into replaced values (new.payment_id); return new; end $$;
    create trigger note_replaced before update on rehearsal_transactions
      for each row execute function note_replaced()`);
  const made = await Promise.all(Array.from({ length: 12 }, () => rehearse(shop, "underpaid")));
  await expect
    .poll(() => live.sql("select from rehearsals where payment_id = any($1) and ended_at is not null", [made]), {
      timeout: WAIT_MS,
    })
    .toHaveLength(made.length);
  expect(await live.sql("select * from replaced")).toEqual([]);
});
