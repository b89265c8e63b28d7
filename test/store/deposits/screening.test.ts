// Senders of deposits are screened before their money counts; dust costs no look-up.
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { screenSenders } from "../../../src/operations/deposits/screen-senders.ts";
import type { Screening } from "../../../src/operations/gateway/screen-accounts.ts";
import type { Block } from "../../../src/operations/ports/chain/chain-reader.ts";
import type { Option } from "../../../src/payment/option.ts";
import { startServer, type TestServer } from "../../harness/server/server.ts";
import { advancing, block, paidIn, QUOTES, QUOTING } from "../following/made-up-chain.ts";
import { forgetPayments, someAddress } from "../relaying/queued.ts";
import { depositIn, forgetDeposits, givenAddress } from "./given-deposits.ts";

const REFUSED = someAddress("a refused sender");

let server: TestServer;
/** The accounts of each look-up; null: the source does not respond. */
let asked: number[] | null = [];
const screening: Screening = {
  refused: async (accounts) => {
    if (!asked) throw new Error("no response");
    asked.push(accounts.length);
    return new Set(accounts.map(({ text }) => text).filter((text) => text.endsWith(REFUSED)));
  },
};

beforeAll(async () => {
  server = await startServer({ role: null, bendsBooks: "its chain is made up" });
});
beforeEach(async () => {
  await forgetPayments(server);
  await forgetDeposits(server);
  asked = [];
  await advance(null, [block(1)]);
});
afterAll(() => server.stop());

const advance = advancing(() => server);

/** One step of the watcher. */
async function follow(after: Block, next: Block, transfers: Parameters<typeof advance>[2] = []): Promise<void> {
  await advance(after, [next], transfers);
  const { ledger } = server.store;
  const screened = await screenSenders({ ledger, quoting: QUOTING, quotes: { ...QUOTES, screening } });
  if (screened.length > 0) await advance(next, [], [], { screened });
}

const paymentOf = ({ paymentId }: Option) => server.store.payments.findForBuyer(paymentId);
const statusOf = async (option: Option) => (await paymentOf(option))?.status;

test("a deposit pays once its sender is screened", async () => {
  const option = await givenAddress(server);
  await depositIn(server, block(2), option, { isRefused: null });
  await follow(block(1), block(2));
  expect([await statusOf(option), asked]).toEqual(["processing", [1]]);
});

test("a refused sender's deposit fails the payment, and is not swept, even beside one that would pay", async () => {
  const option = await givenAddress(server);
  await depositIn(server, block(2), option, { isRefused: null });
  await depositIn(server, block(2), option, { isRefused: null, sender: REFUSED, amount: 10_000n });
  await follow(block(1), block(2));
  expect(await paymentOf(option)).toMatchObject({ status: "failed", failureCode: "declined_user", confirmation: null });
  expect(await server.sql("select is_refused from deposits order by amount")).toEqual([
    { is_refused: true },
    { is_refused: false },
  ]);
});

test("a stranger's sweep of refused money is reported, not credited", async () => {
  const option = await givenAddress(server);
  await depositIn(server, block(2), option, { isRefused: null, sender: REFUSED });
  await follow(block(1), block(2), [{ ...paidIn(block(2), option, 1), method: "deposit" }]);
  await follow(block(2), block(3));
  expect(await statusOf(option)).toBe("failed");
  expect(await server.sql("select state from transfers")).toEqual([{ state: expect.not.stringMatching("credited") }]);
});

test("while no source responds the deposit waits, and is asked about ever more rarely", async () => {
  const option = await givenAddress(server);
  await depositIn(server, block(2), option, { isRefused: null });
  asked = null;
  await follow(block(1), block(2));
  expect(await statusOf(option)).toBe("requires_action");
  const pauses = "select extract(epoch from screen_after - now()) as s, screen_tries as tries from deposits";
  const [first] = await server.sql<{ s: string; tries: number }>(pauses);
  expect(Number(first?.s)).toBeGreaterThan(0);
  await server.sql("update deposits set screen_after = '-infinity'");
  await follow(block(2), block(3));
  const [second] = await server.sql<{ s: string; tries: number }>(pauses);
  expect([first?.tries, second?.tries]).toEqual([1, 2]);
  expect(Number(second?.s)).toBeGreaterThan(Number(first?.s));
  asked = [];
  await follow(block(3), block(4));
  expect(asked).toEqual([]);
  await server.sql("update deposits set screen_after = '-infinity'");
  await follow(block(4), block(5));
  expect(await statusOf(option)).toBe("processing");
});

test("10 000 dust transfers cost no look-up, and nothing is read again", async () => {
  const option = await givenAddress(server);
  await depositIn(server, block(2), option, { amount: 9_999n, isRefused: null });
  await server.sql(`
    insert into deposits (chain, tx_hash, log_index, block_number, block_hash, block_time_s, terms_hash, payment_id,
                          partner_id, token, sender, amount)
    select d.chain, sha256(n::text::bytea), 0, d.block_number, d.block_hash, d.block_time_s, d.terms_hash,
           d.payment_id, d.partner_id, d.token, d.sender, n % 10000
      from deposits d, generate_series(1, 10000) n`);
  await follow(block(1), block(2));
  expect(asked).toEqual([]);
  expect(await server.sql("select from deposits where is_new")).toEqual([]);
  expect(await statusOf(option)).toBe("requires_action");
});
