// The books balance and everything goes on after a month of payments was dropped.
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { writeSettings } from "../cli/chains/two-chains.ts";
import { json, turnpike } from "../cli/turnpike.ts";
import { reconciled } from "../harness/books.ts";
import { givenPaidWithCoin, startServerWithCoin } from "../harness/chain/methods.ts";
import { payWithOwnTerms } from "../harness/chain/own-terms.ts";
import { confirm, createPayment, signPayment, untilFinal } from "../harness/chain/wallet.ts";
import { dropPresentMonth } from "../harness/database/dropped-month.ts";
import type { TestServer } from "../harness/server/server.ts";
import { givenCancelledPayment, givenExpiredPayment, givenSucceededPayment } from "../routes/given.ts";
import { givenLink, LinkVisitor, readLink } from "../routes/payment-links/given-links.ts";
import type { RouteServer } from "../routes/setup.ts";
import { startReceiver } from "../webhooks/receiver.ts";

const ASKED = 10_000_000n;
const REFUND = { chain: "eip155:31337", txHash: `0x${"ab".repeat(32)}`, logIndexes: [0] } as const;
const BY = { actor: "test", via: "api" } as const;

let server: TestServer;
let routes: RouteServer;
let link: string;
/** A payment of the dropped month. */
let signed: string;
let late: string;
let all: readonly string[];
let routersBefore: readonly string[];
let transfersBefore: number;
beforeAll(async () => {
  server = await startServerWithCoin({ bendsBooks: "the keys of dropped payments are gone" });
  routes = server as RouteServer;
  await takePayments();
  routersBefore = await server.store.routers.everUsed(server.caip2);
  transfersBefore = await countTransfers();
  await dropPresentMonth(server);
});
afterAll(() => server.stop());

async function takePayments(): Promise<void> {
  const receiver = await startReceiver();
  await server.call({ path: "/v1/webhook-endpoints", body: { url: receiver.url } });
  signed = await givenSucceededPayment(routes);
  await receiver.next(({ event }) => event.paymentId === signed && event.type === "payment.succeeded");
  await receiver.stop();

  const sent = await givenPaidWithCoin(server);
  ({ id: link } = await givenLink(server, { maxUses: 1 }));
  const { paymentId: linked } = await new LinkVisitor(server, { id: link }).pay();
  await confirm(server, await signPayment(server, linked ?? "", await server.newBuyer()));
  await untilFinal(server, linked ?? "");

  late = await createPayment(server);
  await server.call({ method: "POST", path: `/v1/payments/${late}/cancel` });
  await payWithOwnTerms(server, late, { amount: ASKED });
  await vi.waitFor(async () => expect(await exceptionsOf(late)).toHaveLength(1), 20_000);

  const cancelled = await givenCancelledPayment(routes);
  const expired = await givenExpiredPayment(routes);
  await untilFinal(server, expired);
  expect(
    await server.store.refunds.mark({ id: sent, partnerId: server.partnerId, paid: 10_000_000n }, REFUND, BY),
  ).toBe(true);
  all = [signed, sent, linked ?? "", late, cancelled, expired];
}

async function exceptionsOf(paymentId: string): Promise<readonly object[]> {
  return (await server.call<{ data: object[] }>({ path: `/v1/exceptions?paymentId=${paymentId}` })).body.data;
}

async function countTransfers(): Promise<number> {
  const [row] = await server.sql<{ count: number }>("select count(*)::integer as count from transfers");
  return row?.count ?? 0;
}

test("a dropped payment is unknown, in every table but those of the books", async () => {
  for (const paymentId of all) {
    expect(await server.call({ path: `/v1/payments/${paymentId}` })).toMatchObject({ status: 404 });
    expect(await server.call({ path: "/v1/refunds", body: { paymentId } })).toMatchObject({ status: 404 });
    expect(await server.call({ path: `/v1/events?paymentId=${paymentId}` })).toMatchObject({ body: { data: [] } });
  }
  const tables = await server.sql<{ name: string }>(`
    select table_name as name from information_schema.columns join pg_class on oid = table_name::regclass
     where table_schema = 'public' and column_name = 'payment_id' and relkind = 'r' order by 1`);
  const left: string[] = [];
  for (const { name } of tables) {
    const rows = await server.sql(`select from ${name} where payment_id = any($1) limit 1`, [all]);
    if (rows.length > 0) left.push(name);
  }
  expect(left).toEqual(["exceptions", "refund_transfers", "transfers", "webhook_deliveries"]);
  expect(await countTransfers()).toBe(transfersBefore);
});

test("the books balance, and reconcile counts the transfers of dropped months", async () => {
  expect(await server.store.routers.everUsed(server.caip2)).toEqual(routersBefore);
  expect(await reconciled(server)).toMatchObject({ differences: [], transfers: 4, ofDroppedMonths: 4 });
});

test("rebuild neither restores dropped payments nor takes their transfers for unknown ones", async () => {
  const [first] = await server.sql<{ block: string }>("select min(block_number)::text as block from transfers");
  const command = ["rebuild", "--chain", server.caip2, "--from-block", first?.block ?? ""];
  expect(await json(command, await writeSettings(server))).toMatchObject({
    chains: [{ transfers: 0, succeeded: 0, exceptions: 0, unknown: [] }],
  });
  expect(await server.sql("select from unknown_transfers")).toEqual([]);
});

test("an altered transfer of a dropped payment is still a difference", async () => {
  const alter = (by: number) =>
    server.sql("update transfers set amount = amount + $2 where payment_id = $1", [signed, by]);
  await alter(1);
  const { differences } = await reconciled(server);
  await alter(-1);
  expect(differences.map(({ kind, paymentId }) => [kind, paymentId])).toEqual([
    ["transfer_differs", signed],
    ["sums_differ", null],
  ]);
});

test("partners see no exceptions of dropped payments, and the operator does", async () => {
  expect(await exceptionsOf(late)).toEqual([]);
  const filter = { partnerId: null, kind: null, withinS: null };
  expect(await server.store.exceptions.ofAll(filter, 10)).toMatchObject([{ paymentId: late, kind: "late" }]);
});

test("a link that takes one payment stays used up", async () => {
  expect(await readLink(server, link)).toMatchObject({
    status: "used_up",
    stats: { created: 1, open: 0, succeeded: 1 },
  });
  expect((await new LinkVisitor(server, { id: link }).open()).paymentId).toBeNull();
});

test("new money for a dropped payment changes nothing here, and an undecided transfer becomes foreign", async () => {
  await server.sql("update transfers set state = 'seen', due_block = 0 where payment_id = $1", [late]);
  await payWithOwnTerms(server, signed, { amount: ASKED });
  const paid = await givenSucceededPayment(routes);
  const stateOf = async () => server.sql("select state from transfers where payment_id = $1", [late]);
  await vi.waitFor(async () => expect(await stateOf()).toEqual([{ state: "foreign" }]), 20_000);
  expect(await countTransfers()).toBe(transfersBefore + 1);
  expect(await reconciled(server)).toMatchObject({ differences: [], ofDroppedMonths: 4 });

  // A transfer that refunded a dropped payment refunds no other one.
  const { partnerId } = server;
  expect(await server.store.refunds.mark({ id: paid, partnerId, paid: 10_000_000n }, REFUND, BY)).toBe(false);
});

test("a delivery whose event is gone fails for good when it is retried", async () => {
  const [delivery] = await server.sql<{ id: string }>("select id from webhook_deliveries order by no limit 1");
  const id = delivery?.id ?? "";
  expect(await server.store.deliveries.retry(server.partnerId, id)).toBe("queued");
  const found = () => server.store.deliveries.find(server.partnerId, id);
  const erased = { lastAttempt: { error: "the event's data has been erased" }, status: "failed" };
  await vi.waitFor(async () => expect(await found()).toMatchObject({ delivery: erased }), 20_000);
});

test("commands about a dropped payment say that there is none", async () => {
  const settings = await writeSettings(server);
  const shown = await turnpike(["payment", "show", signed], settings);
  expect(shown).toMatchObject({ code: 1, stderr: expect.stringContaining("there is no payment") });
  expect(await turnpike(["exceptions"], settings)).toMatchObject({ code: 0, stdout: expect.stringContaining(late) });
  expect((await turnpike(["reconcile"], settings)).stdout).toMatch(
    /\n1 payment and 5 transfers \(4 of dropped months\): no differences\.\n$/,
  );
});
