// Exceptions that a reorg moved are settled in few statements, because the chain's lock is held meanwhile.
import { afterAll, beforeAll, expect, test } from "vitest";
import type { ReportedTransfer } from "../../../src/payment/transfers/exception.ts";
import { openDatabase, type Queryable } from "../../../src/store/database/database.ts";
import { settleMoved } from "../../../src/store/transfers/moved-exceptions.ts";
import { startServer, type TestServer } from "../../harness/server/server.ts";
import { advancing, block, paidIn } from "../following/made-up-chain.ts";
import { CHAIN, forgetPayments, openPayment, queuedPayment, someAddress } from "../relaying/queued.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startServer({ role: null, bendsBooks: "its chain is made up" });
  await forgetPayments(server);
});
afterAll(() => server.stop());

const advance = advancing(() => server);

const exceptions = () => server.sql("select id, kind, amount::text, resolution from exceptions");

/** Settles as for transfers that are credited now, and counts the statements. */
async function settled(transfers: readonly ReportedTransfer[]): Promise<number> {
  const db = openDatabase({ url: server.databaseUrl, connectionsMax: 1, onError: () => {} });
  let sent = 0;
  const counted: Queryable = {
    query: (config) => {
      sent += 1;
      return db.query(config);
    },
  };
  await settleMoved(counted, CHAIN, transfers).finally(() => db.close());
  return sent;
}

test("credited transfers are looked up in one statement, and only one whose exception has lost its place in another", async () => {
  const { terms, ...queued } = await queuedPayment(server);
  const option = { ...queued, terms: { ...terms, amount: 1_000_000n, fee: 0n } };
  await advance(null, [block(1)]);
  await advance(block(1), [block(2)], [paidIn(block(2), option, 0)]);
  const [before] = await exceptions();
  const { txHash } = paidIn(block(2), option, 0);
  const { asset } = option;
  const of = { partnerId: server.partnerId, txHash, logIndex: 3, asset, amount: 1_000_000n, fee: 0n };
  const gateway = (await openPayment(server)).paymentId;
  const credited = [...Array.from({ length: 50 }, (_, no) => `pay_${no}`), gateway].map((paymentId) => ({
    ...of,
    paymentId,
  }));
  await server.sql(
    `insert into refunds (id, partner_id, merchant_id, payment_id, gateway_payment_id, status, asset, amount, currency,
                          fiat, destination, requester, expires_at)
     select 'rfd_1', partner_id, merchant_id, $1, $2, 'requires_action', $3, 1, 'USD', 1, $4, 'server', now()
       from payments where id = $1`,
    [option.paymentId, gateway, asset, someAddress("the buyer")],
  );
  expect([await settled(credited), await exceptions()]).toEqual([1, [before]]);
  await server.sql("update exceptions set holds_place = false");
  expect([await settled(credited), await exceptions()]).toEqual([2, [{ ...before, resolution: "chain" }]]);
  expect([await settled(credited), await settled([])]).toEqual([1, 0]);
});
