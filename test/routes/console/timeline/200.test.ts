// A payment's history: its log and its transactions.
import { expect, test } from "vitest";
import type { Timeline } from "../../../../src/contract/console/timeline.ts";
import { signIn } from "../../../harness/server/console.ts";
import { keyIdOf } from "../../../harness/server/key-id.ts";
import { newUser } from "../../../harness/server/users.ts";
import { givenCancelledPayment, givenPayment, givenSucceededPayment } from "../../given.ts";
import { givenRefund } from "../../refunds/given-refunds.ts";
import { serverForFile } from "../../setup.ts";

const server = serverForFile({ chain: { explorerUrl: "https://explorer.example" } });

async function timelineOf(paymentId: string): Promise<Timeline> {
  const session = await signIn(server(), server().readKey);
  const { status, body } = await session.call<Timeline>({ path: `/payments/${paymentId}/timeline` });
  expect(status).toBe(200);
  return body;
}

test("an unconfirmed payment has no chain yet", async () => {
  const { events, chain, transfers } = await timelineOf(await givenPayment(server()));
  const created = { at: expect.any(String), type: "created", status: "requires_action", data: {}, by: null };
  expect(events).toEqual([created]);
  expect([chain, transfers]).toEqual([null, []]);
});

test("a paid payment, up to the block", async () => {
  const paymentId = await givenSucceededPayment(server());
  const { events, chain, transfers } = await timelineOf(paymentId);
  expect(events.map(({ type, status }) => `${type} ${status}`)).toEqual([
    "created requires_action",
    "confirmed processing",
    "paid succeeded",
  ]);
  const [credit] = await server().sql<{ tx_hash: string; block: string }>(
    `select '0x' || encode(tx_hash, 'hex') as tx_hash, block_number::text as block
       from transfers where payment_id = $1 and state = 'credited'`,
    [paymentId],
  );
  const explorerUrl = `https://explorer.example/tx/${credit?.tx_hash}`;
  expect(chain).toMatchObject({
    chain: server().caip2,
    method: "eip3009",
    router: server().deployment.router,
    asset: `${server().caip2}/erc20:${server().deployment.usdc}`,
    destination: server().destination,
    paysOut: "merchant",
    amount: { value: "1000000", display: { assetSymbol: "USDC", decimals: 6 } },
    fee: { value: "4000" },
    txHash: credit?.tx_hash,
    explorerUrl,
    block: credit?.block,
    relay: { state: "closed", attempts: 1 },
  });
  expect(chain?.confirmations).toBeGreaterThanOrEqual(chain?.confirmationsNeeded ?? Number.POSITIVE_INFINITY);
  expect(transfers).toHaveLength(1);
  expect(transfers[0]).toMatchObject({
    txHash: credit?.tx_hash,
    explorerUrl,
    block: credit?.block,
    state: "credited",
    payer: chain?.payer,
    amount: chain?.amount,
    isOrphaned: false,
  });
});

test("a cancelled payment", async () => {
  const { events } = await timelineOf(await givenCancelledPayment(server()));
  expect(events.map(({ type, by }) => [type, by])).toEqual([
    ["created", null],
    ["cancelled", null],
  ]);
});

test("who cancelled, refunded or marked a payment, without their addresses", async () => {
  const ada = await newUser(server(), server().apiKey, { role: "manager", name: "Ada" });
  const byAda = { actor: { type: "user", userId: ada.id, userName: "Ada" }, via: "console" };
  const byKey = {
    actor: { type: "key", keyId: await keyIdOf(server(), server().apiKey), keyPrefix: server().apiKey.slice(0, 15) },
    via: "api",
  };
  const authors = async (paymentId: string) =>
    (await timelineOf(paymentId)).events.flatMap(({ type, by }) => (by === null ? [] : [[type, by]]));

  const open = await givenPayment(server());
  await server().call({ path: `/v1/payments/${open}/cancel`, body: {} });
  expect(await authors(open)).toEqual([["cancelled", byKey]]);

  const marked = await givenSucceededPayment(server());
  expect((await ada.call({ path: "/v1/refunds", body: { paymentId: marked } })).status).toBe(200);
  expect(await authors(marked)).toEqual([["refunded", byAda]]);

  const { paymentId, refundId } = await givenRefund(server());
  expect((await ada.call({ path: `/v1/refunds/${refundId}/cancel`, body: {} })).status).toBe(200);
  expect(await authors(paymentId)).toEqual([
    ["refund_created", byKey],
    ["refund_cancelled", byAda],
  ]);
});
