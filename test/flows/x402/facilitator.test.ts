// Partners' own x402 servers, unmodified `@x402/express` and `@x402/hono`, settle through this facilitator.
import { EventEmitter, once } from "node:events";
import type { Address } from "viem";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { newAgent, settlementIn, signAt } from "../../harness/chain/x402.ts";
import { settle, signFor, verify } from "../../harness/chain/x402-facilitator.ts";
import { buy, REPORT, type Seller, startExpress, startHono } from "../../harness/chain/x402-seller.ts";
import { startLossyProxy } from "../../harness/server/lossy-proxy.ts";
import type { TestServer } from "../../harness/server/server.ts";
import { sharedServer } from "../../harness/server/shared-server.ts";

const AMOUNT = 1_000_000n;

let server: TestServer;
beforeAll(async () => {
  server = await sharedServer();
});
afterAll(() => server.stop());

const balances = (...accounts: Address[]) =>
  Promise.all(accounts.map((account) => server.balance(server.deployment.usdc, account)));

/** A server for one test. */
async function selling<Result>(seller: Promise<Seller>, work: (url: string) => Promise<Result>): Promise<Result> {
  const { url, stop } = await seller;
  try {
    return await work(url);
  } finally {
    await stop();
  }
}

test.each([
  ["@x402/express", startExpress],
  ["@x402/hono", startHono],
] as const)("%s sells: the money goes whole to the merchant, and the sale is a payment", async (_, start) => {
  const payer = await newAgent(server, AMOUNT);
  const before = await balances(server.destination, server.feeReceiver);
  const response = await selling(start(server), (url) => buy(server, payer, url));
  expect([response.status, await response.json()]).toEqual([200, REPORT]);
  const settlement = settlementIn(response);
  expect(settlement).toMatchObject({ success: true, network: server.caip2, payer: payer.address, amount: "1000000" });
  const [merchantHad = 0n, operatorHad = 0n] = before;
  expect(await balances(payer.address, server.destination, server.feeReceiver)).toEqual([
    0n,
    merchantHad + AMOUNT,
    operatorHad,
  ]);
  const { paymentId } = settlement.extra as { paymentId: string };
  const { body } = await server.call<object>({ path: `/v1/payments/${paymentId}` });
  expect(body).toMatchObject({
    status: "succeeded",
    createdBy: { type: "x402" },
    referenceId: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/report$/),
    info: { txId: settlement.transaction },
  });
});

test("a program without the money gets nothing", async () => {
  const payer = await newAgent(server, AMOUNT - 1n);
  const response = await selling(startExpress(server), (url) => buy(server, payer, url));
  expect(response.status).toBe(402);
});

test("answers that are lost on the way cost nobody money: the server asks again", async () => {
  const proxy = await startLossyProxy(server.baseUrl);
  const payers = await Promise.all(Array.from({ length: 3 }, () => newAgent(server, 2n * AMOUNT)));
  const responses = await selling(startExpress(server, proxy.url), (url) =>
    Promise.all(payers.map((payer) => buy(server, payer, url))),
  );
  const dropped = proxy.dropped();
  await proxy.stop();
  expect([dropped, responses.map(({ status }) => status)]).toEqual([3, [200, 200, 200]]);
  expect(await balances(...payers.map(({ address }) => address))).toEqual([AMOUNT, AMOUNT, AMOUNT]);
});

test("a payload that a program sends many times at once buys once", async () => {
  const signed = await signFor(server, await newAgent(server, 2n * AMOUNT));
  const answers = await Promise.all(Array.from({ length: 5 }, () => settle(server, signed)));
  const successes = answers.filter(({ body }) => body.success);
  expect(successes.length).toBe(1);
  expect(new Set(answers.map(({ body }) => body.extra?.paymentId)).size).toBe(1);
  for (const { body } of answers) if (!body.success) expect(body.errorReason).toBe("settlement_pending");
  // Later, each gets the same answer; and a server that asks first does not sell again.
  expect((await settle(server, signed)).body).toEqual(successes[0]?.body);
  expect((await verify(server, signed)).body.invalidReason).toBe("invalid_exact_evm_nonce_already_used");
});

test("a payload that is verified a second time while its first answer is being made buys once", async () => {
  const payer = await newAgent(server, 2n * AMOUNT);
  const [events, bothAsked, firstAnswered] = [new EventEmitter(), "both asked", "first answered"];
  let asked = 0;
  const work = async () => {
    asked += 1;
    if (asked === 2) events.emit(bothAsked);
    await once(events, asked === 1 ? bothAsked : firstAnswered);
  };
  await selling(startExpress(server, server.baseUrl, work), async (url) => {
    const { send } = await signAt(server, url, payer);
    const first = send();
    await vi.waitUntil(() => asked === 1, { timeout: 10_000 });
    const second = send();
    expect((await first).status).toBe(200);
    events.emit(firstAnswered);
    expect((await second).status).toBe(402);
  });
  expect(await balances(payer.address)).toEqual([AMOUNT]);
});

test("many share a transaction, and bad ones among them harm only themselves", async () => {
  const signed = await Promise.all(
    Array.from({ length: 12 }, async (_, i) => {
      const body = await signFor(server, await newAgent(server, AMOUNT));
      if (i % 4 === 3) body.paymentPayload.payload.signature = `0x${"1b".repeat(65)}`;
      return body;
    }),
  );
  const answers = await Promise.all(signed.map((body) => settle(server, body)));
  const good = answers.filter((_, i) => i % 4 !== 3);
  expect(good.map(({ body }) => body.success)).toEqual(good.map(() => true));
  const bad = answers.filter((_, i) => i % 4 === 3);
  expect(bad.map(({ body }) => body.errorReason)).toEqual(bad.map(() => "invalid_exact_evm_signature"));
  expect(new Set(good.map(({ body }) => body.transaction)).size).toBeLessThan(good.length);
});
