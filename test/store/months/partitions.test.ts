// With partitions by month, a statement that knows the ids of payments reads one partition for each payment.
import { afterAll, beforeAll, expect, test } from "vitest";
import { reconciled } from "../../harness/books.ts";
import { givenPaidWithCoin, startServerWithCoin } from "../../harness/chain/methods.ts";
import { confirm, signPayment, untilFinal } from "../../harness/chain/wallet.ts";
import { signIn } from "../../harness/server/console.ts";
import type { TestServer } from "../../harness/server/server.ts";
import { givenCancelledPayment, givenExpiredPayment, givenSucceededPayment } from "../../routes/given.ts";
import { givenLink, LinkVisitor } from "../../routes/payment-links/given-links.ts";
import type { RouteServer } from "../../routes/setup.ts";
import { startReceiver } from "../../webhooks/receiver.ts";
import { type WideRead, watchPlans } from "../database/plans.ts";
import { WIDE_READS } from "../database/wide-reads.ts";
import { partitionedDatabase } from "./partitioned.ts";

let server: TestServer;
let plans: Awaited<ReturnType<typeof watchPlans>>;
beforeAll(async () => {
  const database = await partitionedDatabase();
  plans = await watchPlans(database.databaseUrl);
  server = await startServerWithCoin({ database, bendsBooks: "rows that only fill the partitions" });
});
afterAll(async () => {
  await server.stop();
  plans.stop();
});

const read = async (path: string) => expect(await server.call({ path })).toMatchObject({ status: 200 });

/** Runs the operations of buyers, partners, endpoints and workers on payments. */
async function takePayments(): Promise<void> {
  const routes = server as RouteServer;
  const receiver = await startReceiver();
  await server.call({ path: "/v1/webhook-endpoints", body: { url: receiver.url } });
  const signed = await Promise.all([1, 2, 3].map(() => givenSucceededPayment(routes)));
  await receiver.next(({ event }) => event.paymentId === signed[0] && event.type === "payment.succeeded");
  await receiver.stop();

  const sent = await givenPaidWithCoin(server);
  const link = await givenLink(server);
  const { paymentId } = await new LinkVisitor(server, link).pay();
  await confirm(server, await signPayment(server, paymentId ?? "", await server.newBuyer()));
  await untilFinal(server, paymentId ?? "");

  await givenCancelledPayment(routes);
  await untilFinal(server, await givenExpiredPayment(routes));
  expect(await server.call({ path: "/v1/refunds", body: { paymentId: sent } })).toMatchObject({ status: 200 });
  for (const end of ["", "/status"]) await read(`/v1/payments/${sent}${end}`);
  await read("/v1/merchants/payments?limit=10");
  await read("/v1/events?limit=20");
  await read(`/v1/events?paymentId=${sent}`);
  await read(`/v1/exceptions?paymentId=${sent}`);

  const session = await signIn(server);
  const { body } = await session.call<{ cursor: string }>({ path: "/changes" });
  const changed = session.call({ path: `/changes?after=${body.cursor}&maxPollMs=20000` });
  await givenCancelledPayment(routes);
  expect(await changed).toMatchObject({ status: 200 });
  const { info } = await untilFinal(server, sent);
  for (const path of [`/find?text=${info?.txId}`, `/payments/${sent}/timeline`]) {
    expect(await session.call({ path })).toMatchObject({ status: 200 });
  }
  await server.store.vitals.read([server.caip2]);
  await server.store.vitals.stuck(10, new Map());
  await reconciled(server);
}

test("a statement that knows a payment's id reads one partition for it, in all its life", async () => {
  await takePayments();
  const isOf =
    ([table, start]: readonly string[]) =>
    (read: WideRead) =>
      read.table === table && read.statement.startsWith(start ?? "");
  expect(plans.wide.filter((read) => !WIDE_READS.some((listed) => isOf(listed)(read)))).toEqual([]);
});
