import { createLocalJWKSet, type JSONWebKeySet, jwtVerify } from "jose";
import { getAddress } from "viem";
import { expect, test } from "vitest";
import { verifyReceipt } from "../../../../src/client/index.ts";
import type { ApiAnswer } from "../../../harness/server/api.ts";
import { givenSucceededPayment } from "../../given.ts";
import { createKeyFor, serverForFile } from "../../setup.ts";

const server = serverForFile();

const get = (paymentId: string, headers = {}): Promise<ApiAnswer<{ receipt: string }>> =>
  server().call({ path: `/v1/payments/${paymentId}/receipt`, headers });
const publishedKeys = async () => (await server().call<JSONWebKeySet>({ path: "/.well-known/jwks.json" })).body;

test("a paid payment's receipt states it, verifies with the published keys, and is the same each time", async () => {
  const paymentId = await givenSucceededPayment(server(), { referenceId: "order 7/ü" });
  const { status, body } = await get(paymentId);
  expect(status).toBe(200);
  expect(Object.keys(body)).toEqual(["receipt"]);
  const { payload } = await jwtVerify(body.receipt, createLocalJWKSet(await publishedKeys()));
  const [event] = await server().sql<{ created_at: Date }>(
    "select created_at from payment_events where payment_id = $1 and type = 'paid'",
    [paymentId],
  );
  const unit = `caip19/${server().caip2}/erc20:${getAddress(server().deployment.usdc)}`;
  const inUsdc = (value: string) => ({
    unit,
    value,
    display: { assetSymbol: "USDC", assetName: "USD Coin", decimals: 6, networkName: "Local chain" },
  });
  expect(payload).toMatchObject({
    iss: server().baseUrl.replace("127.0.0.1", "localhost"),
    sub: paymentId,
    iat: Math.floor((event?.created_at.getTime() ?? 0) / 1000),
    merchantId: server().merchantId,
    referenceId: "order 7/ü",
    fiatAmount: { unit: "iso4217/USD", value: "100", display: { assetSymbol: "USD", decimals: 2 } },
    amount: inUsdc("1000000"),
    fee: inUsdc("4000"),
    method: "eip3009",
    destination: `${server().caip2}:${server().destination}`,
    feeReceiver: `${server().caip2}:${server().feeReceiver}`,
  });
  expect(await verifyReceipt(body.receipt, { jwks: await publishedKeys() })).toEqual(payload);
  expect((await get(paymentId)).body).toEqual(body);
});

test("nothing that changes later is in it: a refund, a renamed or deleted merchant", async () => {
  const paymentId = await givenSucceededPayment(server());
  const { body } = await get(paymentId);
  const mark = { path: "/v1/refunds", body: { paymentId }, headers: { "idempotency-key": "refund" } };
  expect((await server().call(mark)).status).toBe(200);
  await server().sql("update payments set last_updated_at = now() + interval '1 day' where id = $1", [paymentId]);
  await server().sql("update merchants set name = 'Other', deleted_at = now() where id = $1", [server().merchantId]);
  expect((await get(paymentId)).body).toEqual(body);
  await server().sql("update merchants set deleted_at = null where id = $1", [server().merchantId]);
});

test("a read key may have it, with or without Merchant-Id; a wallet's and a point of sale's may not", async () => {
  const paymentId = await givenSucceededPayment(server());
  const statusWith = async (apiKey: string, merchantId: string | null = null) =>
    (await get(paymentId, { "api-key": apiKey, "merchant-id": merchantId })).status;
  expect(await statusWith(server().readKey)).toBe(200);
  expect(await statusWith(server().readKey, server().merchantId)).toBe(200);
  expect(await statusWith(server().walletKey)).toBe(403);
  expect(await statusWith(await createKeyFor(server(), "pos"))).toBe(403);
});
