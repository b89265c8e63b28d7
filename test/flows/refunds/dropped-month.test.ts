// Refunds in the operator's books after the month of the refunded payments was dropped.
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { report } from "../../../src/operations/books/report.ts";
import { reconciled } from "../../harness/books.ts";
import { payWithOwnTerms } from "../../harness/chain/own-terms.ts";
import { givenRefund, orphan, paidBy, signRefund, type WireRefund } from "../../harness/chain/refunds.ts";
import { dropFirstMonth } from "../../harness/database/dropped-month.ts";
import { startServer, type TestServer } from "../../harness/server/server.ts";
import { endMonthNow } from "../../store/months/ended-months.ts";

let server: TestServer;
let early: WireRefund;
let late: WireRefund;
beforeAll(async () => {
  server = await startServer({ bendsBooks: "the keys of dropped payments are gone" });
  const [buyer, signer] = [await server.newBuyer(), await server.newBuyer(100_000_000n)];
  early = await givenRefund(server, await paidBy(server, buyer));
  expect(await signRefund(server, early, signer)).toBe("succeeded");
  await payAgain(early);
  const paymentId = await paidBy(server, buyer);
  await endMonthNow({ query: (text) => server.sql(text) });
  late = await givenRefund(server, paymentId); // its gateway payment is in a later month
  expect(await signRefund(server, late, signer)).toBe("succeeded");
});
afterAll(() => server.stop());

/** Under the key of the refund's gateway payment. */
async function payAgain({ gatewayPaymentId, paymentId }: WireRefund): Promise<void> {
  await payWithOwnTerms(server, gatewayPaymentId, { amount: 1_000_000n });
  const exceptions = () => server.sql("select payment_id from exceptions");
  await vi.waitFor(async () => expect(await exceptions()).toEqual([{ payment_id: paymentId }]), { timeout: 20_000 });
}

const reported = () => report(server.store.report, { chain: null, month: null, partnerId: null });

test("a dropped month turns no refund into a sale, and no reported exception into an unreported one", async () => {
  const before = await reported();
  expect(before.flatMap(({ assets }) => assets)).toMatchObject([
    { payments: 2n, volume: 20_000_000n, refunded: 20_000_000n, exceptions: 1_000_000n },
  ]);
  await dropFirstMonth(server);
  expect(await server.sql("select from refunds")).toEqual([]);
  expect(await reported()).toEqual(before);
  expect((await reconciled(server)).differences).toEqual([]);
});

test("a refund's transfer that a reorganisation removed for good stays reported", async () => {
  const { gatewayPaymentId, paymentId } = late;
  await server.sql(
    `insert into exceptions (id, partner_id, payment_id, kind, asset, amount, chain, tx_hash, log_index, message)
     select 'exc_lost', partner_id, $2, 'settlement_failed', asset, amount, chain, tx_hash, log_index, 'lost'
       from transfers where payment_id = $1`,
    [gatewayPaymentId, paymentId],
  );
  await orphan(server, gatewayPaymentId);
  const { differences } = await reconciled(server);
  expect(differences.filter(({ kind }) => kind === "succeeded_without_transfer")).toEqual([]);
});
