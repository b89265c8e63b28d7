// Money that arrives for a payment just when it moves (`turnpike distribute`). Here the tables of moved payments are
// ordinary ones.
import type pg from "pg";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { type Database, openDatabase } from "../../src/store/database.ts";
import { createPaymentMover } from "../../src/store/moved/move.ts";
import { withMoved } from "../../src/store/moved/with-moved.ts";
import { createLedger } from "../../src/store/transfers/ledger.ts";
import { databaseOfMovedPayments, moveAll } from "../harness/moved.ts";
import { startServer, type TestServer } from "../harness/server.ts";
import { block, paidIn } from "./made-up-chain.ts";
import { CHAIN, forgetPayments, openPayment } from "./queued.ts";

let server: TestServer;
let db: Database;
beforeAll(async () => {
  server = await startServer({ role: null, database: await databaseOfMovedPayments(), bendsBooks: "made-up chain" });
  db = openDatabase({ url: server.databaseUrl, connectionsMax: 4, onError: () => {} });
});
afterAll(async () => {
  await db.close();
  await forgetPayments(server);
  await server.stop();
});

/** Runs `then` after the transaction's statement of this name. */
const after = (name: string, then: () => Promise<void>): Database => ({
  ...db,
  transaction: (work) =>
    db.transaction((tx) =>
      work({
        async query<Row extends pg.QueryResultRow>(config: pg.QueryConfig) {
          const result = await tx.query<Row>(config);
          if (config.name === name) await then();
          return result;
        },
      }),
    ),
});

test("a payment that moves while its late transfer is stored comes back for it", async () => {
  const option = await openPayment(server);
  const { paymentId } = option;
  await server.store.payments.apply(paymentId, { type: "cancelled", reason: "cancelled_by_user" });
  while (await server.store.lists.projectSome());
  const present = async () => (await server.sql("select id from payments where id = $1", [paymentId])).length;
  let moves = 0;
  const racing = after("present_keys", async () => {
    await vi.waitFor(
      async () => {
        moves += 1;
        await createPaymentMover(db).moveSome();
        expect(await present()).toBe(0);
      },
      { timeout: 5_000 },
    );
  });
  const ledger = createLedger(withMoved(racing));
  await ledger.at(CHAIN, null, (book) => book.takeIn([block(1)], [paidIn(block(1), option, 0)]));
  expect(moves).toBeGreaterThan(0);
  expect(await present()).toBe(1);
  const transfers = await server.sql("select payment_id, state from transfers");
  expect(transfers).toEqual([{ payment_id: paymentId, state: "seen" }]);

  await moveAll(server);
  expect(await present()).toBe(1); // it waits for the decision about its transfer
});
