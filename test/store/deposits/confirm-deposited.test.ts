// A payment is confirmed by the deposits that reach its amount in time, and its sweep queued.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Block } from "../../../src/operations/ports/chain/chain-reader.ts";
import type { Option } from "../../../src/payment/option.ts";
import { startServer, type TestServer } from "../../harness/server/server.ts";
import { advancing, block, paidIn } from "../following/made-up-chain.ts";
import { forgetPayments, openPayment, someAddress } from "../relaying/queued.ts";
import { depositIn, forgetDeposits, givenAddress } from "./given-deposits.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startServer({ role: null, bendsBooks: "its chain is made up" });
});
beforeEach(async () => {
  await forgetPayments(server);
  await forgetDeposits(server);
  await advance(null, [block(1)]);
});
afterAll(() => server.stop());

const advance = advancing(() => server);

/** A sweep's event. */
/** After the deposit in the same block. */
const sweptIn = (at: Block, option: Option, logIndex = 1) => ({
  ...paidIn(at, option, logIndex),
  method: "deposit" as const,
});

const statusOf = async ({ paymentId }: Option) => (await server.store.payments.findForBuyer(paymentId))?.status;

const confirmationsOf = ({ paymentId }: Option) =>
  server.sql("select method, asset, relay_state, required_depth from confirmations where payment_id = $1", [paymentId]);

const expiresAt = (option: Option, timeS: number) =>
  server.sql("update payments set expires_at = to_timestamp($2) where id = $1", [option.paymentId, timeS]);

describe("a deposit of the whole amount", () => {
  test("confirms its payment at the time of its block, and the sweep is queued", async () => {
    const option = await givenAddress(server);
    await depositIn(server, block(2), option);
    await advance(block(1), [block(2)]);
    expect(await statusOf(option)).toBe("processing");
    expect(await confirmationsOf(option)).toEqual([
      { method: "deposit", asset: option.asset, relay_state: "queued", required_depth: 1 },
    ]);
    await advance(block(2), [block(3)], [sweptIn(block(3), option)]);
    expect(await statusOf(option)).toBe("succeeded");
  });

  test("counts in the last block before the expiry, and not in the block of the expiry", async () => {
    const inTime = await givenAddress(server);
    const late = await givenAddress(server);
    for (const option of [inTime, late]) await expiresAt(option, 3);
    await depositIn(server, block(2), inTime);
    await advance(block(1), [block(2)]);
    await depositIn(server, block(3), late);
    await advance(block(2), [block(3)]);
    expect([await statusOf(inTime), await statusOf(late)]).toEqual(["processing", "requires_action"]);
  });

  test("that a stranger sweeps in the same block is credited, and no sweep is queued", async () => {
    const option = await givenAddress(server);
    await depositIn(server, block(2), option);
    await advance(block(1), [block(2)], [sweptIn(block(2), option)]);
    expect(await statusOf(option)).toBe("succeeded");
    expect(await confirmationsOf(option)).toMatchObject([{ relay_state: "closed" }]);
  });

  test("is swept once: a stranger's sweep takes it out of the queue until a reorg removes that", async () => {
    const option = await givenAddress(server);
    await depositIn(server, block(2), option);
    await advance(block(1), [block(2)]);
    await server.sql("update confirmations set required_depth = 3");
    await advance(block(2), [block(3)], [sweptIn(block(3), option)]);
    expect(await confirmationsOf(option)).toMatchObject([{ relay_state: "held" }]);
    // A single node may have invented it, so whether the money still lies there is checked.
    expect(await server.store.unpaid.heldPayments(option.terms.chain, 10)).toHaveLength(1);
    await server.store.ledger.rewrite(option.terms.chain, async (book) => {
      await book.forgetAbove(2n);
      await book.goBackTo(block(2));
    });
    expect(await server.store.unpaid.heldPayments(option.terms.chain, 10)).toMatchObject([
      { paymentId: option.paymentId, wasLeftOut: false },
    ]);
  });
});

test("a sweep is not credited by a deposit that came after it", async () => {
  const option = await givenAddress(server);
  await advance(block(1), [block(2)], [sweptIn(block(2), option, 0)]);
  await depositIn(server, block(3), option);
  await advance(block(2), [block(3), block(9)]);
  expect(await statusOf(option)).toBe("processing");
});

test("a sweep is not credited before its deposit is known", async () => {
  const option = await givenAddress(server);
  await depositIn(server, block(2), option);
  await advance(block(1), [block(2)]);
  await server.sql("update deposits set orphaned_at = now()");
  await advance(block(2), [block(3)], [sweptIn(block(3), option)]);
  expect(await statusOf(option)).toBe("processing");
  await server.sql("update deposits set orphaned_at = null");
  await advance(block(3), [block(4)]);
  expect(await statusOf(option)).toBe("succeeded");
});

describe("deposits that do not pay", () => {
  test("less than the amount leaves the payment open, until a second deposit completes it", async () => {
    const option = await givenAddress(server);
    await depositIn(server, block(2), option, { amount: 9_500_000n });
    await advance(block(1), [block(2)]);
    expect(await statusOf(option)).toBe("requires_action");
    await depositIn(server, block(3), option, { amount: 500_000n });
    await advance(block(2), [block(3)]);
    expect(await statusOf(option)).toBe("processing");
  });

  test("dust is not counted, and is looked at once", async () => {
    const option = await givenAddress(server);
    await depositIn(server, block(2), option, { amount: 9_990_001n });
    await depositIn(server, block(2), option, { amount: 9_999n, isRefused: null });
    await depositIn(server, block(2), option, { amount: 0n, isRefused: null });
    await advance(block(1), [block(2)]);
    expect(await statusOf(option)).toBe("requires_action");
    expect(await server.sql("select from deposits where is_new")).toEqual([]);
  });

  test("another token, and an orphaned deposit, are not counted", async () => {
    const option = await givenAddress(server);
    await depositIn(server, block(2), option, { token: someAddress("another token") });
    await depositIn(server, block(2), option);
    await server.sql("update deposits set orphaned_at = now() where token = $1", [option.terms.token]);
    await advance(block(1), [block(2)]);
    expect(await statusOf(option)).toBe("requires_action");
  });

  test("a deposit to an ended payment changes nothing", async () => {
    const option = await givenAddress(server);
    await server.store.payments.apply(option.paymentId, {
      type: "cancelled",
      reason: "cancelled_by_user",
    });
    await depositIn(server, block(2), option);
    await advance(block(1), [block(2)]);
    expect(await statusOf(option)).toBe("cancelled");
    expect(await confirmationsOf(option)).toEqual([]);
    expect(await server.sql("select from deposits where is_new")).toEqual([]);
  });
});

test("of two addresses that are filled in one block, the first one confirms the payment", async () => {
  const opened = await openPayment(server);
  const usdc = await givenAddress(server, {}, opened);
  const eurc = await givenAddress(server, { token: someAddress("eurc") }, opened);
  await depositIn(server, block(2), usdc, { logIndex: 7 });
  await depositIn(server, block(2), eurc, { logIndex: 6 });
  await advance(block(1), [block(2)]);
  expect(await confirmationsOf(opened)).toMatchObject([{ asset: eurc.asset, relay_state: "queued" }]);
});

test("a payment that requires buyer data waits for the form, and is then confirmed with the next block", async () => {
  const option = await givenAddress(server);
  await server.sql("insert into buyer_data_rules (partner_id, assets) values ($1, array[$2])", [
    server.partnerId,
    option.asset,
  ]);
  await depositIn(server, block(2), option);
  await advance(block(1), [block(2)]);
  expect(await statusOf(option)).toBe("requires_action");
  await server.sql(
    `insert into buyer_data (payment_id, partner_id, account, field, key_id, content)
     values ($1, $2, $3, 'fullName', 'first', '')`,
    [option.paymentId, server.partnerId, `${option.terms.chain}:${option.terms.payer}`],
  );
  await advance(block(2), [block(3)]);
  expect(await statusOf(option)).toBe("processing");
});
