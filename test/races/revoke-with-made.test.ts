// What a key makes while everything that it made ends: each creation is either found and ended, or refused.
import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { newId, newPaymentId } from "../../src/ids.ts";
import { type Actor, ON_COMMAND_LINE } from "../../src/merchant/audit.ts";
import type { NewPayment } from "../../src/operations/ports/new-payment.ts";
import { paymentKey } from "../../src/payment/terms.ts";
import { type Database, openDatabase, type Queryable } from "../../src/store/database/database.ts";
import { createMadeStore } from "../../src/store/end-made.ts";
import { createLinkStore } from "../../src/store/payment-links/links.ts";
import { createOnePayment } from "../../src/store/payments/create-payments.ts";
import { createKeyStore } from "../../src/store/people/keys.ts";
import { createTillStore } from "../../src/store/people/tills.ts";
import { createUserStore } from "../../src/store/people/users.ts";
import { createEndpointStore } from "../../src/store/webhooks/endpoints.ts";
import { untilWaiting } from "../harness/database/lock-wait.ts";
import { signIn } from "../harness/server/console.ts";
import { keyIdOf } from "../harness/server/key-id.ts";
import { createKeyFor, type RouteServer, sharedServerForFile } from "../routes/setup.ts";

const server = sharedServerForFile("api");

const LIVE = `
  select (select count(*) from api_keys where partner_id = $1 and label = 'Minted' and revoked_at is null)::int as keys,
         (select count(*) from users where partner_id = $1 and removed_at is null)::int as users,
         (select count(*) from tills where partner_id = $1 and revoked_at is null)::int as tills,
         (select count(*) from payment_links where partner_id = $1 and deleted_at is null)::int as links,
         (select count(*) from webhook_endpoints where partner_id = $1)::int as endpoints,
         (select count(*) from payments where partner_id = $1 and status = 'requires_action')::int as payments,
         (select count(*) from crypto_settlements where partner_id = $1 and destination like '%eeee')::int as moved`;
const NONE = { keys: 0, users: 0, tills: 0, links: 0, endpoints: 0, payments: 0, moved: 0 };

test("nothing survives of creations that go on while the key and everything that it made ends", async () => {
  for (let round = 0; round < 5; round++) {
    const shop = (await server().asNewOwner()).at(server().baseUrl);
    const apiKey = await createKeyFor(shop, "partner");
    const keyId = await keyIdOf(shop, apiKey);
    const { merchantId } = shop;
    const headers = { "api-key": apiKey };
    const session = await signIn(shop, apiKey);
    const amount = { unit: "iso4217/USD", value: "500" };
    const makes = [
      () => session.call({ path: "/keys", headers, body: { role: "partner", label: "Minted" } }),
      () => session.call({ path: "/users", headers, body: { name: "Eve", role: "owner" } }),
      () => session.call({ path: "/tills", headers, body: { name: "Till", merchantId } }),
      () => shop.call({ path: "/v1/payment-links", headers, body: { amount } }),
      () => shop.call({ path: "/v1/webhook-endpoints", headers, body: { url: "https://thief.example/" } }),
      () => shop.call({ path: "/v1/payments", headers, body: { amount, referenceId: "r" } }),
      () => shop.call({ path: "/v1/payments", headers, body: { amount, referenceId: "r" } }),
    ];
    let isOver = false;
    let made = 0;
    const statuses = new Set<number>();
    let enough = () => {};
    const first = new Promise<void>((resolve) => {
      enough = resolve;
    });
    const making = makes.map(async (make) => {
      while (!isOver) {
        const { status } = await make();
        statuses.add(status);
        if (status === 201 && ++made === makes.length * 2) enough();
      }
    });
    await Promise.race([first, Promise.all(making)]);
    await shop.store.madeByKeys.end({ keyId, partnerId: null, since: null }, ON_COMMAND_LINE);
    isOver = true;
    await Promise.all(making);
    expect((await shop.sql(LIVE, [shop.partnerId]))[0]).toEqual(NONE);
    expect([...statuses].filter((status) => ![201, 401, 409, 429, 503].includes(status))).toEqual([]);
  }
});

type Make = (tx: Queryable, shop: RouteServer, by: Actor) => Promise<unknown>;

const HASH = () => randomBytes(32);
const MAKES: Readonly<Record<string, Make>> = {
  key: (tx, { partnerId }, by) =>
    createKeyStore(tx).insert({ partnerId, role: "read", hash: HASH(), prefix: "tp_read_late", label: "Minted" }, by),
  user: (tx, { partnerId }, by) =>
    createUserStore(tx).invite({ partnerId, role: "owner", merchantIds: null, name: "E", inviteHash: HASH() }, by),
  till: (tx, shop, by) =>
    createTillStore(tx).create({ ...shop, merchantIds: null }, { ...shop, name: "T", pairHash: HASH() }, by),
  link: (tx, shop, by) => createLinkStore(tx).insert({ ...shop, id: newId("paymentLink") }, LINK, by),
  endpoint: (tx, { partnerId }, by) =>
    createEndpointStore(tx).insert(partnerId, { ...ENDPOINT, id: newId("webhookEndpoint") }, by),
  payment: (tx, shop, by) => createOnePayment(tx, paymentOf(shop, by)),
};

const LINK = {
  amount: { currency: "USD", value: 100n },
  description: null,
  referencePattern: "{number}",
  usesMax: null,
  expiresAtS: null,
  fields: [],
  checkout: null,
  takesDeposits: true,
  isEnabled: true,
};
const ENDPOINT = {
  url: "https://thief.example/",
  format: "standard",
  events: ["*"],
  merchantIds: null,
  description: null,
  isEnabled: true,
  secret: { keyId: "k", content: Buffer.of(1) },
} as const;

function paymentOf({ partnerId, merchantId }: RouteServer, { actor }: Actor): NewPayment {
  const id = newPaymentId(null);
  return {
    id,
    partnerId,
    merchantId,
    referenceId: "late",
    amount: { currency: "USD", value: 1_000n },
    checkout: null,
    createdBy: { type: "server", id: actor },
    createdAtMs: Date.now(),
    expiresAtS: Math.floor(Date.now() / 1_000) + 900,
    paymentKey: paymentKey(id),
    feePolicyId: null,
  };
}

async function withThief(work: (shop: RouteServer, keyId: string, db: Database) => Promise<void>): Promise<void> {
  const shop = (await server().asNewOwner()).at(server().baseUrl);
  const apiKey = await createKeyFor(shop, "partner");
  const keyId = await keyIdOf(shop, apiKey);
  const db = openDatabase({ url: shop.databaseUrl, connectionsMax: 2, onError: () => {} });
  try {
    await work(shop, keyId, db);
  } finally {
    await db.close();
  }
}

test.each(Object.entries(MAKES))("a %s whose creation is not committed yet is awaited and ended", (_, make) =>
  withThief(async (shop, keyId, db) => {
    const place = { keyId, partnerId: null, since: null };
    const { ending } = await db.transaction(async (tx) => {
      await make(tx, shop, { actor: keyId, via: "api" });
      const ending = shop.store.madeByKeys.end(place, ON_COMMAND_LINE);
      await untilWaiting(shop, 1);
      return { ending };
    });
    await ending;
    expect((await shop.sql(LIVE, [shop.partnerId]))[0]).toEqual(NONE);
  }),
);

test.each(Object.entries(MAKES))("a %s whose creation begins before the end commits is refused", (_, make) =>
  withThief(async (shop, keyId, db) => {
    const place = { keyId, partnerId: null, since: null };
    const by = { actor: keyId, via: "api" } as const;
    const { late } = await db.transaction(async (tx) => {
      const madeByKeys = createMadeStore({ ...db, transaction: (work) => work(tx) });
      await madeByKeys.end(place, ON_COMMAND_LINE);
      const late = make(db, shop, by).then(
        () => "made",
        (error: Error) => error.name,
      );
      await Promise.race([late, untilWaiting(shop, 1)]);
      return { late };
    });
    expect(await late).not.toBe("made");
    await expect(make(db, shop, by)).rejects.toThrow();
    expect((await shop.sql(LIVE, [shop.partnerId]))[0]).toEqual(NONE);
  }),
);
