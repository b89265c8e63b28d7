import { expect, test } from "vitest";
import { gateway, givenConfirm, givenPayment } from "../../given.ts";
import { fieldsOf, rowsOf, sharedServerForFile } from "../../setup.ts";

const server = sharedServerForFile();

test("another account's signature", async () => {
  const paymentId = await givenPayment(server());
  const [mine, theirs] = [
    await givenConfirm(server(), paymentId, await server().newBuyer()),
    await givenConfirm(server(), paymentId, await server().newBuyer()),
  ];
  const { status, body } = await gateway(server(), paymentId, "/confirm", {
    body: { ...mine, results: theirs.results },
  });
  expect([status, body.code, fieldsOf(body)]).toEqual([422, "params_validation", ["results.0.data.0"]]);
  expect(await rowsOf(server(), "confirmations")).toBe(0);
  expect((await gateway(server(), paymentId, "/status")).body.status).toBe("requires_action");
});

test("an empty signature of an account without code", async () => {
  const paymentId = await givenPayment(server());
  const signed = await givenConfirm(server(), paymentId, await server().newBuyer());
  const { status, body } = await gateway(server(), paymentId, "/confirm", {
    body: { ...signed, results: [{ type: "walletRpc", data: ["0x"] }] },
  });
  expect([status, body.code, fieldsOf(body)]).toEqual([422, "params_validation", ["results.0.data.0"]]);
  expect(await rowsOf(server(), "confirmations")).toBe(0);
});
