// Swarms of transfers become few exceptions, and those of less than a cent none.
import { type Address, zeroAddress } from "viem";
import { describe, expect, test } from "vitest";
import type { Asset } from "../../../src/money/asset.ts";
import type { NamedPayment } from "../../../src/payment/transfers/credit.ts";
import { isDust, reportsOf } from "../../../src/payment/transfers/dust.ts";
import { exceptionOf, type ReportedTransfer } from "../../../src/payment/transfers/exception.ts";

const asset = (id: string, peggedTo?: string): Asset => ({
  id,
  chain: "eip155:1",
  address: zeroAddress,
  symbol: id,
  name: id,
  decimals: 6,
  ...(peggedTo === undefined ? {} : { peggedTo }),
  method: "native",
});
const CHAIN = { assets: [asset("GOLD"), asset("USDC", "USD")] };
const CENT = 10_000n;
const payment = { asked: { currency: "USD", value: 500n } } as NamedPayment;

const payer = (number: number): Address => `0x${number.toString(16).padStart(40, "0")}`;
const BUYER = payer(0);

type Changes = Partial<ReportedTransfer & { payment: NamedPayment | null; payer: Address }>;

let count = 0;
function transfer(amount: bigint, changes: Changes = {}) {
  count += 1;
  const txHash = `0x${count.toString(16).padStart(64, "0")}` as const;
  return {
    txHash,
    logIndex: 0,
    asset: "USDC",
    amount,
    fee: 0n,
    paymentId: "pay_1",
    partnerId: "prtn_1",
    payment,
    payer: BUYER,
    ...changes,
  };
}

describe("a transfer is dust", () => {
  test.each([
    ["below a cent", transfer(CENT - 1n), true],
    ["not from a cent on", transfer(CENT), false],
    ["never in an asset without a peg", transfer(1n, { asset: "GOLD" }), false],
    ["never in an unknown asset", transfer(1n, { asset: "?" }), false],
    ["never for no payment", transfer(1n, { payment: null }), false],
  ])("%s", (_rule, one, dust) => {
    expect(isDust(one, CHAIN)).toBe(dust);
  });
});

describe("transfers that are decided together", () => {
  test("are reported one by one, up to ten", () => {
    const ten = Array.from({ length: 10 }, () => transfer(CENT));
    expect(reportsOf("late", ten, CHAIN)).toEqual({
      exceptions: ten.map((one) => exceptionOf("late", one)),
      reported: ten,
      unnamed: [],
    });
  });

  test("are reported as a sum from eleven on, under the last one's name", () => {
    const eleven = Array.from({ length: 11 }, () => transfer(CENT, { fee: 2n }));
    const last = eleven.at(-1);
    const { exceptions, reported, unnamed } = reportsOf("late", eleven, CHAIN);
    expect(exceptions).toMatchObject([
      { kind: "late", transfer: { txHash: last?.txHash, amount: 11n * CENT, fee: 22n, paymentId: "pay_1" } },
    ]);
    expect(exceptions[0]?.message).toMatch(
      /counting it\. This is the sum of 11 transfers, of which it names the last\.$/,
    );
    expect(reported).toEqual([last]);
    expect(unnamed).toEqual(eleven.slice(0, -1));
  });

  test("of a buyer are never summed with those that strangers added", () => {
    const bought = transfer(1_000n, { asset: "GOLD" });
    const added = Array.from({ length: 20 }, (_, index) => transfer(1n, { asset: "GOLD", payer: payer(index + 1) }));
    const { exceptions, reported, unnamed } = reportsOf(
      "late",
      [...added.slice(0, 5), bought, ...added.slice(5)],
      CHAIN,
    );
    expect(exceptions).toHaveLength(11);
    expect(exceptions[0]).toEqual(exceptionOf("late", bought));
    const rest = exceptions.at(-1);
    expect(rest).toMatchObject({ transfer: { txHash: added.at(-1)?.txHash, amount: 11n }, hasSeveralSenders: true });
    expect(rest?.message).toMatch(/the sum of 11 transfers, .* They came from several accounts\.$/);
    expect([reported.length, unnamed]).toEqual([11, added.slice(9, -1)]);
  });

  test("of each payer are summed by themselves", () => {
    const eleven = Array.from({ length: 11 }, (_, index) => transfer(CENT, { payer: payer(index % 2) }));
    const { exceptions } = reportsOf("late", eleven, CHAIN);
    expect(exceptions).toMatchObject([
      { transfer: { amount: 6n * CENT, txHash: eleven[10]?.txHash }, hasSeveralSenders: false },
      { transfer: { amount: 5n * CENT, txHash: eleven[9]?.txHash }, hasSeveralSenders: false },
    ]);
  });

  test("that are dust of several payers have no sender", () => {
    const two = [transfer(CENT / 2n), transfer(CENT / 2n, { payer: payer(1) })];
    expect(reportsOf("late", two, CHAIN).exceptions).toMatchObject([{ hasSeveralSenders: true }]);
  });

  test("that are dust are reported as a sum of a cent or more, and otherwise not at all", () => {
    const two = [transfer(CENT / 2n), transfer(CENT / 2n)];
    expect(reportsOf("late", two, CHAIN)).toMatchObject({
      exceptions: [{ transfer: { txHash: two[1]?.txHash, amount: CENT } }],
      reported: [two[1]],
      unnamed: [two[0]],
    });
    const less = [transfer(CENT / 2n), transfer(CENT / 2n - 1n)];
    expect(reportsOf("late", less, CHAIN)).toEqual({ exceptions: [], reported: [], unnamed: less });
  });

  test("are summed by payment, by asset, and apart from dust", () => {
    const half = CENT / 2n;
    const groups = [
      transfer(half),
      transfer(half, { paymentId: "pay_2" }),
      transfer(CENT),
      transfer(1n, { asset: "GOLD" }),
    ];
    const { exceptions, reported, unnamed } = reportsOf("duplicate", groups, CHAIN);
    expect(exceptions.map(({ kind, transfer: { amount } }) => [kind, amount])).toEqual([
      ["duplicate", CENT],
      ["duplicate", 1n],
    ]);
    expect(reported).toEqual(groups.slice(2));
    expect(unnamed).toEqual(groups.slice(0, 2));
  });

  test("may be none", () => {
    expect(reportsOf("late", [], CHAIN)).toEqual({ exceptions: [], reported: [], unnamed: [] });
  });
});

test("an exception names its kind and its transfer", () => {
  const plain = transfer(5n);
  const message = "The money arrived after the payment had ended, or the payment ended without counting it.";
  expect(exceptionOf("late", plain)).toEqual({ kind: "late", transfer: plain, message });
});
