// Anyone can pay the router under a payment's key with their own terms. Such a transfer never completes the payment,
// and every transfer that reaches the merchant is reported. Runs on a real node.
import type { Hex } from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { statusOf } from "../faults/payments/confirmed.ts";
import { type OwnTerms, payWithOwnTerms } from "../harness/chain/own-terms.ts";
import { confirm, createPayment, signPayment, untilFinal } from "../harness/chain/wallet.ts";
import type { TestServer } from "../harness/server/server.ts";
import { sharedServer } from "../harness/server/shared-server.ts";
import { askToMove, decide, elsewhere, newFirm } from "../routes/console/change-requests/people.ts";

let server: TestServer;
beforeAll(async () => {
  server = await sharedServer();
  await wakeChain();
});
afterAll(() => server.stop());

const ASKED = 10_000_000n;
/** The least that is reported. */
const CENT = 10_000n;

const payBy = (paymentId: string, terms: OwnTerms): Promise<Hex> => payWithOwnTerms(server, paymentId, terms);

/** The exceptions reported to the partner for a payment, once there are `count` of them. */
async function toldOf(paymentId: string, count = 1, { call }: TestServer = server) {
  const told = async () => {
    const { body } = await call<{
      data: { kind: string; amount: { value: string }; transaction: { hash: Hex } }[];
    }>({
      path: `/v1/exceptions?paymentId=${paymentId}`,
    });
    return body.data.map(({ kind, amount, transaction }) => ({ kind, value: amount.value, hash: transaction.hash }));
  };
  await expect.poll(async () => (await told()).length).toBe(count);
  return told();
}

async function statesOf(paymentId: string): Promise<string[]> {
  const text = "select state from transfers where payment_id = $1 order by id";
  return (await server.sql<{ state: string }>(text, [paymentId])).map(({ state }) => state);
}

async function paid(): Promise<string> {
  const paymentId = await createPayment(server);
  await payInFull(paymentId);
  return paymentId;
}

async function payInFull(paymentId: string): Promise<void> {
  await confirm(server, await signPayment(server, paymentId, await server.newBuyer()));
  expect(await untilFinal(server, paymentId)).toMatchObject({ status: "succeeded" });
}

/** An idle chain is read too rarely to wait for: a payment makes it busy. */
async function wakeChain(): Promise<void> {
  await paid();
}

async function cancelled(of: TestServer = server): Promise<string> {
  const paymentId = await createPayment(of);
  await of.call({ method: "POST", path: `/v1/payments/${paymentId}/cancel` });
  return paymentId;
}

describe("a transfer with other terms for an open payment", () => {
  test("is reported at once if it is too small, credits nothing and leaves the payment payable", async () => {
    const paymentId = await createPayment(server);
    const hash = await payBy(paymentId, { amount: ASKED - 1n });
    expect(await toldOf(paymentId)).toEqual([{ kind: "underpaid", value: "9999999", hash }]);
    expect(await statusOf(server, paymentId)).toBe("requires_action");
    await payInFull(paymentId);
    expect(await toldOf(paymentId)).toHaveLength(1);
  });

  test("is reported at once if it is too large, credits nothing and leaves the payment payable", async () => {
    const paymentId = await createPayment(server);
    const hash = await payBy(paymentId, { amount: ASKED + 1n });
    expect(await toldOf(paymentId)).toEqual([{ kind: "overpaid", value: "10000001", hash }]);
    expect(await statusOf(server, paymentId)).toBe("requires_action");
    await payInFull(paymentId);
  });

  test("is held until the payment ends if the amount matches, then reported as late or duplicate", async () => {
    const paymentIds = [await createPayment(server), await createPayment(server)] as const;
    const hashes = [await payBy(paymentIds[0], { amount: ASKED }), await payBy(paymentIds[1], { amount: ASKED })];
    await payInFull(paymentIds[0]);
    expect(await toldOf(paymentIds[0])).toEqual([{ kind: "duplicate", value: "10000000", hash: hashes[0] }]);
    expect(await toldOf(paymentIds[1], 0)).toEqual([]);
    await server.call({ method: "POST", path: `/v1/payments/${paymentIds[1]}/cancel` });
    expect(await toldOf(paymentIds[1])).toEqual([{ kind: "late", value: "10000000", hash: hashes[1] }]);
  });
});

describe("a transfer for a payment that", () => {
  test.each([
    ["succeeded, for the same amount", paid, ASKED, "duplicate"],
    ["succeeded, for a small amount", paid, CENT, "overpaid"],
    ["was cancelled, for the full amount", cancelled, ASKED, "late"],
    ["was cancelled, for a part", cancelled, CENT, "underpaid"],
    ["was cancelled, for more than asked", cancelled, 2n * ASKED, "overpaid"],
  ])("%s", async (_, given, amount, kind) => {
    const paymentId = await given();
    const status = await statusOf(server, paymentId);
    const hash = await payBy(paymentId, { amount });
    expect(await toldOf(paymentId)).toEqual([{ kind, value: amount.toString(), hash }]);
    expect(await statusOf(server, paymentId)).toBe(status);
  });
});

describe("money that is not the merchant's", () => {
  /** Every earlier transfer on the chain has been judged when this transfer is reported. */
  async function nothingBefore(paymentId: string): Promise<void> {
    const hash = await payBy(paymentId, { amount: CENT });
    await wakeChain();
    expect(await toldOf(paymentId)).toEqual([{ kind: "underpaid", value: CENT.toString(), hash }]);
  }

  test("is not reported if it goes to someone else, even when nearly all of it is declared as the fee", async () => {
    const paymentId = await cancelled();
    const somebody = privateKeyToAccount(generatePrivateKey()).address;
    await payBy(paymentId, { amount: ASKED, destination: somebody });
    await payBy(paymentId, { amount: ASKED, fee: ASKED });
    await nothingBefore(paymentId);
    expect(await statesOf(paymentId)).toEqual(["foreign", "foreign", "exception"]);
  });

  test("is not reported if it goes to a destination that was only requested: withdrawn, rejected or open", async () => {
    const paymentIds: string[] = [];
    for (const decision of ["withdraw", "reject", null] as const) {
      const firm = await newFirm(server);
      const somebody = privateKeyToAccount(generatePrivateKey()).address;
      const requestId = await askToMove(firm, `${server.caip2}:${somebody}`);
      const decider = decision === "reject" ? firm.bob : firm.ada;
      if (decision) expect((await decide(decider, requestId, decision)).status).toBe(200);
      const paymentId = await cancelled(firm.server);
      await payBy(paymentId, { amount: ASKED, destination: somebody });
      paymentIds.push(paymentId);
    }
    await nothingBefore(await cancelled());
    for (const paymentId of paymentIds) expect(await statesOf(paymentId)).toEqual(["foreign"]);
  });

  test("does not count if it is declared as a fee: 10.00 of which the merchant gets 0.01 is underpaid", async () => {
    const paymentId = await cancelled();
    const hash = await payBy(paymentId, { amount: ASKED, fee: ASKED - CENT });
    await wakeChain();
    expect(await toldOf(paymentId)).toEqual([{ kind: "underpaid", value: "10000000", hash }]);
  });
});

test("money to a destination that a second person approved is the merchant's, even after it was replaced", async () => {
  const firm = await newFirm(server);
  const former = privateKeyToAccount(generatePrivateKey()).address;
  for (const destination of [`${server.caip2}:${former}`, elsewhere(server)]) {
    const { status } = await decide(firm.bob, await askToMove(firm, destination), "approve");
    expect(status).toBe(200);
  }
  const paymentId = await cancelled(firm.server);
  const hash = await payBy(paymentId, { amount: ASKED, destination: former });
  await wakeChain();
  expect(await toldOf(paymentId, 1, firm.server)).toEqual([{ kind: "late", value: ASKED.toString(), hash }]);
});
