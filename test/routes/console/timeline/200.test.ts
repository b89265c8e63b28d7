// A payment's history: its log and its transactions.
import { expect, test } from "vitest";
import type { Timeline } from "../../../../src/contract/payments/timeline.ts";
import { signIn } from "../../../harness/server/console.ts";
import { givenCancelledPayment, givenPayment, givenSucceededPayment } from "../../given.ts";
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
  expect(events).toEqual([{ at: expect.any(String), type: "created", status: "requires_action", data: {} }]);
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
  expect(events.map(({ type }) => type)).toEqual(["created", "cancelled"]);
});
