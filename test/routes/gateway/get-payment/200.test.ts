import { expect, test } from "vitest";
import { logoOf } from "../../../../src/merchant/logo.ts";
import { gateway, givenExpiredPayment, givenPayment, givenSucceededPayment } from "../../given.ts";
import { serverForFile } from "../../setup.ts";

const server = serverForFile();

test("shows amount, merchant and expiry, and no buyer yet", async () => {
  const paymentId = await givenPayment(server(), { amount: { unit: "iso4217/KWD", value: "1500" } });
  const { status, body } = await gateway(server(), paymentId);
  expect(status).toBe(200);
  expect(body).toEqual({
    status: "requires_action",
    amount: {
      unit: "iso4217/KWD",
      value: "1500",
      display: { assetSymbol: "KWD", assetName: "Kuwaiti Dinar", decimals: 3 },
    },
    expiresAt: expect.any(Number),
    merchant: { name: "Test shop" },
  });
});

test("shows the merchant's logo, if any, from our own address", async () => {
  const { store, partnerId, merchantId, sql } = server();
  const logo = logoOf(Buffer.from("a picture"));
  await store.logos.insert(logo);
  await sql("update merchants set logo = decode($2, 'hex') where id = $1", [merchantId, logo.hash]);
  const paymentId = await givenPayment(server());
  const shown = {
    name: "Test shop",
    iconUrl: expect.stringMatching(`^http://localhost:[0-9]+/logos/${logo.hash}[.]webp$`),
  };
  expect((await gateway(server(), paymentId)).body.merchant).toEqual(shown);
  const { body } = await gateway(server(), paymentId, "/options?includePaymentInfo=true", { body: { accounts: [] } });
  expect(body.info).toMatchObject({ merchant: shown });
  await store.merchants.update(partnerId, merchantId, { name: undefined, email: undefined, logo: null });
});

test("shows the buyer", async () => {
  const { body } = await gateway(server(), await givenSucceededPayment(server()));
  expect(body).toMatchObject({
    status: "succeeded",
    buyer: { accountCaip10: expect.stringMatching(/^eip155:\d+:0x[0-9a-fA-F]{40}$/), accountProviderName: "" },
  });
});

test("an overdue payment is expired", async () => {
  const { status, body } = await gateway(server(), await givenExpiredPayment(server()));
  expect([status, body.status]).toEqual([200, "expired"]);
});

test("any wallet's key may read it, of any partner", async () => {
  const { walletKey } = await server().newOwner();
  const { status } = await gateway(server(), await givenPayment(server()), "", { headers: { "api-key": walletKey } });
  expect(status).toBe(200);
});
