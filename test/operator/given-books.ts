// A month of a merchant's books with an entry of each kind: by transactions on the test's own chain, and where no chain
// makes one in reasonable time, by the rows that the watcher would write.
import type { Address } from "viem";
import { expect, vi } from "vitest";
import type { ExceptionKind } from "../../src/payment/transfers/exception.ts";
import { confirmedPayment, inPool } from "../faults/payments/confirmed.ts";
import { transfer } from "../harness/chain/deposit-addresses.ts";
import { askForAddress, sendTo } from "../harness/chain/deposits.ts";
import {
  buyerWith,
  confirmResults,
  executeAll,
  type Funds,
  fetchActions,
  onlyOption,
  startServerWithCoin,
} from "../harness/chain/methods.ts";
import { type OwnChain, startOwnChain } from "../harness/chain/own-chain.ts";
import { payWithOwnTerms } from "../harness/chain/own-terms.ts";
import { givenRefund, paidBy, paidByDeposit, signRefund } from "../harness/chain/refunds.ts";
import type { RefusedList } from "../harness/chain/refused-list.ts";
import { optionOf } from "../harness/chain/rival.ts";
import { createPayment, type SignedOption, untilFinal } from "../harness/chain/wallet.ts";
import { newAgent, payByX402 } from "../harness/chain/x402.ts";
import { settle, signFor } from "../harness/chain/x402-facilitator.ts";
import { partnerWith } from "../harness/server/as-partner.ts";
import { type Buyer, newAddress, setBalance, type TestServer } from "../harness/server/server.ts";
import { givenException } from "../routes/payments/list-exceptions/exceptions.ts";

export interface GivenBooks {
  /** Seen as the partner of the books, whose fees are 0.4 % and 0.30 USD. */
  readonly shop: TestServer;
  /** Who gets the fees of the options; the server's own receiver gets those of other terms. */
  readonly feeReceiver: Address;
  /** A payment that succeeded. */
  readonly paid: string;
  stop(): Promise<void>;
}

/** An idle chain is looked at once a minute. */
const WITHIN = { timeout: 150_000, interval: 200 };
/** Seconds. */
const GRACE_S = 10;
/** Enough time to confirm on a busy machine; the chain's clock then skips it. */
const LIFETIME_S = 300;
/** What payments of 10.00 USD ask, in USDC. */
const ASKED = 10_000_000n;

export async function startBooks(list: RefusedList): Promise<GivenBooks> {
  const chain = await startOwnChain();
  const server = await startServerWithCoin({
    place: chain,
    environment: { SCREENING: list.source },
    chain: { inclusionGraceS: GRACE_S, confirmations: [{ fromStandardUnits: 0n, blocks: 1 }] },
  });
  const feeReceiver = newAddress();
  const shop = await partnerWith(server, {
    ppm: 4_000n,
    fixed: new Map([["USD", 30n]]),
    minimum: new Map(),
    receivers: new Map([["*", feeReceiver]]),
  });
  await paidAgainAfterReorg(shop, chain);
  const paid = await paidBy(shop, await shop.newBuyer());
  await Promise.all([
    otherPayments(shop),
    refunds(shop),
    depositedMore(shop),
    depositedWrongly(shop, list),
    paidWithOtherTerms(shop, paid),
    written(shop),
  ]);
  await lostAfterReorg(shop, chain);
  return {
    shop,
    feeReceiver,
    paid,
    async stop() {
      await server.stop();
      await chain.stop();
    },
  };
}

/** Resolves with the exception's id. */
export const reported = (shop: TestServer, paymentId: string, kind: ExceptionKind): Promise<string> =>
  vi.waitFor(async () => {
    const found = await shop.sql<{ id: string }>("select id from exceptions where payment_id = $1 and kind = $2", [
      paymentId,
      kind,
    ]);
    expect(found).toHaveLength(1);
    return found[0]?.id ?? "";
  }, WITHIN);

const resolved = ({ sql }: TestServer, exceptionId: string): Promise<void> =>
  vi.waitFor(async () => {
    expect(await sql("select resolution from exceptions where id = $1", [exceptionId])).toEqual([
      { resolution: "chain" },
    ]);
  }, WITHIN);

const succeeds = async (shop: TestServer, paymentId: string): Promise<void> =>
  expect(await untilFinal(shop, paymentId)).toMatchObject({ status: "succeeded" });

/** In two tokens of 6 decimals, in one of 18 and in coins, by wallets and by programs. */
async function otherPayments(shop: TestServer): Promise<void> {
  const gas = "1";
  const funds: readonly Funds[] = [{ coin: "20" }, { dai: "20", coin: gas }, { usdt: "20", coin: gas }];
  await Promise.all(funds.map((each) => payWith(shop, each)));
  const program = await payByX402(shop, await createPayment(shop), await newAgent(shop));
  expect(program.body).toMatchObject({ status: "succeeded" });
  const { body } = await settle(shop, await signFor(shop, await newAgent(shop, 1_000_000n)));
  expect(body).toMatchObject({ success: true });
  await paidByDeposit(shop);
}

async function payWith(shop: TestServer, funds: Funds): Promise<void> {
  const buyer = await buyerWith(shop, funds);
  const paymentId = await createPayment(shop);
  const option = await onlyOption(shop, paymentId, buyer);
  const results = await executeAll(shop, buyer, await fetchActions(shop, paymentId, option));
  expect(await confirmResults(shop, paymentId, option, results)).toMatchObject({ status: 200 });
  await succeeds(shop, paymentId);
}

/** In whole, in part, and by hand. */
async function refunds(shop: TestServer): Promise<void> {
  for (const body of [{ reason: "Returned" }, { amount: { unit: "iso4217/USD", value: "234" } }]) {
    const refund = await givenRefund(shop, await paidBy(shop, await shop.newBuyer()), body);
    expect(await signRefund(shop, refund, await shop.newBuyer())).toBe("succeeded");
  }
  const marked = await paidBy(shop, await shop.newBuyer());
  expect(await shop.call({ path: "/v1/refunds", body: { paymentId: marked } })).toMatchObject({ status: 200 });
}

async function depositedMore(shop: TestServer): Promise<void> {
  const paymentId = await createPayment(shop);
  await sendTo(shop, (await askForAddress(shop, paymentId)).address, ASKED + 2_000_000n);
  await succeeds(shop, paymentId);
  await reported(shop, paymentId, "overpaid");
}

/** In another token, and from an account that screening refuses. */
async function depositedWrongly(shop: TestServer, list: RefusedList): Promise<void> {
  const [foreign, refused] = [await createPayment(shop), await createPayment(shop)];
  const { eurc } = shop.deployment;
  const { address } = await askForAddress(shop, foreign);
  await sendTo(shop, address, 3_000_000n, eurc);
  const from = newAddress();
  list.refuse(from);
  await transfer(shop, { to: (await askForAddress(shop, refused)).address, amount: ASKED, from });
  await reported(shop, refused, "refused_sender");
  await reported(shop, foreign, "foreign_token");
  await vi.waitFor(async () => expect(await shop.balance(eurc, address)).toBe(0n), WITHIN);
}

/** One of these transfers is refunded. */
async function paidWithOtherTerms(shop: TestServer, paid: string): Promise<void> {
  const [open, cancelled] = [await createPayment(shop), await createPayment(shop)];
  await shop.call({ method: "POST", path: `/v1/payments/${cancelled}/cancel` });
  await payWithOwnTerms(shop, open, { amount: 3_000_000n, fee: 10_000n });
  await payWithOwnTerms(shop, paid, { amount: ASKED });
  await payWithOwnTerms(shop, cancelled, { amount: ASKED });
  await reported(shop, open, "underpaid");
  await reported(shop, paid, "duplicate");
  const refund = await givenRefund(shop, cancelled, { exceptionId: await reported(shop, cancelled, "late") });
  expect(await signRefund(shop, refund, await shop.newBuyer())).toBe("succeeded");
}

/**
 * A refund that a restored database lacks, and an exception that ended because its transfer pays the payment after
 * all: a restored backup, and a reorg between a transfer and its confirm.
 */
async function written(shop: TestServer): Promise<void> {
  const lacking = await givenException(shop, { kind: "unknown_refund" });
  const ended = await givenException(shop, { kind: "underpaid" });
  await shop.sql("update exceptions set resolved_at = now(), resolution = 'chain' where id = $1", [ended.id]);
  for (const [type, { id, paymentId }] of [
    ["exception", lacking],
    ["exception", ended],
    ["resolved", ended],
  ] as const) {
    await shop.sql(
      `insert into payment_events (payment_id, partner_id, type, status, data)
       values ($1, $2, $3, 'requires_action', jsonb_build_object('exceptionId', $4::text, 'resolution', 'chain'))`,
      [paymentId, shop.partnerId, type, id],
    );
  }
}

/** A payment that succeeds, and whose transfer a reorg then removes. Leaves the chain without mining. */
async function removedByReorg(shop: TestServer, chain: OwnChain, buyer: Buyer): Promise<SignedOption> {
  await chain.mine(2); // the account's funding must be older than the reorg
  await chain.stopMining();
  const signed = await confirmedPayment(shop, { buyer, expiresAt: (await chain.nowS()) + LIFETIME_S });
  await inPool(shop);
  await chain.mine();
  await succeeds(shop, signed.paymentId);
  await chain.reorganise(1);
  await reported(shop, signed.paymentId, "reorged");
  return signed;
}

async function paidAgainAfterReorg(shop: TestServer, chain: OwnChain): Promise<void> {
  const { paymentId } = await removedByReorg(shop, chain, await shop.newBuyer());
  await inPool(shop); // sent again
  await chain.resumeMining();
  await resolved(shop, await reported(shop, paymentId, "reorged"));
}

async function lostAfterReorg(shop: TestServer, chain: OwnChain): Promise<void> {
  const buyer = await shop.newBuyer();
  const signed = await removedByReorg(shop, chain, buyer);
  await setBalance(shop.client, shop.deployment.usdc, buyer.address, 0n);
  await inPool(shop); // sent again, in vain
  await chain.mine();
  await chain.mineAt(optionOf(shop, signed).terms.deadlineS + 1);
  await reported(shop, signed.paymentId, "settlement_failed");
  await chain.resumeMining();
}
