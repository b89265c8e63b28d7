import { expect, test } from "vitest";
import { givenPayment, paymentBody } from "../../given.ts";
import { createKeyFor, sharedServerForFile } from "../../setup.ts";
import { askAsBuyer, askAsPartner, usdcOf } from "../given.ts";

const server = sharedServerForFile("api");

test("a partner's server and a point of sale get the address of their payment", async () => {
  const paymentId = await givenPayment(server());
  const { status, body } = await askAsPartner(server(), paymentId);
  expect([status, body.asset]).toEqual([200, usdcOf(server())]);
  expect((await askAsBuyer(server(), paymentId)).body).toEqual(body);

  const headers = { "api-key": await createKeyFor(server(), "pos") };
  const sale = await givenPayment(server(), {}, headers);
  expect((await askAsPartner(server(), sale, usdcOf(server()), headers)).status).toBe(200);
  expect((await askAsPartner(server(), paymentId, usdcOf(server()), headers)).body.code).toBe("payment_not_found");
});

test("the payment may have been created under another name", async () => {
  const { body } = await server().call({ path: "/v1/merchant/payment", body: paymentBody() });
  expect((await askAsPartner(server(), body.paymentId)).status).toBe(200);
  const closed = await server().call({ path: "/v1/merchant/payment", body: paymentBody({ deposit: false }) });
  expect((await askAsPartner(server(), closed.body.paymentId)).body.issues).toMatchObject([{ field: "asset" }]);
});

test("the address of a charge shows in the charge, with its price", async () => {
  const { body } = await server().call<{ data: { id: string } }>({
    path: "/commerce/charges",
    body: { local_price: { amount: "2.50", currency: "USD" } },
  });
  const read = () => server().call({ path: `/commerce/charges/${body.data.id}` });
  expect(await read()).toMatchObject({ body: { data: { addresses: {} } } });
  const { body: given } = await askAsPartner(server(), body.data.id);
  const local = { amount: "2.50", currency: "USD" };
  expect(await read()).toMatchObject({
    body: {
      data: {
        addresses: { usdc: given.address },
        pricing: { local, usdc: { amount: "2.5", currency: "USDC" } },
        expires_at: new Date(given.expiresAt * 1_000).toISOString(),
      },
    },
  });
  const closed = await server().call<{ data: { id: string } }>({
    path: "/commerce/charges",
    body: { local_price: local, deposit: false },
  });
  expect((await askAsPartner(server(), closed.body.data.id)).body.issues).toMatchObject([{ field: "asset" }]);
});
