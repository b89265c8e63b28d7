import { expect, test } from "vitest";
import { signPayment } from "../../../harness/chain/wallet.ts";
import { gateway, givenCancelledPayment, givenConfirm, givenPayment } from "../../given.ts";
import { fieldsOf, rowsOf, sharedServerForFile } from "../../setup.ts";

const server = sharedServerForFile("api");
const confirm = (paymentId: string, body: object) => gateway(server(), paymentId, "/confirm", { body });
const OK = { optionId: "o", results: [{ type: "walletRpc", data: ["0x11"] }] };

test.each([
  ["an empty body", {}, ["optionId", "results"]],
  ["results that are not a list", { ...OK, results: "0x11" }, ["results"]],
  ["a result without data", { ...OK, results: [{ type: "walletRpc" }] }, ["results.0.data"]],
  ["a result of another type", { ...OK, results: [{ type: "build", data: [] }] }, ["results.0.type"]],
  ["data that is not a list", { ...OK, results: [{ type: "walletRpc", data: "0x11" }] }, ["results.0.data"]],
  [
    "collected data of the wrong type",
    { ...OK, collectedData: { fields: [{ id: "dob" }] } },
    ["collectedData.fields.0.value"],
  ],
  ["excludeFromRelayer as text", { ...OK, excludeFromRelayer: "true" }, ["excludeFromRelayer"]],
])("%s", async (_, body, fields) => {
  const answer = await confirm(await givenPayment(server()), body);
  expect([answer.status, answer.body.code, fieldsOf(answer.body)]).toEqual([400, "params_validation", fields]);
});

test("an unknown option, and one of another payment", async () => {
  const foreign = await givenConfirm(server(), await givenPayment(server()), await server().newBuyer());
  for (const body of [OK, foreign]) {
    const answer = await confirm(await givenPayment(server()), body);
    expect([answer.status, answer.body.message]).toEqual([400, "Option not found"]);
  }
});

test.each([
  ["no result", []],
  [
    "one result too many",
    [
      { type: "walletRpc", data: ["0x11"] },
      { type: "walletRpc", data: ["0x22"] },
    ],
  ],
  ["two results in one", [{ type: "walletRpc", data: ["0x11", "0x22"] }]],
  ["a number", [{ type: "walletRpc", data: [7] }]],
  ["an object", [{ type: "walletRpc", data: [{ signature: "0x11" }] }]],
  ["a list", [{ type: "walletRpc", data: [["0x11"]] }]],
  ["null", [{ type: "walletRpc", data: [null] }]],
  ["not hex", [{ type: "walletRpc", data: ["signature"] }]],
  ["half a byte", [{ type: "walletRpc", data: ["0x123"] }]],
  ["a signature of 10 000 bytes", [{ type: "walletRpc", data: [`0x${"11".repeat(10_000)}`] }]],
])("%s", async (_, results) => {
  const paymentId = await givenPayment(server());
  const { option } = await signPayment(server(), paymentId, await server().newBuyer());
  const { status, body } = await confirm(paymentId, { optionId: option.id, results });
  expect([status, body.code, body.issues[0]?.field]).toEqual([
    400,
    "params_validation",
    expect.stringMatching(/^results/),
  ]);
  expect((await gateway(server(), paymentId, "/status")).body.status).toBe("requires_action");
});

test("another option or other results after the confirm", async () => {
  const paymentId = await givenPayment(server());
  const mine = await givenConfirm(server(), paymentId, await server().newBuyer());
  const theirs = await givenConfirm(server(), paymentId, await server().newBuyer());
  await confirm(paymentId, mine);
  for (const body of [theirs, { ...mine, results: theirs.results }]) {
    const answer = await confirm(paymentId, body);
    expect([answer.status, answer.body.code]).toEqual([400, "invalid_state"]);
  }
});

test("a cancelled payment", async () => {
  const { status, body } = await confirm(await givenCancelledPayment(server()), OK);
  expect([status, body.code]).toEqual([400, "invalid_state"]);
});

test("of all these, only the valid confirm was written", async () => {
  expect(await rowsOf(server(), "confirmations")).toBe(1);
});
