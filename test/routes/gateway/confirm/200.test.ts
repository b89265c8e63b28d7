import { expect, test } from "vitest";
import { gateway, givenConfirm, givenPayment } from "../../given.ts";
import { rowsOf, sharedServerForFile } from "../../setup.ts";

const server = sharedServerForFile();

test("returns processing at once, or holds until the payment is final", async () => {
  const paymentId = await givenPayment(server());
  const body = await givenConfirm(server(), paymentId, await server().newBuyer());
  const first = await gateway(server(), paymentId, "/confirm", { body });
  expect(first.status).toBe(200);
  expect(first.body).toEqual({ isFinal: false, status: "processing", info: null, pollInMs: 500 });

  const held = await gateway(server(), paymentId, "/confirm?maxPollMs=30000", { body });
  expect(held.body).toEqual({
    isFinal: true,
    status: "succeeded",
    info: {
      optionAmount: expect.objectContaining({ value: "1000000" }),
      txId: expect.stringMatching(/^0x[0-9a-f]{64}$/),
    },
  });
});

test("an identical repeat is always safe: it changes nothing and returns the current status", async () => {
  const paymentId = await givenPayment(server());
  const body = await givenConfirm(server(), paymentId, await server().newBuyer());
  const before = await rowsOf(server(), "confirmations");
  const atOnce = await Promise.all([1, 2, 3, 4].map(() => gateway(server(), paymentId, "/confirm", { body })));
  expect(atOnce.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  await gateway(server(), paymentId, "/confirm?maxPollMs=30000", { body });
  const after = await gateway(server(), paymentId, "/confirm?maxPollMs=30000", { body });
  expect([after.status, after.body.status]).toEqual([200, "succeeded"]);
  expect(await rowsOf(server(), "confirmations")).toBe(before + 1);
});

test("accepts extra fields, and null for optional ones", async () => {
  const paymentId = await givenPayment(server());
  const body = await givenConfirm(server(), paymentId, await server().newBuyer());
  const more = { ...body, collectedData: null, excludeFromRelayer: null, sdk: "x" };
  expect((await gateway(server(), paymentId, "/confirm", { body: more })).status).toBe(200);
});

test("with excludeFromRelayer it waits for a transfer sent by someone else", async () => {
  const paymentId = await givenPayment(server());
  const body = await givenConfirm(server(), paymentId, await server().newBuyer());
  await gateway(server(), paymentId, "/confirm", { body: { ...body, excludeFromRelayer: true } });
  const [row] = await server().sql("select relay_state from confirmations where payment_id = $1", [paymentId]);
  expect(row).toEqual({ relay_state: "external" });
});

test.each([
  ["alone", { "api-key": null }],
  ["with a key", {}],
])("a wallet app that confirms, %s, is shown by its name", async (_, headers) => {
  const paymentId = await givenPayment(server());
  const body = await givenConfirm(server(), paymentId, await server().newBuyer());
  const app = { ...headers, "app-id": server().appId, "client-id": "client-1" };
  await gateway(server(), paymentId, "/confirm", { body, headers: app });
  expect((await gateway(server(), paymentId)).body.buyer).toMatchObject({ accountProviderName: "Test wallet" });
});
