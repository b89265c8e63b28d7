// Transactions handed out to wallets. Once paid, a transaction confirms its payment, unless the payment has already
// ended. The number of stored transactions is bounded, and they are deleted later.
import { type Hex, keccak256, stringToHex } from "viem";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { newPaymentId } from "../../../src/ids.ts";
import type { Option } from "../../../src/payment/option.ts";
import { paymentKey, termsHash } from "../../../src/payment/terms.ts";
import type { TimedEvent } from "../../../src/payment/transfers/transfer.ts";
import { startServer, type TestServer } from "../../harness/server/server.ts";
import { advancing, block } from "../following/made-up-chain.ts";
import { CHAIN, forgetPayments, ROUTER, someAddress } from "../relaying/queued.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startServer({ role: null });
});
beforeEach(() => forgetPayments(server));
afterAll(() => server.stop());

const nowS = () => Math.floor(Date.now() / 1000);

async function openPayment(): Promise<string> {
  const id = newPaymentId(null);
  await server.store.payments.create(
    {
      id,
      partnerId: server.partnerId,
      merchantId: server.merchantId,
      referenceId: "order",
      amount: { currency: "USD", value: 1_000n },
      checkout: null,
      createdBy: { type: "server", id: null },
      createdAtMs: Date.now(),
      expiresAtS: nowS() + 300,
      paymentKey: paymentKey(id),
      feePolicyId: null,
    },
    null,
  );
  return id;
}

const optionOf = (paymentId: string, payer = "buyer"): Option => ({
  paymentId,
  asset: `${CHAIN}/slip44:60`,
  method: "native",
  merchantName: "Blue Shop",
  paysOut: "merchant",
  quoteExpiresAtS: null,
  quoteSources: [],
  feePpm: 4_000n,
  feeFixed: 0n,
  terms: {
    chain: CHAIN,
    router: ROUTER,
    key: paymentKey(paymentId),
    token: "0x0000000000000000000000000000000000000000",
    payer: someAddress(payer),
    amount: 1_000n,
    destination: server.destination,
    fee: 4n,
    feeReceiver: server.feeReceiver,
    deadlineS: nowS() + 420,
  },
});

const remember = (option: Option, changes: { needsData?: boolean; requiredDepth?: number } = {}) =>
  server.store.intents.remember(option.paymentId, server.partnerId, {
    option,
    termsHash: termsHash(option.terms),
    requiredDepth: 1,
    needsData: false,
    ...changes,
  });

const hashOf = (text: string): Hex => keccak256(stringToHex(text));

const advance = advancing(() => server);

/** Stores a block after the previous one. */
const ingest = (number: number, events: TimedEvent[] = []) =>
  advance(number === 1 ? null : block(number - 1), [block(number)], events);

const paid = (number: number, { asset, terms }: Option, logIndex = 0): TimedEvent => ({
  txHash: hashOf(`transaction ${terms.payer}`),
  logIndex,
  blockNumber: BigInt(number),
  blockHash: block(number).hash,
  blockTimeS: block(number).timeS,
  paymentKey: terms.key,
  termsHash: termsHash(terms),
  asset,
  ...terms,
  deadlineS: BigInt(terms.deadlineS),
  method: "pay",
});

const statusOf = async (paymentId: string) => (await server.store.payments.findForBuyer(paymentId))?.status;
const eventsOf = async (paymentId: string) => {
  const rows = await server.sql<{ type: string }>("select type from payment_events where payment_id = $1 order by id", [
    paymentId,
  ]);
  return rows.map(({ type }) => type);
};

describe("a handed-out transaction that is seen paid", () => {
  test("confirms its payment, and credits it once it is deep enough", async () => {
    const option = optionOf(await openPayment());
    await remember(option, { requiredDepth: 2 });
    await ingest(1, [paid(1, option)]);
    const payment = await server.store.payments.findForBuyer(option.paymentId);
    expect(payment).toMatchObject({ status: "processing", confirmation: { option, resultsDigest: null } });
    await ingest(2);
    expect(await statusOf(option.paymentId)).toBe("succeeded");
    expect(await eventsOf(option.paymentId)).toEqual(["created", "confirmed", "paid"]);
    expect(await server.sql("select relay_state from confirmations")).toEqual([{ relay_state: "closed" }]);
  });

  test("confirms nothing if it was never handed out", async () => {
    const option = optionOf(await openPayment());
    await remember(optionOf(option.paymentId, "somebody else"));
    await ingest(1, [paid(1, option)]);
    expect(await statusOf(option.paymentId)).toBe("requires_action");
  });

  test("confirms nothing if its payment can no longer be paid on this chain", async () => {
    const option = optionOf(await openPayment());
    await remember(option);
    await advancing(() => server, undefined, { takes: () => false })(null, [block(1)], [paid(1, option)]);
    expect(await statusOf(option.paymentId)).toBe("requires_action");
  });

  test("does not touch a payment that was cancelled, had expired by the block's time or is confirmed", async () => {
    const [cancelled, due, confirmed] = [await openPayment(), await openPayment(), await openPayment()].map((id) =>
      optionOf(id, id),
    );
    if (!cancelled || !due || !confirmed) throw new Error("three payments were expected");
    for (const option of [cancelled, due, confirmed]) await remember(option);
    await server.store.payments.apply(cancelled.paymentId, { type: "cancelled", reason: "cancelled_by_user" });
    await server.sql("update payments set expires_at = to_timestamp($2) where id = $1", [
      due.paymentId,
      block(1).timeS,
    ]);
    await server.store.payments.confirm(confirmed.paymentId, {
      option: confirmed,
      termsHash: termsHash(confirmed.terms),
      resultsDigest: hashOf("results"),
      proof: { type: "transaction", hash: hashOf("named") },
      providerName: "Wallet",
      requiredDepth: 1,
      relay: "external",
      buyerData: null,
      linkId: null,
      payerBalance: null,
    });
    await ingest(1, [paid(1, cancelled, 0), paid(1, due, 1), paid(1, confirmed, 2)]);
    expect(await statusOf(cancelled.paymentId)).toBe("cancelled");
    expect(await statusOf(due.paymentId)).toBe("requires_action"); // until the sweep runs
    expect(await statusOf(confirmed.paymentId)).toBe("succeeded");
    expect(await eventsOf(confirmed.paymentId)).toEqual(["created", "confirmed", "paid"]);
  });

  test("in a block before the expiry pays, however long ago by our clock the payment expired", async () => {
    const option = optionOf(await openPayment());
    await remember(option);
    await server.sql("update payments set expires_at = to_timestamp($2) where id = $1", [
      option.paymentId,
      block(1).timeS + 1,
    ]);
    await ingest(1, [paid(1, option)]);
    expect(await statusOf(option.paymentId)).toBe("succeeded");
    expect(await eventsOf(option.paymentId)).toEqual(["created", "confirmed", "paid"]);
  });

  test("belongs to its payment if it is the first of two on the chain", async () => {
    const paymentId = await openPayment();
    const [first, second] = [optionOf(paymentId, "one"), optionOf(paymentId, "another")];
    await remember(second);
    await remember(first);
    await ingest(1, [paid(1, first, 3), paid(1, second, 7)]);
    expect(await server.store.payments.findForBuyer(paymentId)).toMatchObject({
      status: "succeeded",
      confirmation: { termsHash: termsHash(first.terms) },
      credit: { logIndex: 3 },
    });
  });

  test("and a confirm at the same moment: exactly one of them confirms", async () => {
    const options = await Promise.all(
      Array.from({ length: 10 }, async (_, i) => optionOf(await openPayment(), `buyer ${i}`)),
    );
    for (const option of options) await remember(option);
    const confirms = options.map((option) =>
      server.store.payments.confirm(option.paymentId, {
        option,
        termsHash: termsHash(option.terms),
        resultsDigest: hashOf("results"),
        proof: { type: "transaction", hash: hashOf("named") },
        providerName: "",
        requiredDepth: 1,
        relay: "external",
        buyerData: null,
        linkId: null,
        payerBalance: null,
      }),
    );
    await Promise.all([
      ingest(
        1,
        options.map((option, i) => paid(1, option, i)),
      ),
      ...confirms,
    ]);
    await ingest(2);
    for (const { paymentId } of options) {
      expect(await statusOf(paymentId)).toBe("succeeded");
      expect(await eventsOf(paymentId)).toEqual(["created", "confirmed", "paid"]);
    }
  });

  test("waits for the buyer data that the payment requires", async () => {
    const option = optionOf(await openPayment());
    await remember(option, { needsData: true });
    await ingest(1, [paid(1, option)]);
    expect(await statusOf(option.paymentId)).toBe("requires_action");
    await server.sql(
      `insert into buyer_data (payment_id, partner_id, account, field, key_id, content)
       values ($1, $2, $3, 'fullName', 'k', '')`,
      [option.paymentId, server.partnerId, `${CHAIN}:${option.terms.payer}`],
    );
    await ingest(2);
    expect(await statusOf(option.paymentId)).toBe("succeeded");
  });
});

describe("stored intents", () => {
  const count = async () => (await server.sql("select from intents")).length;

  test("have one row each and a limit per account, so no buyer can use up another's share", async () => {
    const paymentId = await openPayment();
    const option = optionOf(paymentId);
    await remember(option);
    await remember(option);
    expect(await count()).toBe(1);
    const amounts = Array.from({ length: 105 }, (_, i) => 2_000n + BigInt(i));
    for (const amount of amounts) await remember({ ...option, terms: { ...option.terms, amount } });
    expect(await count()).toBe(100);
    await remember(optionOf(paymentId, "another payer"));
    expect(await count()).toBe(101);
    await remember(optionOf(await openPayment()));
    expect(await count()).toBe(102);
  });

  test("are deleted a day after their deadline, not before and not while the payment is open", async () => {
    const old = optionOf(await openPayment(), "old");
    const day = 24 * 3600;
    await remember({ ...old, terms: { ...old.terms, deadlineS: nowS() - day - 60 } });
    await remember({ ...old, terms: { ...old.terms, deadlineS: nowS() - day + 600 } });
    expect(await server.store.intents.forgetOld()).toEqual({ hasMore: false });
    expect(await count()).toBe(2);
    await server.store.payments.apply(old.paymentId, { type: "cancelled", reason: "cancelled_by_user" });
    expect(await server.store.intents.forgetOld()).toEqual({ hasMore: false });
    expect(await count()).toBe(1);
  });
});
