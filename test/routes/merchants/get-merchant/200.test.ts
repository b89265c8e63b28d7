import { expect, test } from "vitest";
import { sharedServerForFile } from "../../setup.ts";

const server = sharedServerForFile();

test("returns the profile with its settlements", async () => {
  const { caip2, merchantId, deployment, destination, readKey, installation } = server();
  const { status, body } = await server().call({
    path: `/v1/merchants/${merchantId}`,
    headers: { "api-key": readKey },
  });
  const settlement = (token: string) => ({
    id: expect.stringMatching(/^crypto_/),
    asset: `${caip2}/erc20:${token}`,
    destination: `${caip2}:${destination}`,
  });
  expect(status).toBe(200);
  expect(body).toEqual({
    merchant: {
      id: merchantId,
      name: "Test shop",
      email: "shop@example.com",
      status: "active",
      iconUrl: null,
      createdAt: expect.any(String),
      settlements: { crypto: expect.any(Array), fiat: [] },
    },
  });
  expect(body.merchant.settlements.crypto).toHaveLength(installation.chains.flatMap(({ assets }) => assets).length);
  expect(body.merchant.settlements.crypto).toEqual(
    expect.arrayContaining([settlement(deployment.usdc), settlement(deployment.eurc)]),
  );
});
