// orders.match and orders.difference compare the payment's id, merchant, unit and amount, exactly as stored.
import { describe, expect, test } from "vitest";
import { type OrderDifference, orders, type StoredOrder } from "../../src/server-client/index.ts";

const ORDER: StoredOrder = {
  paymentId: "pay_1",
  merchantId: "mrch_1",
  amount: { unit: "iso4217/USD", value: "1250" },
};
const PAYMENT = {
  paymentId: "pay_1",
  merchant: { id: "mrch_1" },
  referenceId: "order-1",
  fiatAmount: { unit: "iso4217/USD", value: "1250" },
};
const CHARGE = {
  resource: "charge",
  id: "pay_1",
  merchant_id: "mrch_1",
  pricing: { local: { amount: "12.50", currency: "USD" } },
};
const event = (payment: object) => ({ type: "payment.succeeded", data: { payment } });
const charge = (changes: object) => ({ type: "charge:confirmed", data: { ...CHARGE, ...changes } });
const local = (amount: unknown, currency: unknown) => charge({ pricing: { local: { amount, currency } } });
const fiat = (unit: unknown, value: unknown) => event({ ...PAYMENT, fiatAmount: { unit, value } });

test.each([
  ["an event", event(PAYMENT)],
  ["a charge's event", charge({})],
  ["an event with fields that are added later", event({ ...PAYMENT, createdBy: { type: "pos" }, more: 1 })],
])("%s of the stored payment matches", (_, given) => {
  expect([orders.match(given, ORDER), orders.difference(given, ORDER)]).toEqual([true, null]);
});

describe("the first field that differs is named", () => {
  test.each<[what: string, given: { readonly data: object }, difference: OrderDifference]>([
    ["another payment", event({ ...PAYMENT, paymentId: "pay_2" }), "paymentId"],
    ["an id in another case", event({ ...PAYMENT, paymentId: "PAY_1" }), "paymentId"],
    ["no id", event({ ...PAYMENT, paymentId: undefined }), "paymentId"],
    ["an empty id", event({ ...PAYMENT, paymentId: "" }), "paymentId"],
    ["another payment of another merchant", event({ paymentId: "pay_2", merchant: { id: "mrch_2" } }), "paymentId"],
    ["another merchant", event({ ...PAYMENT, merchant: { id: "mrch_2" } }), "merchantId"],
    ["no merchant", event({ ...PAYMENT, merchant: undefined }), "merchantId"],
    ["another unit", fiat("iso4217/JPY", "1250"), "amount.unit"],
    ["a unit in another case", fiat("iso4217/usd", "1250"), "amount.unit"],
    ["no amount", event({ ...PAYMENT, fiatAmount: undefined }), "amount.unit"],
    ["a smaller amount", fiat("iso4217/USD", "1"), "amount.value"],
    ["a larger amount", fiat("iso4217/USD", "12500"), "amount.value"],
    ["an amount with a zero before it", fiat("iso4217/USD", "01250"), "amount.value"],
    ["an amount that is a number", fiat("iso4217/USD", 1250), "amount.value"],
    ["an amount that is a bigint", fiat("iso4217/USD", 1250n), "amount.value"],
    ["another charge", charge({ id: "pay_2" }), "paymentId"],
    ["a charge of another merchant", charge({ merchant_id: "mrch_2" }), "merchantId"],
    ["a charge in another currency", local("12.50", "EUR"), "amount.unit"],
    ["a charge without a price", charge({ pricing: undefined }), "amount.unit"],
    ["a cheaper charge", local("0.10", "USD"), "amount.value"],
    ["a charge whose amount has no decimals", local("12", "USD"), "amount.value"],
    ["a charge with an exponent", local("1.25e1", "USD"), "amount.value"],
    ["a charge with a sign", local("+12.50", "USD"), "amount.value"],
    ["a charge whose amount is a number", local(12.5, "USD"), "amount.value"],
    ["an event about no payment", { data: { exception: { paymentId: "pay_1" } } }, "order"],
    ["something else that has the charge's fields", charge({ resource: "checkout" }), "order"],
    ["an event without data", { data: undefined as unknown as object }, "order"],
  ])("%s", (_, given, difference) => {
    expect([orders.difference(given, ORDER), orders.match(given, ORDER)]).toEqual([difference, false]);
  });
});

test("no order and an order without its facts match nothing, not even an event that lacks the same ones", () => {
  for (const order of [null, undefined]) expect(orders.difference(event(PAYMENT), order)).toBe("order");
  const empty = { paymentId: "", merchantId: "", amount: { unit: "", value: "" } };
  expect(orders.match(event({ ...PAYMENT, paymentId: "" }), { ...ORDER, paymentId: "" })).toBe(false);
  expect(orders.match(event({}), empty)).toBe(false);
  const absent = { amount: {} } as unknown as StoredOrder;
  expect(orders.match(event({}), absent)).toBe(false);
});

test("amounts beyond the precision of a number differ by their last digit", () => {
  const value = "900719925474099267";
  const order = { ...ORDER, amount: { unit: "iso4217/USD", value } };
  expect(orders.match(fiat("iso4217/USD", value), order)).toBe(true);
  expect(orders.match(local("9007199254740992.67", "USD"), order)).toBe(true);
  expect(orders.difference(fiat("iso4217/USD", "900719925474099268"), order)).toBe("amount.value");
});
