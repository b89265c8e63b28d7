import { expect, test } from "vitest";
import { gateway, givenConfirm, givenPastExpiry, givenPayment } from "../../given.ts";
import { sharedServerForFile } from "../../setup.ts";

const server = sharedServerForFile("api"); // without workers a confirmed payment stays in processing

test("a payment that is confirmed or final", async () => {
  const confirmed = await givenPayment(server());
  const confirm = await givenConfirm(server(), confirmed, await server().newBuyer());
  await gateway(server(), confirmed, "/confirm", { body: confirm });
  for (const paymentId of [confirmed, await givenPastExpiry(server())]) {
    const { status, body } = await gateway(server(), paymentId, "/cancel", { method: "POST" });
    expect([status, body.code]).toEqual([400, "invalid_state"]);
  }
});

test("a body that is not an object", async () => {
  const { status, body } = await gateway(server(), await givenPayment(server()), "/cancel", { body: [] });
  expect([status, body.code]).toEqual([400, "params_validation"]);
});
