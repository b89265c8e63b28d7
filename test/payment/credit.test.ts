// What a transfer means for the payment it names: by the payment's status, whose transfer it is, what it brings and how deep it
// lies.
import { type Address, getAddress, zeroAddress } from "viem";
import { describe, expect, test } from "vitest";
import type { Asset } from "../../src/money/asset.ts";
import { type Judgement, judge, type NamedPayment, type QuotingChain } from "../../src/payment/credit.ts";
import { PAYMENT_STATUSES, type PaymentStatus } from "../../src/payment/payment.ts";
import { type Terms, termsHash } from "../../src/payment/terms.ts";
import type { Transfer } from "../../src/payment/transfer.ts";

const REQUIRED_DEPTH = 3;
const DEEPEST = 5;
const BLOCK = 100n;
const KEY = `0x${"0a".repeat(32)}` as const;
const EXPIRES_AT_S = 1_000;
const GRACE_S = 120;

const address = (digit: string): Address => getAddress(`0x${digit.repeat(40)}`);
const [ROUTER, FEE_RECEIVER, TREASURY, MERCHANT, PAYER, SOMEBODY] = ["1", "2", "3", "4", "5", "6"].map(address) as [
  Address,
  Address,
  Address,
  Address,
  Address,
  Address,
];

const asset = (symbol: string, digit: string, peggedTo?: string): Asset => ({
  id: `eip155:1/erc20:${address(digit)}`,
  chain: "eip155:1",
  address: address(digit),
  symbol,
  name: symbol,
  decimals: 6,
  ...(peggedTo === undefined ? {} : { peggedTo }),
  method: "eip3009",
  domain: { name: symbol, version: "2" },
});
const USDC = asset("USDC", "a", "USD");
const USDT = asset("USDT", "b", "USD");
const GOLD = asset("GOLD", "c");
const OF_NO_WORTH = asset("FAKE", "d", "USD");

const CHAIN: QuotingChain = {
  id: "eip155:1",
  router: ROUTER,
  feeReceiver: FEE_RECEIVER,
  treasury: TREASURY,
  inclusionGraceS: GRACE_S,
  assets: [USDC, USDT, GOLD],
  confirmations: [
    { fromStandardUnits: 0n, blocks: REQUIRED_DEPTH },
    { fromStandardUnits: 1_000n, blocks: DEEPEST },
  ],
};

const AMOUNT = 10_000_000n;
const FEE = 40_000n;
const QUOTED: Terms = {
  chain: CHAIN.id,
  router: ROUTER,
  key: KEY,
  token: USDC.address,
  payer: PAYER,
  amount: AMOUNT,
  destination: MERCHANT,
  fee: FEE,
  feeReceiver: FEE_RECEIVER,
  deadlineS: EXPIRES_AT_S + GRACE_S,
};

/** The router's event of these terms. */
function seen(changes: Partial<Terms> = {}, of: Asset = USDC): Transfer {
  const terms = { ...QUOTED, token: of.address, ...changes };
  const { token, payer, amount, destination, fee } = terms;
  const place = { txHash: KEY, logIndex: 0, blockNumber: BLOCK };
  return { ...place, termsHash: termsHash(terms), asset: of.id, token, payer, amount, destination, fee };
}

const hasConfirmation = (status: PaymentStatus): boolean => ["processing", "succeeded", "failed"].includes(status);

const named = (status: PaymentStatus, changes: Partial<NamedPayment> = {}): NamedPayment => ({
  status,
  paymentKey: KEY,
  asked: { currency: "USD", value: 1_000n },
  expiresAtS: EXPIRES_AT_S,
  feeReceiver: null,
  confirmed: hasConfirmation(status)
    ? { termsHash: termsHash(QUOTED), requiredDepth: REQUIRED_DEPTH, asset: USDC.id, amount: AMOUNT, fee: FEE }
    : null,
  wasHandedOut: false,
  reachesOurs: true,
  ...changes,
});

const judged = (transfer: Transfer, payment: NamedPayment | null, depth = 1_000): Judgement =>
  judge(transfer, payment, BLOCK + BigInt(depth) - 1n, CHAIN);

const DEPTHS = [1, REQUIRED_DEPTH - 1, REQUIRED_DEPTH, DEEPEST - 1, DEEPEST, 1_000];

/** Terms that are not the payment's own, and how what they bring compares with what is asked for. */
const OTHER: readonly (readonly [what: string, comparison: "less" | "same" | "more", transfer: Transfer])[] = [
  ["another payer, as quoted", "same", seen({ payer: SOMEBODY })],
  ["no fee, the same for the merchant and more", "same", seen({ fee: 0n })],
  ["another stablecoin at par, as quoted", "same", seen({}, USDT)],
  ["an asset that nobody knows the worth of", "same", seen({ amount: 1n, fee: 0n }, GOLD)],
  ["one unit less, as quoted", "less", seen({ amount: AMOUNT - 1n })],
  ["one unit", "less", seen({ amount: 1n, fee: 0n })],
  ["less of another stablecoin", "less", seen({ amount: AMOUNT - 1n }, USDT)],
  [
    "a fee that goes to somebody else instead of the merchant",
    "less",
    seen({ fee: AMOUNT - 1n, feeReceiver: SOMEBODY }),
  ],
  ["one unit more, as quoted", "more", seen({ amount: AMOUNT + 1n })],
  ["more of another stablecoin, as quoted", "more", seen({ amount: 2n * AMOUNT }, USDT)],
];

/** Of money that is real, deep and not the payment's own; from the decisions, not from the code. */
const KINDS = {
  requires_action: { less: "underpaid", same: "park", more: "overpaid" },
  processing: { less: "underpaid", same: "park", more: "overpaid" },
  succeeded: { less: "overpaid", same: "duplicate", more: "overpaid" },
  failed: { less: "underpaid", same: "late", more: "overpaid" },
  expired: { less: "underpaid", same: "late", more: "overpaid" },
  cancelled: { less: "underpaid", same: "late", more: "overpaid" },
} as const satisfies Record<PaymentStatus, Record<"less" | "same" | "more", Judgement>>;

describe("a transfer by a payment's own terms", () => {
  test.each(DEPTHS)("credits it in processing from its depth on (depth %i)", (depth) => {
    expect(judged(seen(), named("processing"), depth)).toBe(depth >= REQUIRED_DEPTH ? "credit" : "wait");
  });

  test.each(DEPTHS)("is late once the payment has failed (depth %i)", (depth) => {
    expect(judged(seen(), named("failed"), depth)).toBe(depth >= DEEPEST ? "late" : "wait");
  });

  test("is told even where it reaches a destination that is none of the merchant's any more", () => {
    expect(judged(seen(), named("failed", { reachesOurs: false }))).toBe("late");
  });

  test("waits for the confirm of an open payment, and is late where none came", () => {
    expect(judged(seen(), named("requires_action"))).toBe("park");
    expect(judged(seen(), named("requires_action", { wasHandedOut: true }))).toBe("wait");
    expect(judged(seen(), named("expired"))).toBe("late");
    expect(judged(seen(), named("cancelled"))).toBe("late");
  });
});

describe.each(PAYMENT_STATUSES)("a transfer by other terms, of a payment that is %s", (status) => {
  test.each(OTHER)("%s (%s)", (_, comparison, transfer) => {
    for (const depth of DEPTHS) {
      expect(judged(transfer, named(status), depth)).toBe(depth >= DEEPEST ? KINDS[status][comparison] : "wait");
    }
  });

  test("never credits it", () => {
    const other = [...OTHER.map(([, , transfer]) => transfer), seen({ deadlineS: 1 }), seen({ destination: SOMEBODY })];
    for (const transfer of other) expect(judged(transfer, named(status))).not.toBe("credit");
  });

  test.each([
    ["to somebody else", seen({ destination: SOMEBODY }), { reachesOurs: false }],
    ["of a token that this installation does not take", seen({}, OF_NO_WORTH), {}],
    ["whose fee is all of it", seen({ fee: AMOUNT, feeReceiver: SOMEBODY }), {}],
  ])("is nobody's money %s", (_, transfer, changes) => {
    const isOpen = status === "requires_action" || status === "processing";
    expect(judged(transfer, named(status, changes))).toBe(isOpen ? "park" : "foreign");
    expect(judged(transfer, named(status, { ...changes, wasHandedOut: true }))).toBe(isOpen ? "wait" : "foreign");
  });
});

describe("what is asked for", () => {
  test("is what was confirmed, whatever its worth in the payment's currency", () => {
    const terms = { ...QUOTED, token: GOLD.address };
    const confirmed = { termsHash: termsHash(terms), requiredDepth: 1, asset: GOLD.id, amount: AMOUNT, fee: FEE };
    const payment = named("processing", { confirmed });
    expect(judged(seen({ amount: AMOUNT - 1n, payer: SOMEBODY }, GOLD), payment)).toBe("underpaid");
    expect(judged(seen({ amount: AMOUNT + 1n, payer: SOMEBODY }, GOLD), payment)).toBe("overpaid");
    expect(judged(seen({ payer: SOMEBODY }, GOLD), payment)).toBe("park");
    // The merchant gets what was agreed; where the fee went nobody can tell.
    expect(judged(seen({ feeReceiver: SOMEBODY }, GOLD), payment)).toBe("park");
    expect(judged(seen({ fee: FEE + 1n, feeReceiver: SOMEBODY }, GOLD), payment)).toBe("underpaid");
  });

  test("is as well what was handed out as a transaction, at whatever rate", () => {
    const transfer = seen({ amount: AMOUNT - 1n });
    for (const status of PAYMENT_STATUSES) {
      const isOpen = status === "requires_action" || status === "processing";
      expect(judged(transfer, named(status, { wasHandedOut: true }))).toBe(isOpen ? "wait" : KINDS[status].same);
    }
  });

  test("is unknown where the stablecoin is of another currency", () => {
    const asked = { currency: "EUR", value: 1_000n };
    expect(judged(seen({ amount: 1n, fee: 0n }), named("requires_action", { asked }))).toBe("park");
    expect(judged(seen({ amount: 1n, fee: 0n }), named("expired", { asked }))).toBe("late");
  });
});

test("credits nothing but the payment's own transfer, in processing, at its depth", () => {
  const transfers = [seen(), seen({ deadlineS: 1 }), ...OTHER.map(([, , transfer]) => transfer)];
  const crediting = PAYMENT_STATUSES.flatMap((status) =>
    transfers.flatMap((transfer) => DEPTHS.map((depth) => ({ status, transfer, depth }))),
  ).filter(({ status, transfer, depth }) => judged(transfer, named(status), depth) === "credit");
  const depths = DEPTHS.filter((depth) => depth >= REQUIRED_DEPTH);
  expect(crediting).toEqual(depths.map((depth) => ({ status: "processing", transfer: seen(), depth })));
});

test("a transfer that names no payment is nobody's", () => {
  expect(judged(seen(), null)).toBe("foreign");
  expect(judged({ ...seen(), token: zeroAddress }, null)).toBe("foreign");
});
