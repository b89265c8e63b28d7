// Every kind of difference between chain and database, caused on purpose, is found, named and explained. Without this,
// an empty list of differences would prove nothing.

import type { Address } from "viem";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createEvmChain } from "../../src/chains/evm/chain.ts";
import { ownUnknown } from "../../src/operations/books/unknown-transfers.ts";
import { paymentKey } from "../../src/payment/terms.ts";
import { type DifferenceKind, REMEDIES } from "../../src/payment/transfers/books.ts";
import { confirmExcluded, watcherIsAtHead } from "../faults/payments/confirmed.ts";
import { differences, EVERYTHING, reconciled } from "../harness/books.ts";
import { confirm, createPayment, signPayment, untilFinal } from "../harness/chain/wallet.ts";
import { newAddress, setBalance, startOn, startServer, type TestServer } from "../harness/server/server.ts";

let server: TestServer;
/** One for each test. */
let paid: string[];
let lost: string;
let cancelled: string;
let processing: string;
beforeAll(async () => {
  server = await startServer({ role: "api", bendsBooks: "that is what is tested" });
  const worker = await startOn(server.installation, "worker");
  paid = await Promise.all(FAULTS.map(pay));
  lost = await pay();
  cancelled = await createPayment(server);
  await server.call({ method: "POST", path: `/v1/payments/${cancelled}/cancel` });
  await watcherIsAtHead(server);
  await worker.stop();
  const signed = await signPayment(server, await createPayment(server), await server.newBuyer());
  expect(await confirmExcluded(server, signed)).toMatchObject({ status: 200 });
  processing = signed.paymentId;
});
afterAll(() => server.stop());

async function pay(): Promise<string> {
  const paymentId = await createPayment(server);
  await confirm(server, await signPayment(server, paymentId, await server.newBuyer()));
  await untilFinal(server, paymentId);
  return paymentId;
}

/** Bypasses triggers, as the database's owner could. */
const bend = (statement: string, paymentId: string) =>
  server.sql(`set local session_replication_role = replica; ${statement.replaceAll("$1", `'${paymentId}'`)}`);

async function found(paymentId: string): Promise<readonly DifferenceKind[]> {
  const { differences } = await reconciled(server);
  const own = differences.filter((difference) => difference.paymentId === paymentId);
  for (const { kind, chain, message, remedy } of own) {
    expect(message).not.toBe("");
    expect(remedy).toBe(REMEDIES[kind]);
    expect(chain).toBe(paymentId === cancelled ? null : server.caip2);
  }
  return own.map(({ kind }) => kind).sort();
}

const FAULTS: readonly (readonly [what: string, statement: string, kinds: readonly DifferenceKind[]])[] = [
  [
    "a transfer missing from the database",
    "delete from transfers where payment_id = $1",
    ["missing_in_database", "succeeded_without_transfer"],
  ],
  [
    "a transfer that is not on chain",
    `insert into transfers (chain, tx_hash, log_index, block_number, block_hash, payment_key, terms_hash, token, payer,
                            amount, destination, fee, fee_receiver, deadline_s, method, asset, state, payment_id,
                            partner_id, block_time_s)
     select chain, sha256(tx_hash), 99, block_number, block_hash, payment_key, sha256(terms_hash), token, payer, amount,
            destination, fee, fee_receiver, deadline_s, method, asset, 'foreign', payment_id, partner_id, block_time_s
       from transfers where payment_id = $1`,
    ["missing_on_chain"],
  ],
  [
    "a transfer with another amount",
    "update transfers set amount = amount - 1 where payment_id = $1",
    ["terms_differ", "transfer_differs"],
  ],
  [
    "a transfer to another destination",
    "update transfers set destination = payer where payment_id = $1",
    ["terms_differ", "transfer_differs"],
  ],
  [
    "a transfer in another block",
    "update transfers set block_number = block_number - 1 where payment_id = $1",
    ["transfer_differs"],
  ],
  [
    "a transfer that lost its payment",
    "update transfers set payment_id = null where payment_id = $1",
    ["succeeded_without_transfer", "transfer_differs"],
  ],
  [
    "an undecided transfer",
    "update transfers set state = 'seen' where payment_id = $1",
    ["not_decided", "succeeded_without_transfer"],
  ],
  [
    "a parked transfer that was forgotten after its payment ended",
    "update transfers set state = 'parked' where payment_id = $1",
    ["not_decided", "succeeded_without_transfer"],
  ],
  [
    "an exception that was not reported to the partner",
    "update transfers set state = 'exception' where payment_id = $1",
    ["not_reported", "succeeded_without_transfer"],
  ],
  [
    "a transfer wrongly marked as removed by a reorg",
    "update transfers set orphaned_at = now() where payment_id = $1",
    ["missing_in_database", "succeeded_without_transfer"],
  ],
  [
    "a failed payment that was paid",
    "update payments set status = 'failed' where id = $1",
    ["log_differs", "wrong_status"],
  ],
  [
    "a payment that was reopened",
    "update payments set status = 'requires_action' where id = $1",
    ["log_differs", "wrong_status", "wrong_status"],
  ],
  [
    "a payment still with the relayer",
    "update confirmations set relay_state = 'sent' where payment_id = $1",
    ["still_with_relayer"],
  ],
  [
    "an altered confirmed amount",
    "update confirmations set amount = amount + 1 where payment_id = $1",
    ["terms_differ", "terms_differ"],
  ],
  ["an altered fee receiver", "update confirmations set fee_receiver = payer where payment_id = $1", ["terms_differ"]],
  ["a missing event", "delete from payment_events where payment_id = $1 and type = 'paid'", ["log_differs"]],
  [
    "a surplus event",
    `insert into payment_events (payment_id, partner_id, type, status)
     select id, partner_id, 'cancelled', status from payments where id = $1`,
    ["log_differs"],
  ],
  [
    "an altered payment key",
    "update payments set payment_key = sha256(payment_key) where id = $1",
    ["terms_differ", "terms_differ", "transfer_differs"],
  ],
];

test("the books balance if nothing went wrong", async () => {
  expect(await differences(server)).toEqual([]);
  expect(await reconciled(server)).toMatchObject({
    payments: FAULTS.length + 3,
    transfers: FAULTS.length + 1,
    differences: [],
    leftOut: 0,
    chains: [{ chain: server.caip2, sums: [{ onChain: BigInt(FAULTS.length + 1) * 10_000_000n, reported: 0n }] }],
  });
});

test("a payment that the database lacks, known by our fee receiver, relayer or merchant", async () => {
  const before = await differences(server);
  await bend("delete from transfers where payment_id = $1", lost);
  await bend("delete from confirmations where payment_id = $1; delete from payments where id = $1", lost);
  const unknown = async (feeReceiver: Address) => {
    const { differences, chains } = await reconciled(server, EVERYTHING, feeReceiver);
    const messages = differences.filter(({ kind }) => kind === "unknown_payment").map(({ message }) => message);
    return { messages, sums: chains.flatMap(({ sums }) => sums.map(({ unknown }) => unknown)) };
  };
  const [first] = (await unknown(server.feeReceiver)).messages;
  expect(first).toMatch(/^10000000 of \S+ in block \d+ to mrch_\w+, with a fee to our receiver, paid a payment /);
  expect((await unknown(newAddress())).messages[0]).toMatch(/, sent by one of our relayers, paid a payment /);
  await bend("alter table relayers rename to former_relayers; create table relayers (like former_relayers)", "");
  // Anyone can pay our merchants, so that alone is no difference.
  expect(await unknown(newAddress())).toEqual({ messages: [], sums: [0n] });
  await bend("drop table relayers; alter table former_relayers rename to relayers", "");

  // The row that rebuild writes: counted from then on, and no longer a difference.
  const [config] = server.installation.chains;
  if (!config) throw new Error("the server has no chain");
  const { reader, payment } = createEvmChain(config, []);
  const { events } = await reader.paidEventsFrom(
    0n,
    (await reader.head()).number,
    async () => new Set([paymentKey(lost)]),
  );
  const own = await ownUnknown(
    { chain: reader, books: server.store.books, feeReceiver: payment.feeReceiver, relayers: [] },
    events,
  );
  expect(await server.store.books.recordUnknown(server.caip2, own)).toBe(1);
  expect(await server.store.books.recordUnknown(server.caip2, own)).toBe(0);
  expect(await unknown(server.feeReceiver)).toEqual({ messages: [], sums: [10_000_000n] });
  expect((await differences(server)).filter((difference) => !before.includes(difference))).toEqual([
    expect.stringMatching(/^the merchant holds/),
    expect.stringMatching(/^the fee receiver holds/),
  ]);
});

test.each(FAULTS)("%s", async (_, statement, kinds) => {
  const paymentId = paid.pop() ?? "";
  await bend(statement, paymentId);
  expect(await found(paymentId)).toEqual(kinds);
});

test("a succeeded status without a transfer", async () => {
  await bend("update payments set status = 'succeeded', cancelled_reason = null where id = $1", cancelled);
  expect(await found(cancelled)).toEqual(["log_differs", "succeeded_without_transfer", "wrong_status"]);
});

test("a payment in processing past its deadline", async () => {
  await bend("update confirmations set deadline_s = deadline_s - 3600 where payment_id = $1", processing);
  expect(await found(processing)).toEqual(["past_deadline", "terms_differ"]);
});

test("the sums per asset that differ as a result", async () => {
  const { differences, chains } = await reconciled(server);
  const sums = differences.filter(({ kind }) => kind === "sums_differ");
  expect(sums.map(({ message }) => message)).toEqual([
    expect.stringMatching(/^the chain paid \d+ of eip155:31337\/erc20:0x\w{40}, the database has \d+$/),
  ]);
  expect(chains[0]?.sums).toHaveLength(1);
});

test("money without an origin", async () => {
  const before = await differences(server);
  await setBalance(server.client, server.deployment.usdc, server.destination, 1n);
  const after = await differences(server);
  expect(after.filter((difference) => !before.includes(difference))).toEqual([
    expect.stringMatching(/^the merchant holds 1 of/),
  ]);
});

describe("a chain", () => {
  test("that is not the one followed is reported instead of a meaningless comparison", async () => {
    await bend("update chain_blocks set hash = sha256(hash)", "");
    const { differences } = await reconciled(server);
    expect(differences.filter(({ kind }) => kind === "not_followed")).toMatchObject([
      { chain: server.caip2, paymentId: null },
    ]);
  });

  test("that was never followed only has its payments checked", async () => {
    await bend("delete from chain_blocks", "");
    const { chains, transfers, payments } = await reconciled(server);
    expect(chains).toEqual([{ chain: server.caip2, blocks: null, sums: [], deposits: [] }]);
    expect({ transfers, payments }).toEqual({ transfers: 0, payments: FAULTS.length + 2 });
  });
});
