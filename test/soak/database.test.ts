// The database repeatedly closes every connection while payments run: nothing is lost or paid twice, and the server
// needs no restart.
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { paymentKey } from "../../src/payment/terms.ts";
import { paidEvents } from "../harness/books.ts";
import { confirm, createPayment, signPayment, untilFinal } from "../harness/chain/wallet.ts";
import type { ApiAnswer } from "../harness/server/api.ts";
import { startServer, type TestServer } from "../harness/server/server.ts";
import { LENGTH } from "./length.ts";

const CUTS = 6 * LENGTH;
const PAYMENTS = 2 * CUTS;
const CUT_EVERY_MS = 300;

let server: TestServer;
beforeAll(async () => {
  server = await startServer({ environment: { DATABASE_CONNECTIONS: "10" } });
});
afterAll(() => server.stop());

const cutConnections = () =>
  server.sql(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid()`,
  );

/** Retries on 5xx like a client. */
async function untilAnswered<Body>(ask: () => Promise<ApiAnswer<Body>>): Promise<ApiAnswer<Body>> {
  for (;;) {
    const answer = await ask();
    if (answer.status < 500) return answer;
  }
}

describe(`a database that cuts all connections ${CUTS} times`, () => {
  test(`loses none of ${PAYMENTS} payments`, async () => {
    const signed = await Promise.all(
      Array.from({ length: PAYMENTS }, async () =>
        signPayment(server, await createPayment(server), await server.newBuyer()),
      ),
    );
    const cutting = (async () => {
      for (let cut = 0; cut < CUTS; cut++) {
        await cutConnections();
        await sleep(CUT_EVERY_MS);
      }
    })();
    const answers = await Promise.all(
      signed.map(async (payment, index) => {
        await sleep((index * CUTS * CUT_EVERY_MS) / PAYMENTS);
        return untilAnswered(() => confirm(server, payment));
      }),
    );
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    await cutting;
    for (const { paymentId } of signed) {
      expect(await untilFinal(server, paymentId)).toMatchObject({ status: "succeeded" });
      expect(await paidEvents(server, [paymentKey(paymentId)])).toHaveLength(1);
    }
  });

  test("still notifies waiting requests at once", async () => {
    const paymentId = await createPayment(server);
    const signed = await signPayment(server, paymentId, await server.newBuyer());
    await confirm(server, signed);
    const held = server.call({ path: `/v1/payments/${paymentId}/status?maxPollMs=60000` });
    // Once the server has responded to a later request, the held one is waiting.
    await server.call({ path: `/v1/payments/${paymentId}/status` });
    await cutConnections();
    expect((await held).body).toMatchObject({ status: "succeeded" });
  });
});
