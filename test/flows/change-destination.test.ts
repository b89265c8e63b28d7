// A buyer pays the destination they were quoted, within a grace after a change, and even if the merchant is deleted.
import { getAddress } from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  asWallet,
  confirm,
  createPayment,
  listOptions,
  type SignedOption,
  signPayment,
} from "../harness/chain/wallet.ts";
import { startServer, type TestServer } from "../harness/server/server.ts";
import { sharedServer } from "../harness/server/shared-server.ts";

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

test("right after a change, earlier quotes pay the old destination and later quotes the new one", async () => {
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

test("right after a settlement is deleted, earlier quotes still pay it, and new payments lack its asset", async () => {
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

describe("after the grace", () => {
  let strict: TestServer;
  beforeAll(async () => {
    strict = await startServer({ environment: { DESTINATION_GRACE_S: "0" } });
  });
  afterAll(() => strict.stop());

  const settle = async (method: "PUT" | "DELETE", destination?: string): Promise<void> => {
    const settlements = await strict.store.settlements.list(strict.partnerId, strict.merchantId);
    const id = settlements.find(({ asset }) => asset.endsWith(strict.deployment.usdc))?.id ?? "";
    const path = `/v1/merchants/${strict.merchantId}/settlements/crypto/${id}`;
    const body = destination === undefined ? {} : { body: { destination: `${strict.caip2}:${destination}` } };
    expect((await strict.call({ method, path, ...body })).status).toBe(200);
  };
  const quote = async () => signPayment(strict, await createPayment(strict), await strict.newBuyer());
  const fetched = ({ paymentId, option }: SignedOption) =>
    strict.call({
      path: `/v1/gateway/payment/${paymentId}/fetch`,
      headers: asWallet(strict),
      body: { optionId: option.id, data: option.actions[0]?.data.data },
    });

  test("a quote to a replaced destination is 409 on fetch and confirm, even if it was set for a moment", async () => {
    const before = await quote();
    await settle("PUT", newAddress());
    const meanwhile = await quote();
    await settle("PUT", strict.destination);
    const stale = { status: 409, body: { code: "quote_expired" } };
    expect(await confirm(strict, meanwhile)).toMatchObject(stale);
    expect(await fetched(meanwhile)).toMatchObject(stale);
    expect(await confirm(strict, before, 30_000)).toMatchObject({ status: 200, body: { status: "succeeded" } });
  });

  test("a quote to a deleted destination is 409", async () => {
    const before = await quote();
    await settle("DELETE");
    expect(await confirm(strict, before)).toMatchObject({ status: 409, body: { code: "quote_expired" } });
  });
});
