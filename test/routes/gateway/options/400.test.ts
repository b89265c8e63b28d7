import { expect, test } from "vitest";
import { gateway, givenPayment } from "../../given.ts";
import { fieldsOf, sharedServerForFile } from "../../setup.ts";

const server = sharedServerForFile();

test.each([
  ["no accounts", {}, "accounts"],
  ["accounts that are not a list", { accounts: "eip155:1:0x" }, "accounts"],
  ["an account that is not text", { accounts: [7] }, "accounts.0"],
  ["101 accounts", { accounts: Array.from({ length: 101 }, () => "eip155:1:0x") }, "accounts"],
  ["a refresh that is not a list", { accounts: [], refresh: "x" }, "refresh"],
])("%s", async (_, body, field) => {
  const answer = await gateway(server(), await givenPayment(server()), "/options", { body });
  expect([answer.status, answer.body.code, fieldsOf(answer.body)]).toEqual([400, "params_validation", [field]]);
});

test.each(["yes", "", "true&includePaymentInfo=false"])("includePaymentInfo=%s", async (value) => {
  const { status, body } = await gateway(
    server(),
    await givenPayment(server()),
    `/options?includePaymentInfo=${value}`,
    { body: { accounts: [] } },
  );
  expect([status, body.code, fieldsOf(body)]).toEqual([400, "params_validation", ["includePaymentInfo"]]);
});
