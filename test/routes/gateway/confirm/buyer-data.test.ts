// Buyer data in a confirm: required and valid if requested; errors name fields, never values.
import { expect, test } from "vitest";
import { ADA, askFrom, collectedData, formOf, sendForm } from "../../../buyer-data/given.ts";
import { gateway, givenConfirm, givenPayment } from "../../given.ts";
import { fieldsOf, rowsOf, sharedServerForFile } from "../../setup.ts";

const server = sharedServerForFile("api");
const confirm = (paymentId: string, body: object) => gateway(server(), paymentId, "/confirm", { body });

async function givenAskingPayment() {
  await askFrom(server(), 1n);
  const paymentId = await givenPayment(server());
  const buyer = await server().newBuyer();
  return { paymentId, buyer, body: await givenConfirm(server(), paymentId, buyer) };
}

test.each([
  ["no data", {}, ["collectedData"]],
  ["null", { collectedData: null }, ["collectedData"]],
  ["no fields", { collectedData: { fields: [] } }, ["collectedData"]],
  [
    "incomplete data",
    { collectedData: collectedData({ fullName: "Ada" }) },
    ["collectedData", "collectedData.fields.dob", "collectedData.fields.tosConfirmed"],
  ],
  ["30 February", { collectedData: collectedData({ ...ADA, dob: "2001-02-30" }) }, ["collectedData.fields.dob"]],
  [
    "terms not accepted",
    { collectedData: collectedData({ ...ADA, tosConfirmed: "false" }) },
    ["collectedData.fields.tosConfirmed"],
  ],
  ["no place", { collectedData: collectedData({ ...ADA, porAddress: "" }) }, ["collectedData"]],
  [
    "a field that was not requested",
    { collectedData: collectedData({ ...ADA, passport: "C01X" }) },
    ["collectedData.fields.5"],
  ],
  [
    "more fields than were requested",
    { collectedData: { fields: Array.from({ length: 101 }, (_, i) => ({ id: `field ${i}`, value: "" })) } },
    ["collectedData.fields"],
  ],
  [
    "a field twice",
    { collectedData: { fields: [...collectedData().fields, { id: "dob", value: ADA.dob }] } },
    ["collectedData.fields.dob"],
  ],
])("%s: 400, and the payment stays open", async (_, changes, fields) => {
  const { paymentId, body } = await givenAskingPayment();
  const answer = await confirm(paymentId, { ...body, ...changes });
  expect([answer.status, answer.body.code, fieldsOf(answer.body)]).toEqual([400, "params_validation", fields]);
  const said = JSON.stringify(answer.body);
  for (const value of [ADA.fullName, ADA.porAddress, "2001-02-30", "C01X"]) expect(said).not.toContain(value);
  expect((await gateway(server(), paymentId, "/status")).body.status).toBe("requires_action");
  expect(await rowsOf(server(), "buyer_data")).toBe(0);
});

test("the data is checked after the results and before the signature", async () => {
  const { paymentId, body } = await givenAskingPayment();
  const bad = { ...body, results: [{ type: "walletRpc", data: [`0x${"11".repeat(65)}`] }] };
  expect(fieldsOf((await confirm(paymentId, { ...bad, results: [] })).body)).toEqual(["results"]);
  expect(fieldsOf((await confirm(paymentId, bad)).body)).toEqual(["collectedData"]);
  const answer = await confirm(paymentId, { ...bad, collectedData: collectedData() });
  expect([answer.status, fieldsOf(answer.body)]).toEqual([422, ["results.0.data.0"]]);
  expect(await rowsOf(server(), "buyer_data")).toBe(0);
});

test("valid data is stored with the confirm; an identical confirm adds nothing", async () => {
  const { paymentId, body } = await givenAskingPayment();
  const full = { ...body, collectedData: collectedData() };
  for (const sent of [full, full, body]) {
    expect((await confirm(paymentId, sent)).body.status).toBe("processing");
  }
  const rows = await server().sql<{ field: string }>("select field from buyer_data where payment_id = $1", [paymentId]);
  expect(rows.map(({ field }) => field).sort()).toEqual(Object.keys(ADA).sort());
});

test("data from the form need not be sent; if sent, it replaces the form's", async () => {
  for (const [changes, name] of [
    [{}, ADA.fullName],
    [{ collectedData: null }, ADA.fullName],
    [{ collectedData: collectedData({ ...ADA, fullName: "Countess" }) }, "Countess"],
  ] as const) {
    const { paymentId, buyer, body } = await givenAskingPayment();
    await sendForm(server(), await formOf(server(), paymentId, buyer.account), ADA);
    expect((await confirm(paymentId, { ...body, ...changes })).body.status).toBe("processing");
    const rows = await server().sql<{ size: number }>(
      "select octet_length(content) - 28 as size from buyer_data where payment_id = $1 and field = 'fullName'",
      [paymentId],
    );
    expect(rows).toEqual([{ size: name.length }]);
  }
});

test("the form of another account or another payment does not count", async () => {
  const { paymentId, body } = await givenAskingPayment();
  const other = await server().newBuyer();
  await sendForm(server(), await formOf(server(), paymentId, other.account), ADA);
  expect(fieldsOf((await confirm(paymentId, body)).body)).toEqual(["collectedData"]);
});

test("data that was not requested is neither checked nor stored", async () => {
  await server().store.buyerDataRules.set(server().partnerId, null);
  const paymentId = await givenPayment(server());
  const body = await givenConfirm(server(), paymentId, await server().newBuyer());
  const answer = await confirm(paymentId, { ...body, collectedData: collectedData({ fullName: "Ada" }) });
  expect([answer.status, answer.body.status]).toEqual([200, "processing"]);
  expect(await server().sql("select from buyer_data where payment_id = $1", [paymentId])).toEqual([]);
});

test("fetch does not require the data", async () => {
  const { paymentId, body } = await givenAskingPayment();
  const answer = await gateway(server(), paymentId, "/fetch", { body: { optionId: body.optionId, data: "sign" } });
  expect([answer.status, answer.body.actions.length]).toEqual([200, 1]);
});
