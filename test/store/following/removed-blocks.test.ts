// A block that a reorg has removed mines no batch, even if both happen at the same moment.
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Block } from "../../../src/operations/ports/chain/chain-reader.ts";
import type { StoredTransaction } from "../../../src/operations/ports/relaying/relay.ts";
import type { Option } from "../../../src/payment/option.ts";
import { untilWaiting } from "../../harness/database/lock-wait.ts";
import { startServer, type TestServer } from "../../harness/server/server.ts";
import {
  BUILDER,
  CHAIN,
  forgetPayments,
  ingestBlock,
  type Limits,
  queuedPayment,
  ROUTER,
  someAddress,
  storeBatchOf,
} from "../relaying/queued.ts";
import { paidIn } from "./made-up-chain.ts";

const RELAYER = someAddress("relayer");
const LIMITS: Limits = {
  relayers: [RELAYER],
  router: ROUTER,
  batchMax: 10,
  leftOutMax: 2,
  underWayMax: 4,
  fillMaxMs: 60_000,
  gasPerDay: null,
  gasAtRiskMax: 2_000_000n,
};

let server: TestServer;
let option: Option;
let batch: StoredTransaction;
let kept: Block;
let removed: Block;

beforeAll(async () => {
  server = await startServer({ role: null });
});
beforeEach(async () => {
  await forgetPayments(server);
  await server.store.relay.registerRelayer(CHAIN, RELAYER, 7n);
  option = await queuedPayment(server);
  const stored = await storeBatchOf(server.store, LIMITS, BUILDER);
  if (!stored?.transaction) throw new Error("a queued payment was expected");
  batch = stored.transaction;
  kept = await ingestBlock(server);
  removed = await ingestBlock(server);
});
afterAll(async () => {
  await forgetPayments(server); // the chain lacks the blocks of these tests
  await server.stop();
});

const markMined = (certain = batch.nonce + 1n) =>
  server.store.unpaid.markMined(CHAIN, batch.relayer, { counted: batch.nonce + 1n, certain }, removed);

/** @param between runs after batches are unmined, and before blocks are removed */
const rollBack = (between: () => Promise<void> = async () => {}, to = kept) =>
  server.store.ledger.rewrite(CHAIN, async (book) => {
    await book.unmineBatchesAbove(to.number);
    await between();
    await book.goBackTo(to);
  });

async function expectUnmined(): Promise<void> {
  expect(await server.sql("select mined_in from relay_batches")).toEqual([{ mined_in: null }]);
  expect(await server.sql("select relay_state from confirmations where payment_id = $1", [option.paymentId])).toEqual([
    { relay_state: "sent" },
  ]);
}

test("a batch without any transfer is not mined while the count of its nonce is uncertain", async () => {
  expect(await markMined(batch.nonce)).toBe(0);
  await expectUnmined();
});

test("an ingested block mines the batch, and holds a payment that it left out", async () => {
  expect(await markMined()).toBe(1);
  expect(await server.sql("select mined_in::int from relay_batches")).toEqual([{ mined_in: Number(removed.number) }]);
});

test("after the rollback: the batch stays unmined", async () => {
  await rollBack();
  expect(await markMined()).toBe(0);
  await expectUnmined();
});

test("during the rollback: the batch stays unmined", async () => {
  let marking: Promise<number> = Promise.resolve(-1);
  await rollBack(async () => {
    marking = markMined();
    await Promise.race([untilWaiting(server, 1), marking]);
  });
  expect(await marking).toBe(0);
  await expectUnmined();
});

test("before the rollback: the batch is unmined again", async () => {
  await markMined();
  await rollBack();
  expect(await server.sql("select mined_in from relay_batches")).toEqual([{ mined_in: null }]);
});

test("a batch that a node counted before the block of its transfer is unmined with that block", async () => {
  await ingestBlock(server, (block) => [{ ...paidIn(block, option, 0), txHash: batch.hash }]);
  expect(await markMined(batch.nonce)).toBe(0);
  expect(await server.sql("select mined_in::int from relay_batches")).toEqual([
    { mined_in: Number(removed.number) + 1 },
  ]);
  await rollBack(async () => {}, removed);
  await expectUnmined();
});
