// The proof that a transfer needs before it counts, by its value in US dollars.
import { describe, expect, test } from "vitest";
import type { Asset } from "../../../src/money/asset.ts";
import type { NamedPayment, QuotingChain } from "../../../src/payment/transfers/credit.ts";
import { isCreditable, proofOf } from "../../../src/payment/transfers/proof.ts";
import type { Transfer } from "../../../src/payment/transfers/transfer.ts";

const ZERO = "0x0000000000000000000000000000000000000000";
const USDC: Asset = {
  id: "USDC",
  chain: "eip155:1",
  address: ZERO,
  symbol: "USDC",
  name: "USD Coin",
  decimals: 6,
  peggedTo: "USD",
  method: "erc20",
  resetsApproval: false,
};
const DOLLAR = 1_000_000n;
const DEPTH = 2;

const chain = (secondSourceFrom: bigint | null): QuotingChain => ({
  id: "eip155:1",
  router: ZERO,
  feeReceiver: ZERO,
  treasury: null,
  inclusionGraceS: 120,
  assets: [USDC],
  confirmations: [
    { fromStandardUnits: 0n, blocks: DEPTH },
    { fromStandardUnits: 10_000n, blocks: 9, finality: "finalized" },
  ],
  secondSourceFrom,
  takes: () => true,
});
const transferOf = (amount: bigint) => ({ asset: USDC.id, amount }) as Partial<Transfer> as Transfer;
const PAYMENT = {
  asked: { currency: "JPY", value: 1n },
  confirmed: { requiredDepth: DEPTH },
} as Partial<NamedPayment> as NamedPayment;

describe("a transfer", () => {
  test.each([
    [999n * DOLLAR, null],
    [1_000n * DOLLAR - 1n, null],
    [1_000n * DOLLAR, { sources: 2, depth: DEPTH, finality: null }],
    [10_000n * DOLLAR, { sources: 2, depth: DEPTH, finality: "finalized" }],
  ])("of %i units of a dollar coin", (amount, proof) => {
    expect(proofOf("credit", transferOf(amount), PAYMENT, chain(1_000n))).toEqual(proof);
  });

  test("needs finality from one source where one source is trusted with any amount", () => {
    const proof = { sources: 1, depth: DEPTH, finality: "finalized" };
    expect(proofOf("credit", transferOf(10_000n * DOLLAR), PAYMENT, chain(null))).toEqual(proof);
    expect(proofOf("credit", transferOf(9_999n * DOLLAR), PAYMENT, chain(null))).toBeNull();
  });

  test("that is reported must be as deep as any, and one that stays undecided needs no proof", () => {
    const large = transferOf(1_000n * DOLLAR);
    expect(proofOf("underpaid", large, PAYMENT, chain(0n))).toEqual({ sources: 2, depth: 9, finality: null });
    for (const judgement of ["wait", "park", "foreign"] as const) {
      expect(proofOf(judgement, large, PAYMENT, chain(0n))).toBeNull();
    }
  });
});

test("a payment that could never be credited is not offered", () => {
  const asked = { currency: "JPY", value: 150_000n };
  const offered = (hasSecondSource: boolean, secondSourceFrom: bigint | null, amount: bigint) =>
    isCreditable({ secondSourceFrom, hasSecondSource }, USDC, amount, asked);
  expect(offered(false, 1_000n, 999n * DOLLAR)).toBe(true);
  expect(offered(false, 1_000n, 1_000n * DOLLAR)).toBe(false);
  expect(offered(false, null, 1_000n * DOLLAR)).toBe(true);
  expect(offered(true, 1_000n, 1_000n * DOLLAR)).toBe(true);
});
