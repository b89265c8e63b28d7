// A payment and its options as a wallet sees them.
import Type from "typebox";
import { Compile } from "typebox/compile";
import { describe, expect, test } from "vitest";
import { fiatToWire, tokenToWire } from "../../src/contract/amounts.ts";
import {
  collectDataToWire,
  Options,
  optionToWire,
  PaymentInfo,
  paymentInfo,
  resultsOf,
  walletRpcToWire,
} from "../../src/contract/gateway/gateway.ts";
import { BUYER_DATA_FIELDS, BUYER_DATA_SCHEMA } from "../../src/payment/buyer-data/buyer-data-fields.ts";
import { ADDRESS, ASSET, dollars, open, paid, SHOWN, usdc } from "./paid-payment.ts";

const PUBLIC_URL = "https://pay.example";
const PAYER = `eip155:8453:${ADDRESS}`;

describe("an amount", () => {
  test("of a currency is shown with its name and decimals", () => {
    expect(fiatToWire({ currency: "USD", value: 30n })).toEqual(dollars("30"));
  });

  test("of an unknown currency or asset has no display", () => {
    expect(fiatToWire({ currency: "ZZZ", value: 30n })).toEqual({ unit: "iso4217/ZZZ", value: "30" });
    expect(tokenToWire({ asset: ASSET, value: 1n }, null)).toEqual({ unit: `caip19/${ASSET}`, value: "1" });
  });

  test("of an asset has the icons that are configured", () => {
    expect(tokenToWire({ asset: ASSET, value: 1n }, SHOWN)).toStrictEqual(usdc("1"));
    const asset = { ...SHOWN.asset, iconUrl: "https://icons.example/usdc" };
    const chain = { ...SHOWN.chain, iconUrl: "https://icons.example/base" };
    expect(tokenToWire({ asset: ASSET, value: 1n }, { asset, chain }).display).toEqual({
      ...usdc("1").display,
      iconUrl: "https://icons.example/usdc",
      networkIconUrl: "https://icons.example/base",
    });
  });
});

describe("the payment's info", () => {
  const isInfo = Compile(Type.Object(PaymentInfo.properties, { additionalProperties: false }));

  test("names no buyer before the payment is confirmed", () => {
    const info = paymentInfo(open, PUBLIC_URL);
    expect(info).toEqual({
      status: "requires_action",
      amount: dollars("1000"),
      expiresAt: 1_772_600_000,
      merchant: { name: "Blue Shop" },
    });
    expect(isInfo.Errors(info)).toEqual([]);
  });

  test("names the buyer's account and wallet afterwards, and shows the merchant's logo", () => {
    const info = paymentInfo({ ...paid, merchant: { name: "Blue Shop", logo: "ff00", branding: null } }, PUBLIC_URL);
    expect(info).toMatchObject({
      merchant: { name: "Blue Shop", iconUrl: "https://pay.example/logos/ff00.webp" },
      buyer: { accountCaip10: PAYER, accountProviderName: "Blue Wallet" },
    });
    expect(isInfo.Errors(info)).toEqual([]);
  });
});

test("an option has one build action, and the form if buyer data is required", () => {
  const option = paid.confirmation?.option;
  if (!option) throw new Error("the payment is not confirmed");
  const form = collectDataToWire("token", PUBLIC_URL);
  expect(form).toEqual({
    fields: BUYER_DATA_FIELDS,
    schema: BUYER_DATA_SCHEMA,
    url: "https://pay.example/collect/token",
  });
  const shown = optionToWire("opt_1", { ...option, quoteExpiresAtS: 9 }, SHOWN, 4, form);
  expect(shown).toEqual({
    id: "opt_1",
    account: PAYER,
    amount: usdc("1000000"),
    etaS: 4,
    expiresAt: 9,
    actions: [{ type: "build", data: { data: "sign" } }],
    collectData: form,
  });
  const isOption = Compile(Options);
  expect(isOption.Errors({ options: [shown], collectData: null, info: null })).toEqual([]);
});

test("an action for the wallet has the fields that wallets read", () => {
  const action = { chain: "eip155:8453", method: "eth_signTypedData_v4", params: [ADDRESS, "{}"] };
  expect(walletRpcToWire(action)).toEqual({
    type: "walletRpc",
    data: { chain_id: "eip155:8453", method: "eth_signTypedData_v4", params: [ADDRESS, "{}"] },
  });
});

test("results are the same in one list or in several", () => {
  const result = (...data: string[]) => ({ type: "walletRpc" as const, data });
  const body = (...results: ReturnType<typeof result>[]) => resultsOf({ optionId: "opt_1", results });
  expect(body(result("a", "b"))).toEqual(["a", "b"]);
  expect(body(result("a"), result("b"))).toEqual(["a", "b"]);
  expect(body()).toEqual([]);
});
