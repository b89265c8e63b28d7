import { expect, test } from "vitest";
import { newId } from "../../../../src/ids.ts";
import { sharedServerForFile } from "../../setup.ts";

const server = sharedServerForFile();

test("crypto destinations, and the fiat ones configured by the operator", async () => {
  const { caip2, merchantId, deployment, destination, readKey, store, installation } = server();
  const id = newId("fiatSettlement");
  await store.settlements.insertFiat(merchantId, { id, status: "active", bankType: "sepa" });
  const fiat = [{ id, status: "active", bankType: "sepa" }];
  const { status, body } = await server().call<{ crypto: object[] }>({
    path: `/v1/merchants/${merchantId}/settlements`,
    headers: { "api-key": readKey },
  });
  const crypto = [deployment.usdc, deployment.eurc].map((token) => ({
    id: expect.stringMatching(/^crypto_/),
    asset: `${caip2}/erc20:${token}`,
    destination: `${caip2}:${destination}`,
  }));
  expect([status, body]).toEqual([200, { fiat, crypto: expect.arrayContaining(crypto) }]);
  expect(body.crypto).toHaveLength(installation.chains.flatMap(({ assets }) => assets).length);
  const profile = await server().call({ path: `/v1/merchants/${merchantId}` });
  expect(profile.body.merchant.settlements).toEqual(body);
});

test("a merchant without settlements", async () => {
  const { store, partnerId } = server();
  await store.merchants.insert({ id: "mrch_bare", partnerId, name: "Bare", email: null, logo: null });
  const { body } = await server().call({ path: "/v1/merchants/mrch_bare/settlements" });
  expect(body).toEqual({ fiat: [], crypto: [] });
});
