// A payment as a charge, in each status.
import { Compile } from "typebox/compile";
import { describe, expect, test } from "vitest";
import { ChargeResult, chargeToWire } from "../../src/contract/commerce/charges.ts";
import { CHARGE_EVENTS } from "../../src/events/charge-event.ts";
import type { PaymentForBuyer } from "../../src/payment/payment.ts";
import { PAYMENT_STATUSES } from "../../src/payment/payment.ts";
import { ADDRESS, ASSET, HASH, open, paid, show } from "./paid-payment.ts";

const DISPLAY = { find: show, publicUrl: "https://pay.example" };
const charge = (payment: PaymentForBuyer) => chargeToWire(payment, null, DISPLAY);
const result = Compile(ChargeResult);
const stepsOf = (payment: PaymentForBuyer): string[] => charge(payment).timeline.map(({ status }) => status);

test.each(PAYMENT_STATUSES)("a payment that is %s matches the schema", (status) => {
  for (const payment of [paid, open]) {
    expect(result.Errors({ data: charge({ ...payment, status }), warnings: [] })).toEqual([]);
  }
});

test.each([
  ["requires_action", open, ["NEW"]],
  ["processing", paid, ["NEW", "SIGNED"]],
  ["succeeded", paid, ["NEW", "SIGNED", "PENDING", "COMPLETED"]],
  ["failed", paid, ["NEW", "SIGNED", "FAILED"]],
  ["expired", open, ["NEW", "EXPIRED"]],
  ["cancelled", open, ["NEW", "CANCELED"]],
] as const)("the steps of a payment that is %s", (status, payment, steps) => {
  expect(stepsOf({ ...payment, status })).toEqual(steps);
});

describe("the payments of a charge", () => {
  test("are empty until it succeeds, although its transfer is known", () => {
    expect(charge({ ...paid, status: "processing" }).payments).toEqual([]);
  });

  test("name an asset that is no longer configured by its id, in its smallest unit", () => {
    const crypto = { amount: "1000000", currency: ASSET };
    expect(chargeToWire(paid, null, { ...DISPLAY, find: () => null }).payments).toMatchObject([
      { network: "eip155:8453", transaction_id: HASH, value: { crypto }, payer_addresses: [ADDRESS] },
    ]);
  });
});

test("no event says that a payment in processing is paid", () => {
  expect(CHARGE_EVENTS.map(({ of }) => of)).not.toContain("payment.processing");
});
