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

test("the deposit addresses are named after their token, a further network's after the network too", () => {
  const address = (last: string) => `0x${"0".repeat(39)}${last}` as const;
  const shown = (symbol: string, name: string) => ({ asset: { symbol, name: symbol, decimals: 6 }, chain: { name } });
  const found = new Map([
    ["base", shown("USDC", "Base")],
    ["other", shown("USDC", "OP Mainnet")],
    ["eurc", shown("EURC", "Base")],
  ]);
  const deposit = (asset: string, last: string) => ({
    asset,
    address: address(last),
    asked: 12_500_000n,
    received: 0n,
    deposits: [],
  });
  const deposits = [deposit("base", "1"), deposit("other", "2"), deposit("eurc", "3"), deposit("gone", "4")];
  const of = { ...open, deposits };
  const { addresses, pricing, local_price } = chargeToWire(of, null, {
    ...DISPLAY,
    find: (asset) => found.get(asset) ?? null,
  });
  expect(addresses).toEqual({ usdc: address("1"), usdc_op_mainnet: address("2"), eurc: address("3") });
  const usdc = { amount: "12.5", currency: "USDC" };
  expect(pricing).toEqual({ local: local_price, usdc, usdc_op_mainnet: usdc, eurc: { ...usdc, currency: "EURC" } });
});

test("no event says that a payment in processing is paid", () => {
  expect(CHARGE_EVENTS.map(({ of }) => of)).not.toContain("payment.processing");
});
