// What a transfer means for the payment it names, by the payment's status, whose transfer it is and how deep it lies.
import { describe, expect, test } from "vitest";
import { type Judgement, judge, type NamedPayment, type SeenTransfer } from "../../src/payment/credit.ts";
import { PAYMENT_STATUSES, type PaymentStatus } from "../../src/payment/payment.ts";

const OWN = `0x${"01".repeat(32)}` as const;
const OTHER = `0x${"02".repeat(32)}` as const;
const REQUIRED_DEPTH = 3;
const DEFAULT_DEPTH = 5;
const BLOCK = 100n;

interface Case {
  readonly status: PaymentStatus;
  readonly isOwn: boolean;
  readonly isOursToTell: boolean;
  readonly depth: number;
}

function judged({ status, isOwn, isOursToTell, depth }: Case): Judgement {
  const transfer: SeenTransfer = { blockNumber: BLOCK, termsHash: isOwn ? OWN : OTHER, destination: "0x01" };
  const isConfirmed = status === "processing" || status === "succeeded" || status === "failed";
  const payment: NamedPayment = {
    status,
    confirmed: isConfirmed ? { termsHash: OWN, requiredDepth: REQUIRED_DEPTH } : null,
    defaultDepth: DEFAULT_DEPTH,
    isOursToTell,
  };
  return judge(transfer, payment, BLOCK + BigInt(depth) - 1n);
}

/** From the rules of the decisions on reorgs, late funds and success, not from the code. */
function expected({ status, isOwn, isOursToTell, depth }: Case): Judgement {
  const isConfirmed = status === "processing" || status === "succeeded" || status === "failed";
  const isOwnTransfer = isOwn && isConfirmed;
  if (status === "requires_action") return "wait";
  if (status === "processing") return isOwnTransfer && depth >= REQUIRED_DEPTH ? "credit" : "wait";
  if (!isOwnTransfer && !isOursToTell) return "foreign";
  if (depth < DEFAULT_DEPTH) return "wait";
  return status === "succeeded" ? "duplicate" : "late";
}

const cases: Case[] = PAYMENT_STATUSES.flatMap((status) =>
  [true, false].flatMap((isOwn) =>
    [true, false].flatMap((isOursToTell) =>
      [1, REQUIRED_DEPTH - 1, REQUIRED_DEPTH, DEFAULT_DEPTH - 1, DEFAULT_DEPTH, 1_000].map((depth) => ({
        status,
        isOwn,
        isOursToTell,
        depth,
      })),
    ),
  ),
);

describe("a transfer", () => {
  test("that names no payment is nobody's", () => {
    expect(judge({ blockNumber: BLOCK, termsHash: OWN, destination: "0x01" }, null, BLOCK + 1_000n)).toBe("foreign");
  });

  test.each(cases)("for a $status payment, own terms: $isOwn, ours to tell: $isOursToTell, depth $depth", (given) => {
    expect(judged(given)).toBe(expected(given));
  });

  test("credits nothing but the payment's own transfer, in processing, at its depth", () => {
    const crediting = cases.filter((given) => judged(given) === "credit");
    expect(new Set(crediting.map(({ status }) => status))).toEqual(new Set(["processing"]));
    expect(crediting.every(({ isOwn, depth }) => isOwn && depth >= REQUIRED_DEPTH)).toBe(true);
  });
});
