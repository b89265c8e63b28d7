import { expect, test } from "vitest";
import { givenExpiredPayment, givenPayment, givenSucceededPayment } from "../../given.ts";
import { serverForFile } from "../../setup.ts";

const server = serverForFile();
const BY_KEY = { type: "server", id: expect.stringMatching(/^key_/) };
const get = (paymentId: string, headers = {}) => server().call({ path: `/v1/payments/${paymentId}`, headers });

test("an open payment has no info, no settlement and no failure code", async () => {
  const paymentId = await givenPayment(server(), { referenceId: "order 7/ü" });
  const { status, body } = await get(paymentId);
  expect(status).toBe(200);
  expect(body).toEqual({
    referenceId: "order 7/ü",
    livemode: true,
    createdBy: BY_KEY,
    status: "requires_action",
    info: null,
    isRefunded: false,
    settlement: null,
  });
});

test("a paid payment shows the amount paid, and the merchant's share in the same transaction", async () => {
  const paymentId = await givenSucceededPayment(server());
  const { body } = await get(paymentId);
  const unit = `caip19/${server().caip2}/erc20:${server().deployment.usdc}`;
  expect(body).toEqual({
    referenceId: "order-1",
    livemode: true,
    createdBy: BY_KEY,
    status: "succeeded",
    info: {
      optionAmount: {
        unit,
        value: "1000000",
        display: expect.objectContaining({ assetSymbol: "USDC", decimals: 6, networkName: expect.any(String) }),
      },
      txId: expect.stringMatching(/^0x[0-9a-f]{64}$/),
    },
    isRefunded: false,
    settlement: { successful: { amount: { unit, value: "996000" }, txId: body.info.txId } },
  });
  expect(await server().balance(server().deployment.usdc, server().destination)).toBe(996_000n);
});

test("an overdue payment is expired when it is read", async () => {
  const { body } = await get(await givenExpiredPayment(server()));
  expect(body).toMatchObject({ status: "expired", info: null, settlement: null });
});

test("a read key may read it", async () => {
  const { status } = await get(await givenPayment(server()), { "api-key": server().readKey });
  expect(status).toBe(200);
});

test("the payments of a deleted merchant stay readable", async () => {
  const paymentId = await givenPayment(server());
  await server().sql("update merchants set deleted_at = now() where id = $1", [server().merchantId]);
  expect((await get(paymentId)).status).toBe(200);
});
