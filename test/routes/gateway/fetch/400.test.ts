import { expect, test } from "vitest";
import { signPayment } from "../../../harness/chain/wallet.ts";
import { gateway, givenCancelledPayment, givenPayment } from "../../given.ts";
import { fieldsOf, sharedServerForFile } from "../../setup.ts";

const server = sharedServerForFile();

test.each([
  ["no option and no data", {}, ["data", "optionId"]],
  ["an option of the wrong type", { optionId: 7, data: "" }, ["optionId"]],
])("%s", async (_, body, fields) => {
  const answer = await gateway(server(), await givenPayment(server()), "/fetch", { body });
  expect([answer.status, answer.body.code, fieldsOf(answer.body)]).toEqual([400, "params_validation", fields]);
});

test("an option that this server did not issue, that was altered, or of another payment", async () => {
  const paymentId = await givenPayment(server());
  const { option } = await signPayment(server(), await givenPayment(server()), await server().newBuyer());
  const altered = option.id.slice(0, -2) + (option.id.endsWith("A") ? "BB" : "AA");
  for (const optionId of ["", "opt_1", "💥", altered, option.id]) {
    const { status, body } = await gateway(server(), paymentId, "/fetch", { body: { optionId, data: "" } });
    expect([status, body.code, body.message]).toEqual([400, "params_validation", "Option not found"]);
  }
});

test("a payment that is final", async () => {
  const { status, body } = await gateway(server(), await givenCancelledPayment(server()), "/fetch", {
    body: { optionId: "x", data: "" },
  });
  expect([status, body.code]).toEqual([400, "invalid_state"]);
});
