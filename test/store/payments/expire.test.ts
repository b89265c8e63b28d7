// Expiry waits for the chains that a payment may have been paid on, until their blocks up to the expiry have been read.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { PayableChain } from "../../../src/store/payments/expire.ts";
import { openStore, type Store } from "../../../src/store/store.ts";
import { asPartner } from "../../harness/server/as-partner.ts";
import { startServer, type TestServer } from "../../harness/server/server.ts";
import { block } from "../following/made-up-chain.ts";
import { CHAIN, forgetPayments, openPayment, someAddress } from "../relaying/queued.ts";

const OTHER_CHAIN = "eip155:777";
const EXPIRES_AT_S = 1_000;

let server: TestServer;
const stores: Store[] = [];
beforeAll(async () => {
  server = await startServer({ role: null });
});
beforeEach(() => forgetPayments(server));
afterAll(async () => {
  await Promise.all(stores.map((store) => store.close()));
  await server.stop();
});

/** The store of a service with these chains. */
function storeOf(...chains: PayableChain[]): Store {
  const store = openStore({ url: server.databaseUrl, connectionsMax: 1, onError: () => {}, chains });
  stores.push(store);
  return store;
}

const followedTo = (chain: string, timeS: number) =>
  server.sql("insert into chain_blocks (chain, number, hash, parent_hash, time_s) values ($1, $2, '', '', $2)", [
    chain,
    timeS,
  ]);

/** A due payment of the server's merchant, who has destinations on CHAIN only. */
async function duePayment(of: TestServer = server): Promise<string> {
  const { paymentId } = await openPayment(of);
  await server.sql("update payments set expires_at = to_timestamp($2) where id = $1", [paymentId, EXPIRES_AT_S]);
  return paymentId;
}

const statusOf = async (paymentId: string) => (await server.store.payments.findForBuyer(paymentId))?.status;

/** The payment's status after a read and after the sweep. */
async function afterExpiring(store: Store, paymentId: string) {
  const wasExpired = await store.payments.apply(paymentId, { type: "expired" });
  const status = await statusOf(paymentId);
  expect(wasExpired).toBe(status === "expired");
  await store.payments.expireDue();
  expect(await statusOf(paymentId)).toBe(status);
  return status;
}

const OTHER = { id: OTHER_CHAIN, takesLive: true, takesTest: true };
const NO_TREASURY = { id: CHAIN, hasTreasury: false, takesLive: true, takesTest: true };

describe("a payment past its expiry", () => {
  test.each([
    ["never followed", null, "requires_action"],
    ["followed to a block before the expiry", EXPIRES_AT_S - 1, "requires_action"],
    ["followed to a block at the expiry", EXPIRES_AT_S, "expired"],
  ])("whose merchant receives money on a chain %s", async (_, timeS, expected) => {
    if (timeS !== null) await followedTo(CHAIN, timeS);
    expect(await afterExpiring(storeOf(NO_TREASURY), await duePayment())).toBe(expected);
  });

  test.each([
    ["a chain where its merchant receives nothing", false, false, "expired"],
    ["a chain whose treasury receives the money", true, false, "requires_action"],
    ["a chain for which a buyer holds a transaction", false, true, "requires_action"],
  ])("and %s", async (_, hasTreasury, isHandedOut, expected) => {
    await followedTo(CHAIN, EXPIRES_AT_S);
    const paymentId = await duePayment();
    if (isHandedOut) await handOut(paymentId);
    expect(await afterExpiring(storeOf(NO_TREASURY, { ...OTHER, hasTreasury }), paymentId)).toBe(expected);
  });

  test.each([
    ["treasury", OTHER_CHAIN],
    ["merchant's destination", CHAIN],
  ])("waits only for chains that take its mode: %s", async (_, id) => {
    const twin = asPartner(server, await server.newTestOwner(server.partnerId));
    const outcome = async (of: TestServer, modes: Pick<PayableChain, "takesLive" | "takesTest">) =>
      afterExpiring(storeOf({ id, hasTreasury: id === OTHER_CHAIN, ...modes }), await duePayment(of));
    const [ofLive, ofTest] = [
      { takesLive: true, takesTest: false },
      { takesLive: false, takesTest: true },
    ];
    expect([await outcome(server, ofLive), await outcome(server, ofTest)]).toEqual(["requires_action", "expired"]);
    expect([await outcome(twin, ofLive), await outcome(twin, ofTest)]).toEqual(["expired", "requires_action"]);
  });

  test("does not wait for a chain that is no longer configured", async () => {
    await followedTo(CHAIN, 1);
    expect(await afterExpiring(storeOf(), await duePayment())).toBe("expired");
  });

  test("does not hide others behind more of them than a sweep checks", async () => {
    await followedTo(CHAIN, EXPIRES_AT_S - 1);
    const due = await duePayment();
    const store = storeOf(NO_TREASURY);
    await server.sql(
      `insert into payments (id, partner_id, merchant_id, reference_id, currency, amount, expires_at, payment_key)
       select 'pay_00waits' || n, $1, $2, 'order', 'USD', 1000, to_timestamp($3), sha256(n::text::bytea)
         from generate_series(1, 5001) n`,
      [server.partnerId, server.merchantId, EXPIRES_AT_S],
    );
    const { merchantId } = await server.newOwner();
    await server.sql(
      "update payments set expires_at = to_timestamp($2), merchant_id = m.id, partner_id = m.partner_id from merchants m where payments.id = $1 and m.id = $3",
      [due, EXPIRES_AT_S + 1, merchantId],
    );
    await server.sql("delete from crypto_settlements where merchant_id = $1", [merchantId]);
    const sweeps = [await store.payments.expireDue(), await store.payments.expireDue()];
    expect(sweeps).toEqual([{ hasMore: false }, { hasMore: false }]);
    expect(await statusOf(due)).toBe("expired");
  });

  test("does not keep others from expiring, and is reported with the chain that it waits for", async () => {
    const store = storeOf(NO_TREASURY);
    await followedTo(CHAIN, EXPIRES_AT_S);
    const [waiting, due] = [await duePayment(), await duePayment()];
    await server.sql("update payments set expires_at = to_timestamp($2) where id = $1", [waiting, EXPIRES_AT_S + 1]);
    expect(await store.payments.expireDue()).toEqual({ hasMore: false });
    expect([await statusOf(waiting), await statusOf(due)]).toEqual(["requires_action", "expired"]);
    expect(await store.payments.awaitedChains(60)).toEqual([{ chain: CHAIN, payments: 1, followedToS: EXPIRES_AT_S }]);
    await followedTo(CHAIN, EXPIRES_AT_S + 1);
    expect(await store.payments.awaitedChains(60)).toEqual([]);
  });
});

async function handOut(paymentId: string): Promise<void> {
  const option = await openPayment(server);
  const terms = { ...option.terms, chain: OTHER_CHAIN, payer: someAddress("buyer") };
  await server.store.intents.remember(paymentId, server.partnerId, {
    option: { ...option, paymentId, method: "native", terms },
    termsHash: block(1).hash,
    requiredDepth: 1,
    needsData: false,
  });
}
