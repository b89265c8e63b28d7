// A buyer pays the destination they were quoted, even if the partner changes it or deletes the merchant meanwhile.
import { getAddress } from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestServer } from "../harness/server.ts";
import { sharedServer } from "../harness/shared-server.ts";
import { confirm, createPayment, listOptions, type SignedOption, signPayment } from "../harness/wallet.ts";

let server: TestServer;
beforeAll(async () => {
  server = await sharedServer();
});
afterAll(() => server.stop());

const newAddress = () => privateKeyToAccount(generatePrivateKey()).address;

/** A payment of 10.00 USD, of which the merchant gets 99.6 %. */
const SETTLED = 9_960_000n;

async function signed(): Promise<SignedOption> {
  return signPayment(server, await createPayment(server), await server.newBuyer());
}

async function succeed(option: SignedOption): Promise<void> {
  const { status, body } = await confirm(server, option, 30_000);
  expect([status, body.status]).toEqual([200, "succeeded"]);
}

async function usdcSettlement(): Promise<{ id: string; destination: string }> {
  const settlements = await server.store.settlements.list(server.partnerId, server.merchantId);
  const found = settlements.find(({ asset }) => asset.endsWith(server.deployment.usdc));
  if (!found) throw new Error("the merchant has no USDC settlement");
  return found;
}

const settlementPath = (id: string): string => `/v1/merchants/${server.merchantId}/settlements/crypto/${id}`;

test("after a change, earlier quotes pay the old destination and later quotes the new one", async () => {
  const { id, destination } = await usdcSettlement();
  const old = getAddress(destination.slice(destination.lastIndexOf(":") + 1));
  const changed = newAddress();
  const quotedBefore = await signed();
  const { status } = await server.call({
    method: "PUT",
    path: settlementPath(id),
    body: { destination: `${server.caip2}:${changed}` },
  });
  expect(status).toBe(200);
  const quotedAfter = await signed();
  await Promise.all([succeed(quotedBefore), succeed(quotedAfter)]);
  expect(await server.balance(server.deployment.usdc, old)).toBe(SETTLED);
  expect(await server.balance(server.deployment.usdc, changed)).toBe(SETTLED);
});

test("after a settlement is deleted, earlier quotes still pay it, and new payments lack its asset", async () => {
  const { id, destination } = await usdcSettlement();
  const address = getAddress(destination.slice(destination.lastIndexOf(":") + 1));
  const before = await server.balance(server.deployment.usdc, address);
  const quoted = await signed();
  expect((await server.call({ method: "DELETE", path: settlementPath(id) })).status).toBe(200);
  await succeed(quoted);
  expect(await server.balance(server.deployment.usdc, address)).toBe(before + SETTLED);

  const buyer = await server.newBuyer();
  const options = await listOptions(server, await createPayment(server), [buyer.account]);
  expect(options.map(({ amount }) => amount.unit)).not.toContain(
    `caip19/${server.caip2}/erc20:${server.deployment.usdc}`,
  );
});

test("after a merchant is deleted, its open payments can still be paid, quoted or not", async () => {
  const owner = await server.newOwner();
  const headers = { "api-key": owner.apiKey, "merchant-id": owner.merchantId };
  const created = async (): Promise<string> => {
    const body = { amount: { unit: "iso4217/USD", value: "1000" }, referenceId: "order 1" };
    return (await server.call<{ paymentId: string }>({ path: "/v1/payments", body, headers })).body.paymentId;
  };
  const quoted = await signPayment(server, await created(), await server.newBuyer());
  const unquoted = await created();
  await server.call({ method: "DELETE", path: `/v1/merchants/${owner.merchantId}`, headers });
  await succeed(quoted);
  await succeed(await signPayment(server, unquoted, await server.newBuyer()));
  const details = await server.call<{ status: string }>({ path: `/v1/payments/${unquoted}`, headers });
  expect([details.status, details.body.status]).toEqual([200, "succeeded"]);
});
