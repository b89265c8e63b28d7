// The chain data in the store: blocks as one branch, transfers by position, and the decision on each transfer.
import { toHex } from "viem";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { lowestPaymentId } from "../../../src/ids.ts";
import { rollBack } from "../../../src/operations/following/roll-back.ts";
import { termsHash } from "../../../src/payment/terms.ts";
import { DEPTH_MAX } from "../../../src/payment/transfers/finality.ts";
import { startServer, type TestServer } from "../../harness/server/server.ts";
import { CHAIN, forgetPayments, queuedPayment } from "../relaying/queued.ts";
import { advancing, block, paidIn } from "./made-up-chain.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startServer({ role: null, bendsBooks: "its chain is made up" });
});
beforeEach(() => forgetPayments(server));
afterAll(() => server.stop());

const advance = advancing(() => server);

const numbers = async (): Promise<number[]> => {
  const rows = await server.sql<{ number: number }>(
    "select number::integer as number from chain_blocks order by number",
  );
  return rows.map(({ number }) => number);
};
const transfers = () =>
  server.sql(
    `select payment_id, state, log_index, block_number::integer as block, orphaned_at is null as is_live
       from transfers order by log_index`,
  );

describe("blocks", () => {
  test("are appended only to the newest block", async () => {
    expect(await advance(null, [block(1)])).not.toBeNull();
    expect(await advance(null, [block(1)])).toBeNull();
    expect(await advance(block(1), [block(2)])).not.toBeNull();
    expect(await advance(block(1), [block(2, "b")])).toBeNull();
    expect(await advance(block(2, "b"), [block(3)])).toBeNull();
    expect(await numbers()).toEqual([1, 2]);
    expect(await server.store.ledger.newestBlock(CHAIN)).toEqual(block(2));
  });

  test("are stored once by several concurrent processes", async () => {
    await advance(null, [block(1)]);
    const done = await Promise.all(Array.from({ length: 10 }, () => advance(block(1), [block(2)])));
    expect(done.filter((one) => one !== null)).toHaveLength(1);
  });

  test("are kept as long as any policy requires", async () => {
    const many = Array.from({ length: 11_099 }, (_, index) => block(index + 1));
    await advance(null, many);
    await advance(block(11_099), [block(11_100)]);
    expect((await numbers())[0]).toBe(11_100 - 11_024);
    const below = await server.store.ledger.blocksBelow(CHAIN, 11_100n, 3);
    expect(below).toEqual([block(11_099), block(11_098), block(11_097)]);
  });

  test("show that a payment is overdue, at any depth that its policy requires", async () => {
    const { paymentId } = await queuedPayment(server, { deadlineS: 50 }); // a made-up block's time is its number
    await server.sql("update confirmations set required_depth = $1", [DEPTH_MAX]);
    const overdue = () => server.store.unpaid.overduePayments(CHAIN, 10);
    await advance(
      null,
      Array.from({ length: DEPTH_MAX + 48 }, (_, index) => block(index + 1)),
    );
    expect(await overdue()).toEqual([]);
    await advance(block(DEPTH_MAX + 48), [block(DEPTH_MAX + 49)]);
    expect(await overdue()).toMatchObject([{ paymentId, atBlock: { number: BigInt(DEPTH_MAX + 49) } }]);
  });

  test("show that a payment is overdue although one node shows its transfer, until that is credited", async () => {
    const option = await queuedPayment(server, { deadlineS: 50 });
    const overdue = () => server.store.unpaid.overduePayments(CHAIN, 10);
    await advance(null, [block(40)]);
    await advance(block(40), [block(41), block(60)], [paidIn(block(41), option, 0)]);
    await server.sql("update confirmations set relay_state = 'sent'");
    expect(await overdue()).toEqual([]);
    await server.sql("update transfers set state = 'seen'");
    expect(await overdue()).toMatchObject([{ paymentId: option.paymentId }]);
    await server.store.unpaid.searchLater(option.paymentId);
    expect(await overdue()).toEqual([]);
  });

  test("can be rolled back to a known or an unknown block", async () => {
    await advance(null, [block(5), block(6), block(7)]);
    await rollBack(server.store.ledger, CHAIN, block(6));
    expect(await server.store.ledger.newestBlock(CHAIN)).toEqual(block(6));
    await rollBack(server.store.ledger, CHAIN, block(3, "b"));
    expect(await numbers()).toEqual([3]);
    expect(await server.store.ledger.newestBlock(CHAIN)).toEqual(block(3, "b"));
  });
});

describe("transfers", () => {
  test("of one transaction each belong to their own payment", async () => {
    const options = [await queuedPayment(server), await queuedPayment(server)];
    await advance(null, [block(1)]);
    const events = options.map((option, index) => paidIn(block(2), option, index * 3));
    expect(await advance(block(1), [block(2)], events)).toEqual({ credited: 2, exceptions: 0 });
    expect(await transfers()).toEqual(
      options.map(({ paymentId }, index) => ({
        payment_id: paymentId,
        state: "credited",
        log_index: index * 3,
        block: 2,
        is_live: true,
      })),
    );
  });

  test("are stored once, however often they are seen", async () => {
    const option = await queuedPayment(server);
    await advance(null, [block(1)]);
    await advance(block(1), [block(2)], [paidIn(block(2), option, 0)]);
    expect(await advance(block(2), [], [paidIn(block(2), option, 0)])).toEqual({ credited: 0, exceptions: 0 });
    expect(await transfers()).toHaveLength(1);
  });

  test("are found by their terms, unless a reorg has removed them", async () => {
    const option = await queuedPayment(server);
    const isKnown = () => server.store.ledger.hasTransfer(CHAIN, termsHash(option.terms));
    await advance(null, [block(1)]);
    expect(await isKnown()).toBe(false);
    await advance(block(1), [block(2)], [paidIn(block(2), option, 0)]);
    expect(await isKnown()).toBe(true);
    await rollBack(server.store.ledger, CHAIN, block(1));
    expect(await isKnown()).toBe(false);
  });

  test("with the same terms, paid by two methods in one block, are one payment and one duplicate", async () => {
    const option = await queuedPayment(server);
    await advance(null, [block(1)]);
    const twice = [paidIn(block(2), option, 0), paidIn(block(2), option, 1)];
    expect(await advance(block(1), [block(2)], twice)).toEqual({ credited: 1, exceptions: 0 });
    expect(await advance(block(2), [block(3)])).toEqual({ credited: 0, exceptions: 1 });
    expect(await transfers()).toMatchObject([{ state: "credited" }, { state: "exception" }]);
    expect(await server.sql("select kind from exceptions")).toEqual([{ kind: "duplicate" }]);
  });

  test("with the same terms both return after a reorg", async () => {
    const option = await queuedPayment(server);
    await advance(null, [block(1)]);
    await advance(block(1), [block(2)], [paidIn(block(2), option, 0), paidIn(block(2), option, 1)]);
    await rollBack(server.store.ledger, CHAIN, block(1));
    const again = block(2, "b");
    await advance(block(1), [again], [paidIn(again, option, 0), paidIn(again, option, 1)]);
    expect(await transfers()).toHaveLength(2);
    expect((await transfers()).filter(({ state }) => state === "credited")).toHaveLength(1);
  });

  test("that name no payment here are not stored", async () => {
    const option = await queuedPayment(server);
    const foreign = { ...paidIn(block(2), option, 0), paymentKey: toHex(1, { size: 32 }) };
    await advance(null, [block(1)]);
    expect(await advance(block(1), [block(2)], [foreign])).toEqual({ credited: 0, exceptions: 0 });
    expect(await transfers()).toEqual([]);
  });

  test("that a reorg removes before they are credited are forgotten", async () => {
    const option = await queuedPayment(server);
    await server.sql("update confirmations set required_depth = 2");
    await advance(null, [block(1)]);
    await advance(block(1), [block(2)], [paidIn(block(2), option, 0)]);
    expect(await rollBack(server.store.ledger, CHAIN, block(1))).toEqual({ uncredited: 1, credited: 0 });
    expect(await transfers()).toEqual([]);
    expect(await server.sql("select from exceptions")).toEqual([]);
  });

  test("that a reorg removes after they were credited return at any position with their decision", async () => {
    const options = [await queuedPayment(server), await queuedPayment(server), await queuedPayment(server)];
    await advance(null, [block(1)]);
    await advance(
      block(1),
      [block(2)],
      options.map((option, index) => paidIn(block(2), option, index)),
    );
    expect(await rollBack(server.store.ledger, CHAIN, block(1))).toEqual({ uncredited: 0, credited: 3 });
    expect((await transfers()).map(({ is_live }) => is_live)).toEqual([false, false, false]);
    // Each transfer is now at its neighbour's old position.
    const again = options.map((option, index) => paidIn(block(2, "b"), option, (index + 1) % 3));
    expect(await advance(block(1), [block(2, "b")], again)).toEqual({ credited: 0, exceptions: 0 });
    expect(await transfers()).toEqual(
      [2, 0, 1].map((of, index) => ({
        payment_id: options[of]?.paymentId,
        state: "credited",
        log_index: index,
        block: 2,
        is_live: true,
      })),
    );
    expect(await server.sql("select kind from exceptions")).toEqual(options.map(() => ({ kind: "reorged" })));
    const open = await server.sql("select from confirmations where relay_state <> 'closed'");
    expect(open).toEqual([]);
  });

  test("of another payment may take the position of one that a reorg removed for good", async () => {
    const [gone, other] = [await queuedPayment(server), await queuedPayment(server)];
    await advance(null, [block(1)]);
    await advance(block(1), [block(2)], [paidIn(block(2), gone, 0)]);
    await rollBack(server.store.ledger, CHAIN, block(1));
    const done = await advance(block(1), [block(2, "b")], [paidIn(block(2, "b"), other, 0)]);
    expect(done).toEqual({ credited: 1, exceptions: 0 });
  });
});

describe("the first block", () => {
  test("is stored while the chain is followed, and only moves back", async () => {
    const first = async () => (await server.store.books.followed(CHAIN))?.first;
    expect(await first()).toBeUndefined();
    await advance(null, [block(5)]);
    await advance(
      block(5),
      Array.from({ length: 1_100 }, (_, index) => block(index + 6)),
    );
    expect(await first()).toBe(5n);
    await rollBack(server.store.ledger, CHAIN, block(1_000));
    expect(await first()).toBe(5n);
    await rollBack(server.store.ledger, CHAIN, block(3, "b"));
    expect(await first()).toBe(3n);
  });

  test("is before the oldest payment that may still be paid, and before all of the last day", async () => {
    expect(await server.store.ledger.oldestPayableS(CHAIN)).toBeNull();
    const { paymentId } = await queuedPayment(server);
    await queuedPayment(server);
    await server.sql("update payments set created_at = to_timestamp(1000.7) where id = $1", [paymentId]);
    expect(await server.store.ledger.oldestPayableS(CHAIN)).toBe(1_000);
    await server.sql("update payments set status = 'failed'");
    let id = paymentId;
    // Ids of the same millisecond have no order.
    const moveTo = async (atMs: number): Promise<void> => {
      const other = lowestPaymentId(atMs);
      await server.sql(
        `set local session_replication_role = replica; update payments set id = '${other}' where id = '${id}'`,
      );
      id = other;
    };
    await moveTo(Date.now() - 86_300_000);
    expect(await server.store.ledger.oldestPayableS(CHAIN)).toBe(1_000);
    await moveTo(Date.now() - 86_500_000);
    expect(await server.store.ledger.oldestPayableS(CHAIN)).toBeGreaterThan(1_000);
  });
});
