import { afterEach, describe, expect, test } from "vitest";
import { paymentBody } from "../../given.ts";
import { fieldsOf, rowsOf, sharedServerForFile } from "../../setup.ts";

const server = sharedServerForFile();
const create = (body: unknown, headers = {}) => server().call({ path: "/v1/payments", body, headers });

afterEach(async () => {
  expect(await rowsOf(server(), "payments")).toBe(0);
  expect(await rowsOf(server(), "payment_events")).toBe(0);
  expect(await rowsOf(server(), "idempotent_answers")).toBe(0);
});

const usd = (value: unknown) => ({ amount: { unit: "iso4217/USD", value } });
const item = (changes: object = {}, amount: object = {}) => ({
  name: "Tea",
  quantity: 1,
  amount: { unit: "iso4217/USD", value: "1", ...amount },
  ...changes,
});
const nowS = Math.floor(Date.now() / 1000);

test.each([
  ["no amount", { amount: undefined }, ["amount"]],
  ["no reference", { referenceId: undefined }, ["referenceId"]],
  ["an amount of the wrong type", { amount: "100" }, ["amount"]],
  ["no unit and no value", { amount: {} }, ["amount.unit", "amount.value"]],
  ["a number as value", usd(100), ["amount.value"]],
  ["zero", usd("0"), ["amount.value"]],
  ["a sign", usd("-1"), ["amount.value"]],
  ["a leading zero", usd("01"), ["amount.value"]],
  ["a decimal point", usd("1.0"), ["amount.value"]],
  ["an exponent", usd("1e3"), ["amount.value"]],
  ["an empty value", usd(""), ["amount.value"]],
  ["non-ASCII digits", usd("١٢٣"), ["amount.value"]],
  ["white space", usd(" 1"), ["amount.value"]],
  ["19 digits", usd("9".repeat(19)), ["amount.value"]],
  ["a currency that does not exist", { amount: { unit: "iso4217/ABC", value: "1" } }, ["amount.unit"]],
  ["a lowercase currency", { amount: { unit: "iso4217/usd", value: "1" } }, ["amount.unit"]],
  ["gold", { amount: { unit: "iso4217/XAU", value: "1" } }, ["amount.unit"]],
  ["a token", { amount: { unit: "caip19/eip155:1/slip44:60", value: "1" } }, ["amount.unit"]],
  ["an unknown field of the amount", { amount: { unit: "iso4217/USD", value: "1", vlaue: "2" } }, ["amount.vlaue"]],
  ["an empty reference", { referenceId: "" }, ["referenceId"]],
  ["a reference that is too long", { referenceId: "x".repeat(257) }, ["referenceId"]],
  ["a control character in the reference", { referenceId: "a\u0001b" }, ["referenceId"]],
  ["an unknown field", { refrenceId: "typo" }, ["refrenceId"]],
  ["half a checkout", { checkout: { successUrl: "https://a.example" } }, ["checkout.errorUrl"]],
  ["http in a redirect", checkout("http://shop.example/"), ["checkout.successUrl"]],
  ["a script in a redirect", checkout("javascript:alert(1)"), ["checkout.successUrl"]],
  ["credentials in a redirect", checkout("https://user:pw@shop.example/"), ["checkout.successUrl"]],
  ["a redirect that is not a URL", checkout("shop"), ["checkout.successUrl"]],
  ["a redirect that is too long", checkout(`https://a.example/${"x".repeat(2048)}`), ["checkout.successUrl"]],
  ["an expiry in the past", { expiresAt: nowS - 1 }, ["expiresAt"]],
  ["an expiry of now", { expiresAt: nowS }, ["expiresAt"]],
  ["an expiry more than 31 days ahead", { expiresAt: nowS + 31 * 86_400 + 600 }, ["expiresAt"]],
  ["an expiry as text", { expiresAt: String(nowS + 60) }, ["expiresAt"]],
  ["a fraction of a second", { expiresAt: nowS + 60.5 }, ["expiresAt"]],
  ["an expiry in milliseconds", { expiresAt: Date.now() + 60_000 }, ["expiresAt"]],
  ["an empty description", { description: "" }, ["description"]],
  ["a description that is too long", { description: "x".repeat(501) }, ["description"]],
  ["a character that reorders text", { description: "a\u202eb" }, ["description"]],
  ["21 line items", { lineItems: Array.from({ length: 21 }, () => item()) }, ["lineItems"]],
  ["a line item without a name", { lineItems: [item({ name: "" })] }, ["lineItems.0.name"]],
  ["a quantity of 0", { lineItems: [item({ quantity: 0 })] }, ["lineItems.0.quantity"]],
  ["a fraction as quantity", { lineItems: [item({ quantity: 1.5 })] }, ["lineItems.0.quantity"]],
  ["a negative line", { lineItems: [item({}, { value: "-1" })] }, ["lineItems.0.amount.value"]],
  [
    "a line in another currency",
    { lineItems: [item(), item({}, { unit: "iso4217/EUR" })] },
    ["lineItems.1.amount.unit"],
  ],
  ["the largest integer", { expiresAt: Number.MAX_SAFE_INTEGER }, ["expiresAt"]],
])("%s", async (_, change, fields) => {
  const { status, body, headers } = await create({ ...paymentBody(), ...change }, { "idempotency-key": "k" });
  expect({ status, code: body.code }).toEqual({ status: 400, code: "params_validation" });
  expect(fieldsOf(body)).toEqual(fields);
  expect(body.requestId).toBe(headers.get("x-request-id"));
});

function checkout(successUrl: string) {
  return { checkout: { successUrl, errorUrl: "https://shop.example/no" } };
}

describe("a payment that does not cover the fees", () => {
  /** 0.4 % plus 0.30 USD, and at least 2.00 EUR. */
  async function partner() {
    const owner = await server().newOwner();
    await server().store.feePolicies.append(owner.partnerId, null, {
      ppm: 4_000n,
      fixed: new Map([["USD", 30n]]),
      minimum: new Map([["EUR", 200n]]),
      receivers: new Map(),
    });
    return { "api-key": owner.apiKey, "merchant-id": owner.merchantId };
  }

  test.each([
    ["iso4217/USD", "30", "must be at least 31 (0.31 USD) to cover fees"],
    ["iso4217/USD", "1", "must be at least 31 (0.31 USD) to cover fees"],
    ["iso4217/EUR", "199", "must be at least 200 (2.00 EUR) to cover fees"],
  ])("in %s of %s", async (unit, value, message) => {
    const { status, body } = await create(paymentBody({ amount: { unit, value } }), {
      ...(await partner()),
      "idempotency-key": "k",
    });
    expect([status, body.code, body.issues]).toEqual([400, "params_validation", [{ field: "amount.value", message }]]);
    expect(body.message).toBe(`amount ${message}`); // points of sale match these words
  });
});

test.each([[[]], ["a body of %j instead of an object"], [null], [7]])(
  "a body that is %j instead of an object",
  async (given) => {
    const { status, body } = await create(JSON.stringify(given));
    expect([status, body.code, body.issues]).toEqual([
      400,
      "params_validation",
      [{ field: "body", message: "must be a JSON object" }],
    ]);
  },
);

test.each([
  ["empty", ""],
  ["longer than 255 characters", "k".repeat(256)],
])("an Idempotency-Key that is %s", async (_, key) => {
  const { status, body } = await create(paymentBody(), { "idempotency-key": key });
  expect([status, body.code, fieldsOf(body)]).toEqual([400, "params_validation", ["Idempotency-Key"]]);
});

test("many wrong fields get one response of bounded size", async () => {
  const fields = Object.fromEntries(Array.from({ length: 4_000 }, (_, index) => [`field${index}`, 1]));
  const { status, body } = await create({ ...paymentBody(), ...fields });
  expect([status, body.code]).toEqual([400, "params_validation"]);
  expect(body.issues.length).toBeGreaterThan(0);
  expect(body.issues.length).toBeLessThan(20);
});
