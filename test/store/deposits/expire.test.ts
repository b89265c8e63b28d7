// A payment with a deposit that may still pay it does not expire, and one whose deposit is gone for good fails.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Block } from "../../../src/operations/ports/chain/chain-reader.ts";
import type { Option } from "../../../src/payment/option.ts";
import { openStore, type Store } from "../../../src/store/store.ts";
import { startServer, type TestServer } from "../../harness/server/server.ts";
import { advancing, block } from "../following/made-up-chain.ts";
import { CHAIN, forgetPayments } from "../relaying/queued.ts";
import { depositIn, forgetDeposits, type GivenDeposit, givenAddress } from "./given-deposits.ts";

const EXPIRES_AT_S = 10;
const DEPTH = 4;

let server: TestServer;
let store: Store;
beforeAll(async () => {
  server = await startServer({ role: null, bendsBooks: "its chain is made up" });
  const chains = [{ id: CHAIN, hasTreasury: false, takesLive: true, takesTest: true }];
  store = openStore({ url: server.databaseUrl, connectionsMax: 1, onError: () => {}, chains });
});
beforeEach(async () => {
  await forgetPayments(server);
  await forgetDeposits(server);
  await server.sql("delete from crypto_settlements");
  await advance(null, [block(1)]);
});
afterAll(async () => {
  await store.close();
  await server.stop();
});

const advance = advancing(() => server);

/** An address whose payment expires at block 10, and whose deposits need a depth of 4. */
async function addressBeforeExpiry(): Promise<Option> {
  const option = await givenAddress(server);
  await server.sql("update payments set expires_at = to_timestamp($1)", [EXPIRES_AT_S]);
  await server.sql("update deposit_addresses set required_depth = $1", [DEPTH]);
  return option;
}

/** Follows the chain to this block, which follows the first one. */
const followTo = (number: number) => advance(block(1), [block(number)]);

async function afterExpiring({ paymentId }: Option): Promise<string | undefined> {
  const wasExpired = await store.payments.apply(paymentId, { type: "expired" });
  const status = (await store.payments.findForBuyer(paymentId))?.status;
  expect(wasExpired).toBe(status === "expired");
  return status;
}

describe("a payment past its expiry", () => {
  test.each([
    [EXPIRES_AT_S - 1, "requires_action"],
    [EXPIRES_AT_S, "expired"],
  ])("waits until the chain of its address is followed past the expiry (%i: %s)", async (number, expected) => {
    const option = await addressBeforeExpiry();
    await followTo(number);
    expect(await afterExpiring(option)).toBe(expected);
  });

  const HALF: GivenDeposit = { amount: 5_000_000n };
  const LAST = block(EXPIRES_AT_S - 1);
  test.each<[string, Block, GivenDeposit, number, string]>([
    ["a part that is not at its depth", LAST, HALF, EXPIRES_AT_S + DEPTH - 3, "requires_action"],
    ["a part at its depth", LAST, HALF, EXPIRES_AT_S + DEPTH - 2, "expired"],
    ["a sender who is not screened", LAST, { ...HALF, isRefused: null }, 99, "requires_action"],
    ["dust", LAST, { amount: 9_999n, isRefused: null }, EXPIRES_AT_S, "expired"],
    ["a part in the block of the expiry", block(EXPIRES_AT_S), HALF, EXPIRES_AT_S, "expired"],
  ])("and %s", async (_, at, deposit, head, expected) => {
    const option = await addressBeforeExpiry();
    await depositIn(server, at, option, deposit);
    await followTo(head);
    expect(await afterExpiring(option)).toBe(expected);
  });

  test("that has a rate counts deposits before its end only", async () => {
    const option = await addressBeforeExpiry();
    await server.sql("update deposit_addresses set quote_expires_at_s = 5");
    await depositIn(server, block(5), option);
    await followTo(EXPIRES_AT_S);
    expect(await afterExpiring(option)).toBe("expired");
  });
});

describe("past the deadline", () => {
  async function confirmed(): Promise<Option> {
    const option = await addressBeforeExpiry();
    await server.sql("update deposit_addresses set deadline_s = 12");
    await depositIn(server, block(2), option);
    await advance(block(1), [block(2)]);
    return option;
  }
  const overdue = async () => (await store.unpaid.overduePayments(CHAIN, 10)).map(({ paymentId }) => paymentId);

  test("a deposit that is there is not given up", async () => {
    await confirmed();
    await advance(block(2), [block(99)]);
    expect(await overdue()).toEqual([]);
  });

  test("a deposit that a reorg took away is given up at its depth", async () => {
    const { paymentId } = await confirmed();
    await server.sql("update deposits set orphaned_at = now()");
    await advance(block(2), [block(12), block(12 + DEPTH - 2)]);
    expect(await overdue()).toEqual([]);
    await advance(block(12 + DEPTH - 2), [block(12 + DEPTH - 1)]);
    expect(await overdue()).toEqual([paymentId]);
  });
});

test("a chain with an address of an open payment is busy, until the payment ends or its deadline passes", async () => {
  const inFlight = async () => (await store.readPendingWork()).inFlight;
  expect(await inFlight()).toEqual([]);
  const { paymentId } = await givenAddress(server);
  expect(await inFlight()).toEqual([CHAIN]);
  await server.sql("update deposit_addresses set deadline_s = 12");
  expect(await inFlight()).toEqual([]);
  await server.sql("update deposit_addresses set deadline_s = 9999999999");
  await store.payments.apply(paymentId, { type: "cancelled", reason: "cancelled_by_user" });
  expect(await inFlight()).toEqual([]);
});

test("a router that the address of an open payment needs is in use, and its events are read later too", async () => {
  const { terms } = await givenAddress(server);
  expect(await store.routers.underWay()).toContainEqual({ chain: CHAIN, router: terms.router, payments: 1 });
  expect(await store.routers.everUsed(CHAIN)).toContain(terms.router);
});
