// The books notice what they are there for: without this, an empty list of differences would prove nothing.
import { afterAll, beforeAll, expect, test } from "vitest";
import { differences } from "./books.ts";
import { setBalance, startServer, type TestServer } from "./server.ts";
import { confirm, createPayment, signPayment, untilFinal } from "./wallet.ts";

let server: TestServer;
/** One for each test. */
let paid: string[];
beforeAll(async () => {
  server = await startServer();
  paid = await Promise.all(FAULTS.map(pay));
});
afterAll(() => server.stop());

async function pay(): Promise<string> {
  const paymentId = await createPayment(server);
  await confirm(server, await signPayment(server, paymentId, await server.newBuyer()));
  await untilFinal(server, paymentId);
  return paymentId;
}

const FAULTS = [
  ["a transfer that was not taken in", "delete from transfers where payment_id = $1"],
  ["a transfer with another amount", "update transfers set amount = amount - 1 where payment_id = $1"],
  ["a transfer that nobody decided about", "update transfers set state = 'seen' where payment_id = $1"],
  ["a transfer that a reorg took out", "update transfers set orphaned_at = now() where payment_id = $1"],
  ["a payment that failed though it was paid", "update payments set status = 'failed' where id = $1"],
  ["a payment still in the queue", "update confirmations set relay_state = 'sent' where payment_id = $1"],
  ["an event that is missing", "delete from payment_events where payment_id = $1 and type = 'paid'"],
] as const;

test("the books balance where nothing went wrong", async () => {
  expect(await differences(server)).toEqual([]);
});

test.each(FAULTS)("the books show %s", async (_, change) => {
  const paymentId = paid.pop();
  const before = await differences(server); // of the tests before
  await server.sql(change, [paymentId]);
  expect((await differences(server)).length).toBeGreaterThan(before.length);
});

test("the books show money that came from nowhere", async () => {
  const before = await differences(server);
  await setBalance(server.client, server.deployment.usdc, server.destination, 1n);
  expect((await differences(server)).length).toBeGreaterThan(before.length);
});
