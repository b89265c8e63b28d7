import { expect, test } from "vitest";
import { unavailableToWire } from "../../../src/contract/gateway/unavailable.ts";
import type { Asset } from "../../../src/money/asset.ts";
import { byNearness, lackOf, type Unavailable } from "../../../src/operations/gateway/check-balance.ts";
import type { Holding, PaymentChain } from "../../../src/operations/ports/chain/payment-chain.ts";

const ID = "eip155:1/erc20:0x0000000000000000000000000000000000000001";
const asset = (method: string): Asset => ({ id: ID, method, symbol: "T", name: "Token", decimals: 6 }) as Asset;
const chain = { id: "eip155:1", name: "One", assets: [asset("native")] } as unknown as PaymentChain;
const holding = (balance: bigint, cost: bigint | null = null, coin = 0n): Holding => ({
  balance,
  allowance: null,
  gas: cost === null ? null : { cost, coin },
});

test.each([
  ["eip3009", holding(10n), null],
  ["eip3009", holding(9n), { reason: "insufficient_balance", balance: 9n }],
  ["permit2", holding(10n, 5n, 5n), null],
  ["permit2", holding(10n, 5n, 4n), { reason: "insufficient_gas", balance: 10n, gas: { required: 5n, balance: 4n } }],
  ["erc20", holding(9n, 5n, 4n), { reason: "insufficient_balance", balance: 9n }],
  ["native", holding(15n, 5n, 15n), null],
  ["native", holding(14n, 5n, 14n), { reason: "insufficient_gas", balance: 14n, gas: { required: 15n, balance: 14n } }],
])("%s: what an account lacks for 10 (case %#)", (method, held, lack) => {
  expect(lackOf(asset(method), 10n, held)).toEqual(lack);
});

const facts = {
  asset: asset("permit2"),
  chain,
  payer: "0x0000000000000000000000000000000000000002",
  amount: 10n,
} as const;

test("nearest to paying first, what the buyer can't change last", () => {
  const all: Unavailable[] = [
    { ...facts, payer: null, reason: "no_price" },
    { ...facts, reason: "insufficient_balance", balance: 0n },
    { ...facts, reason: "insufficient_balance", balance: 9n },
    { ...facts, reason: "insufficient_gas", balance: 10n, gas: { required: 5n, balance: 4n } },
  ];
  expect(all.toSorted(byNearness)).toEqual([all[3], all[2], all[1], all[0]]);
});

test("on the wire, it says what is missing in the smallest units", () => {
  const display = { assetSymbol: "T", assetName: "Token", decimals: 6, networkName: "One" };
  const common = { asset: ID, account: `eip155:1:${facts.payer}`, display, amount: "10" };
  expect(unavailableToWire({ ...facts, reason: "insufficient_balance", balance: 4n })).toEqual({
    ...common,
    reason: "insufficient_balance",
    balance: "4",
    shortfall: "6",
  });
  const coin = (value: string) => ({ value, symbol: "T", decimals: 18 });
  const gas = { required: 5n, balance: 4n };
  expect(unavailableToWire({ ...facts, reason: "insufficient_gas", balance: 10n, gas })).toEqual({
    ...common,
    reason: "insufficient_gas",
    balance: "10",
    gas: { required: coin("5"), balance: coin("4"), shortfall: coin("1") },
  });
});
