// The operator's figures, from which alerts are raised, leave test payments out.
import { afterAll, beforeAll, expect, test } from "vitest";
import { testTwinOf } from "../../src/merchant/mode.ts";
import { createVitals } from "../../src/store/monitoring/vitals.ts";
import { type Listing, openListing } from "../lists/listing.ts";

const LIVE = "prtn_a";
const TEST = testTwinOf(LIVE);
const CHAIN = "eip155:1";
const TOKEN = `0x${"1".repeat(40)}`;
const [STUCK, OPEN_BATCH] = ["one that waits for a relayer", "one in a batch that is not mined"] as const;

let listing: Listing;

beforeAll(async () => {
  listing = await openListing();
  for (const partnerId of [LIVE, TEST]) await listing.books.addPartner(partnerId, [`mrch_of_${partnerId}`]);
});
afterAll(() => listing.close());

/** A payment of the partner that was confirmed an hour ago, with an exception, an endpoint that fails, and a batch. */
async function givenTrouble(partnerId: string): Promise<void> {
  const { books } = listing;
  for (const reference of [STUCK, OPEN_BATCH]) {
    const entry = {
      id: `pay_00${partnerId}${reference.length}`,
      partnerId,
      merchantId: `mrch_of_${partnerId}`,
      reference,
      currency: "USD",
      amount: 1n,
      createdMs: Date.now(),
      status: "requires_action" as const,
      asset: null,
      buyer: null,
    };
    await books.create(entry);
    await books.move(entry, "processing", { asset: `${CHAIN}/erc20:${TOKEN}`, buyer: `${CHAIN}:${TOKEN}` });
  }
  await books.sql(
    `with batch as (
       insert into relay_batches (chain, relayer, nonce, recipient, data, gas_limit, payments, created_at)
       select $2, '${TOKEN}', $3, '${TOKEN}', '', 1, 1, now() - interval '1 hour' returning id
     )
     update confirmations c
        set relay_state = case when p.reference_id = $4 then 'queued' else 'sent' end,
            confirmed_at = now() - interval '1 hour', deadline_s = extract(epoch from now()) - 7200,
            batch_id = case when p.reference_id <> $4 then (select id from batch) end
       from payments p where p.id = c.payment_id and p.partner_id = c.partner_id and c.partner_id = $1`,
    [partnerId, CHAIN, partnerId === LIVE ? 1 : 2, STUCK],
  );
  await books.sql(
    `insert into exceptions (id, partner_id, payment_id, kind, message)
     select 'exc_' || id, partner_id, id, 'late', 'too late' from payments where partner_id = $1 and reference_id = $2`,
    [partnerId, STUCK],
  );
  await books.sql(
    `insert into webhook_endpoints (id, partner_id, url, events, key_id, secret, tx, failing_since)
     values ('whe_' || $1, $1, 'https://shop.example', '{*}', 'first', '', 0, now() - interval '1 hour')`,
    [partnerId],
  );
}

async function figures() {
  const { chains, exceptions, webhooks } = await createVitals(listing.db).read([CHAIN]);
  const [chain] = chains;
  return {
    queues: chain?.queues.map(({ state, payments, overdue }) => [state, payments, overdue]).sort(),
    isUnmined: chain?.relayers.map(({ unminedS }) => unminedS !== null),
    exceptions: exceptions.get("late") ?? 0,
    failing: webhooks.failing,
  };
}

test("a test payment that is stuck, with all its trouble, changes no figure; a live one does", async () => {
  await listing.books.sql("insert into relayers (chain, address, next_nonce) values ($1, $2, 3)", [CHAIN, TOKEN]);
  await listing.books.sql(
    "insert into relayer_balances (chain, relayer, hour, balance, batch_cost, spent) values ($1, $2, now(), 1, 1, 0)",
    [CHAIN, TOKEN],
  );
  await givenTrouble(TEST);
  expect(await figures()).toEqual({ queues: [], isUnmined: [false], exceptions: 0, failing: 0 });
  await givenTrouble(LIVE);
  expect(await figures()).toEqual({
    queues: [
      ["queued", 1, 1],
      ["sent", 1, 1],
    ],
    isUnmined: [true],
    exceptions: 1,
    failing: 1,
  });
});
