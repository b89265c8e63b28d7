// An exception stays the same one when a reorg moves its transfer, so its money cannot be sent back twice.
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { rollBack } from "../../../src/operations/following/roll-back.ts";
import { reportDeposits } from "../../../src/operations/recoveries/report-deposits.ts";
import { newRefund } from "../../../src/operations/refunds/new-refund.ts";
import type { Option } from "../../../src/payment/option.ts";
import type { Refund } from "../../../src/payment/refund.ts";
import { startServer, type TestServer } from "../../harness/server/server.ts";
import { depositIn, forgetDeposits, givenAddress } from "../deposits/given-deposits.ts";
import { advancing, block, paidIn, QUOTES, QUOTING } from "../following/made-up-chain.ts";
import { CHAIN, confirmBy, forgetPayments, openPayment, queuedPayment, someAddress } from "../relaying/queued.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startServer({ role: null, bendsBooks: "its chain is made up" });
});
beforeEach(async () => {
  await forgetPayments(server);
  await forgetDeposits(server);
});
afterAll(() => server.stop());

const advance = advancing(() => server);

const ANOTHER_TX = `0x${"66".repeat(32)}` as const;

const less = (option: Option, cents: bigint): Option => ({
  ...option,
  terms: { ...option.terms, amount: cents * 10_000n, fee: 0n },
});

interface Shown {
  readonly id: string;
  readonly kind: string;
  readonly amount: string;
  readonly log_index: number;
  readonly resolution: string | null;
}

const exceptions = (kind = "underpaid"): Promise<Shown[]> =>
  server.sql(
    "select id, kind, amount::text, log_index, resolution from exceptions where kind = $1 order by amount, created_at",
    [kind],
  );

const places = async (kind?: string) => (await exceptions(kind)).map(({ log_index }) => log_index);

/** Removes block 2, and puts these transfers into the next one. */
async function reorg(branch: string, transfers: readonly [Option, number][], number = 2): Promise<void> {
  await rollBack(server.store.ledger, CHAIN, block(1));
  const blocks = Array.from({ length: number - 1 }, (_, index) => block(index + 2, branch, index === 0 ? "a" : branch));
  const events = transfers.map(([option, log]) => paidIn(block(number, branch), option, log));
  await advance(block(1), blocks, events);
}

async function reported(transfers: readonly [Option, number][]): Promise<readonly Shown[]> {
  await advance(null, [block(1)]);
  await advance(
    block(1),
    [block(2)],
    transfers.map(([option, log]) => paidIn(block(2), option, log)),
  );
  return exceptions();
}

test("to another position, or another block", async () => {
  const option = less(await queuedPayment(server), 100n);
  const before = await reported([[option, 0]]);
  await reorg("b", [[option, 5]]);
  expect(await exceptions()).toEqual([{ ...before[0], log_index: 5 }]);
  await reorg("c", [[option, 2]], 4);
  expect(await exceptions()).toEqual([{ ...before[0], log_index: 2 }]);
});

test("two of one transaction at once, the first of them to the other's position", async () => {
  const option = await queuedPayment(server);
  const [first, second] = [less(option, 100n), less(option, 200n)];
  const before = await reported([
    [first, 3],
    [second, 5],
  ]);
  await reorg("b", [
    [first, 5],
    [second, 7],
  ]);
  expect(await exceptions()).toEqual(before.map((each, index) => ({ ...each, log_index: 5 + 2 * index })));
  await reorg("c", [
    [first, 3],
    [second, 5],
  ]);
  expect(await exceptions()).toEqual(before);
});

const IN_NOVEMBER = { name: "2020-11", from: new Date("2020-11-01T00:00:00Z"), to: new Date("2020-12-01T00:00:00Z") };
const SINCE = { name: "2020-12", from: IN_NOVEMBER.to, to: new Date("2100-01-01T00:00:00Z") };

async function entriesOf(month: typeof SINCE) {
  const { entries } = await server.store.bookEntries.entries(server.partnerId, null, month, null, 100);
  return entries.map(({ kind, exception, tokens, paysOut, account }) => [kind, exception, tokens, paysOut, account]);
}

test("with another amount: the difference is an entry, and the books of the month before stay the same", async () => {
  const option = await openPayment(server);
  const [before] = await reported([[less(option, 100n), 0]]);
  const moveEvents = "update payment_events set created_at = '2020-11-15Z'";
  await server.sql(`set local session_replication_role = replica; ${moveEvents}`);
  const closed = [["exception", "underpaid", 1_000_000n, null, null]];
  expect(await entriesOf(IN_NOVEMBER)).toEqual(closed);
  await reorg("b", [[less(option, 150n), 5]]);
  expect(await exceptions()).toEqual([{ ...before, log_index: 5, amount: "1500000" }]);
  await reorg("c", [[less(option, 120n), 3]]);
  expect(await entriesOf(IN_NOVEMBER)).toEqual(closed);
  expect((await entriesOf(SINCE)).filter(([, kind]) => kind === "underpaid")).toEqual([
    ["exception", "underpaid", 500_000n, null, null],
    ["withdrawn", "underpaid", 300_000n, null, null],
  ]);
  await confirmBy(server, option);
  expect(await entriesOf(IN_NOVEMBER)).toEqual(closed);
});

test("and an exception that is resolved stays resolved", async () => {
  const option = less(await queuedPayment(server), 100n);
  const [before] = await reported([[option, 0]]);
  const { partnerId } = server;
  const by = { type: "server", id: null } as const;
  await server.store.exceptions.resolve(
    partnerId,
    before?.id ?? "",
    { note: "Sent back", by },
    { actor: "operator", via: "cli" },
  );
  await reorg("b", [[option, 5]]);
  expect(await exceptions()).toEqual([{ ...before, log_index: 5, resolution: "note" }]);
});

test("and the exception about its removal is one as well, however often it is removed", async () => {
  const option = less(await queuedPayment(server), 100n);
  await reported([[option, 0]]);
  await reorg("b", [[option, 5]]);
  const [removal] = await exceptions("reorged");
  expect(removal).toMatchObject({ resolution: "chain" });
  await rollBack(server.store.ledger, CHAIN, block(1));
  expect(await exceptions("reorged")).toEqual([{ ...removal, log_index: 5, resolution: null }]);
});

test("two that are removed twice, from positions that they swapped", async () => {
  const option = await queuedPayment(server);
  const [first, second] = [less(option, 100n), less(option, 200n)];
  await reported([
    [first, 3],
    [second, 5],
  ]);
  await reorg("b", [
    [first, 5],
    [second, 3],
  ]);
  expect(await places()).toEqual([5, 3]);
  await rollBack(server.store.ledger, CHAIN, block(1));
  expect(await places("reorged")).toEqual([5, 3]);
});

test("which ends if the transfer pays its payment now", async () => {
  const option = await openPayment(server); // with a fee receiver that the chain no longer has
  const before = await reported([[option, 0]]);
  expect(before).toHaveLength(1);
  await confirmBy(server, option);
  await reorg("b", [[option, 4]]);
  const [paid] = await server.sql("select status from payments where id = $1", [option.paymentId]);
  expect([paid, await exceptions()]).toEqual([{ status: "succeeded" }, [{ ...before[0], resolution: "chain" }]]);
});

test("two deposits of one transaction at once", async () => {
  const option = await givenAddress(server);
  const { log } = QUOTES;
  const report = () =>
    reportDeposits({ quoting: QUOTING, store: server.store.recoveries, assetOf: () => option.asset, log });
  const txHash = `0x${"77".repeat(32)}` as const;
  const deposits = async (branch: string, logs: readonly number[]) => {
    for (const [index, logIndex] of logs.entries()) {
      await depositIn(server, block(2, branch), option, { amount: BigInt(index + 1) * 1_000_000n, txHash, logIndex });
    }
    await advance(block(1), [block(2, branch, "a")]);
    await report();
  };
  await advance(null, [block(1)]);
  await server.store.payments.apply(option.paymentId, { type: "cancelled", reason: "cancelled_by_user" });
  await deposits("a", [3, 5]);
  const before = await exceptions();
  expect(before).toMatchObject([
    { amount: "1000000", log_index: 3 },
    { amount: "2000000", log_index: 5 },
  ]);
  await rollBack(server.store.ledger, CHAIN, block(1));
  await server.sql("delete from deposits");
  await deposits("b", [5, 7]);
  expect(await exceptions()).toEqual(before.map((each, index) => ({ ...each, log_index: 5 + 2 * index })));
});

test("into a sum of several payers' transfers: it has no sender any more", async () => {
  const option = await queuedPayment(server);
  const from = (name: string, cents: bigint): Option => {
    const { terms, ...of } = less(option, cents);
    return { ...of, terms: { ...terms, payer: someAddress(name) } };
  };
  const stranger = from("a stranger", 1n);
  await advance(null, [block(1)]);
  await advance(block(1), [block(2)], [paidIn(block(2), stranger, 0, ANOTHER_TX)]);
  const [before] = await server.sql("select id, sender from exceptions");
  expect(before).toMatchObject({ sender: stranger.terms.payer });
  await rollBack(server.store.ledger, CHAIN, block(1));
  const others = Array.from({ length: 11 }, (_, index) => from(`buyer ${index}`, index === 10 ? 1n : 3n));
  const events = others.map((each, index) => paidIn(block(2, "b"), each, index));
  await advance(block(1), [block(2, "b", "a")], [...events, paidIn(block(2, "b"), stranger, 11, ANOTHER_TX)]);
  expect(await server.sql("select id, sender, amount::text from exceptions where amount = 20000")).toEqual([
    { id: before?.id, sender: null, amount: "20000" },
  ]);
});

/** A refund of all the money of an exception; null if it is refused. */
function returned(option: Option, exceptionId: string, amount: bigint): Promise<Refund | null> {
  const money = {
    partnerId: server.partnerId,
    paymentId: option.paymentId,
    exceptionId,
    paid: amount,
    amount: { asset: option.asset, value: amount },
    fiatAmount: { currency: "USD", value: 100n },
  };
  const request = { ...money, amount: null, reason: null, to: null, requestedBy: BY_KEY, needsSecondPerson: false };
  const refund = newRefund(money, someAddress("the buyer"), request, Date.now());
  return server.store.refunds.create(refund, { actor: "key", via: "api" });
}

const BY_KEY = { type: "server", id: null } as const;

const isHeld = async (refund: Refund | null) =>
  (await server.store.payments.findForBuyer(refund?.gatewayPaymentId ?? ""))?.payout?.isHeld;

test("with another amount: the refund of the earlier one is held, and only all of the money goes back", async () => {
  const option = await openPayment(server);
  const [before] = await reported([[less(option, 100n), 0]]);
  const id = before?.id ?? "";
  const refund = await returned(option, id, 1_000_000n);
  expect(await isHeld(refund)).toBe(false);
  await reorg("b", [[less(option, 60n), 5]]);
  expect(await exceptions()).toEqual([{ ...before, log_index: 5, amount: "600000" }]);
  expect(await isHeld(refund)).toBe(true);
  await reorg("c", [[less(option, 150n), 3]]);
  expect(await isHeld(refund)).toBe(true);
  const cancelled = await server.store.refunds.cancel(refund ?? { gatewayPaymentId: "" }, { actor: "key", via: "api" });
  expect([cancelled, await returned(option, id, 1_000_000n)]).toEqual([true, null]);
  expect(await isHeld(await returned(option, id, 1_500_000n))).toBe(false);
});

test("a refund of a deposit's money is held from its removal until it is back; its exception stays open", async () => {
  const option = await givenAddress(server);
  const { log } = QUOTES;
  const report = () =>
    reportDeposits({ quoting: QUOTING, store: server.store.recoveries, assetOf: () => option.asset, log });
  const amount = 1_000_000n;
  await advance(null, [block(1)]);
  await server.store.payments.apply(option.paymentId, { type: "cancelled", reason: "cancelled_by_user" });
  const txHash = await depositIn(server, block(2), option, { amount });
  await advance(block(1), [block(2)]);
  await report();
  const [exception] = await exceptions();
  const refund = await returned(option, exception?.id ?? "", amount);
  expect(await isHeld(refund)).toBe(false);
  await rollBack(server.store.ledger, CHAIN, block(1));
  expect(await isHeld(refund)).toBe(true);
  await server.sql("delete from deposits");
  await depositIn(server, block(2, "b"), option, { amount, txHash });
  await advance(block(1), [block(2, "b", "a")]);
  expect(await isHeld(refund)).toBe(true);
  await report();
  expect(await isHeld(refund)).toBe(false);
  const by = { actor: "operator", via: "cli" } as const;
  const { partnerId } = server;
  await server.store.exceptions.resolve(partnerId, exception?.id ?? "", { note: "By hand", by: BY_KEY }, by);
  expect(await server.sql("select from exceptions where resolved_at is not null")).toEqual([]);
  expect(await isHeld(refund)).toBe(false);
});
