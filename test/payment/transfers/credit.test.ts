// The decision on a transfer, by its payment's status, its terms, its amount and its depth.
import { type Address, getAddress, zeroAddress } from "viem";
import { describe, expect, test } from "vitest";
import type { Asset } from "../../../src/money/asset.ts";
import { PAYMENT_STATUSES, type PaymentStatus } from "../../../src/payment/payment.ts";
import { type Terms, termsHash } from "../../../src/payment/terms.ts";
import {
  dueBlock,
  type Judgement,
  judge,
  type NamedPayment,
  type QuotingChain,
} from "../../../src/payment/transfers/credit.ts";
import type { Transfer } from "../../../src/payment/transfers/transfer.ts";

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

const PARTNER = "prtn_1";
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
  secondSourceFrom: null,
  takes: (partnerId) => partnerId === PARTNER,
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

/** The router's event for these terms. */
function seen(changes: Partial<Terms> = {}, of: Asset = USDC): Transfer {
  const terms = { ...QUOTED, token: of.address, ...changes };
  const { token, payer, amount, destination, fee, feeReceiver } = terms;
  const event = { txHash: KEY, logIndex: 0, blockNumber: BLOCK, method: "eip3009" } as const;
  const paid = { token, payer, amount, destination, fee, feeReceiver, deadlineS: BigInt(terms.deadlineS) };
  return { ...event, termsHash: termsHash(terms), asset: of.id, ...paid };
}

const hasConfirmation = (status: PaymentStatus): boolean => ["processing", "succeeded", "failed"].includes(status);

const named = (status: PaymentStatus, changes: Partial<NamedPayment> = {}): NamedPayment => ({
  partnerId: PARTNER,
  status,
  expiresAtS: EXPIRES_AT_S,
  asked: { currency: "USD", value: 1_000n },
  payout: null,
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

/** Terms other than the payment's own, and how their amount compares with what the payment asks for. */
const OTHER: readonly (readonly [what: string, comparison: "less" | "same" | "more", transfer: Transfer])[] = [
  ["another payer, as quoted", "same", seen({ payer: SOMEBODY })],
  ["no fee, the same for the merchant and more", "same", seen({ fee: 0n })],
  ["another stablecoin at par, as quoted", "same", seen({}, USDT)],
  ["an asset without a known price", "same", seen({ amount: 1n, fee: 0n }, GOLD)],
  ["one unit less, as quoted", "less", seen({ amount: AMOUNT - 1n })],
  ["one unit", "less", seen({ amount: 1n, fee: 0n })],
  ["less of another stablecoin", "less", seen({ amount: AMOUNT - 1n }, USDT)],
  [
    "a fee that goes to someone else instead of the merchant",
    "less",
    seen({ fee: AMOUNT - 1n, feeReceiver: SOMEBODY }),
  ],
  ["one unit more, as quoted", "more", seen({ amount: AMOUNT + 1n })],
  ["more of another stablecoin, as quoted", "more", seen({ amount: 2n * AMOUNT }, USDT)],
];

/** The kinds for real, deep enough money with other terms; taken from the decisions, not from the code. */
const KINDS = {
  requires_action: { less: "underpaid", same: "park", more: "overpaid" },
  processing: { less: "underpaid", same: "park", more: "overpaid" },
  succeeded: { less: "overpaid", same: "duplicate", more: "overpaid" },
  failed: { less: "underpaid", same: "late", more: "overpaid" },
  expired: { less: "underpaid", same: "late", more: "overpaid" },
  cancelled: { less: "underpaid", same: "late", more: "overpaid" },
} as const satisfies Record<PaymentStatus, Record<"less" | "same" | "more", Judgement>>;

describe("a transfer with the payment's own terms", () => {
  test.each(DEPTHS)("credits a payment in processing once it is deep enough (depth %i)", (depth) => {
    expect(judged(seen(), named("processing"), depth)).toBe(depth >= REQUIRED_DEPTH ? "credit" : "wait");
  });

  test.each(DEPTHS)("is late once the payment has failed (depth %i)", (depth) => {
    expect(judged(seen(), named("failed"), depth)).toBe(depth >= DEEPEST ? "late" : "wait");
  });

  test("credits it, and is reported, even if the partner's payments can no longer be paid on this chain", () => {
    expect(judged(seen(), named("processing", { partnerId: "another" }))).toBe("credit");
    expect(judged(seen(), named("failed", { partnerId: "another" }))).toBe("late");
  });

  test("is reported even if it reaches a former destination of the merchant", () => {
    expect(judged(seen(), named("failed", { reachesOurs: false }))).toBe("late");
  });

  test("waits for the confirm of an open payment, and is late if none arrives", () => {
    expect(judged(seen(), named("requires_action"))).toBe("park");
    expect(judged(seen(), named("requires_action", { wasHandedOut: true }))).toBe("wait");
    expect(judged(seen(), named("expired"))).toBe("late");
    expect(judged(seen(), named("cancelled"))).toBe("late");
  });
});

describe.each(PAYMENT_STATUSES)("a transfer with other terms for a payment that is %s", (status) => {
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
    ["for someone else", seen({ destination: SOMEBODY }), { reachesOurs: false }],
    ["of a token that this installation does not accept", seen({}, OF_NO_WORTH), {}],
    ["of coins that cannot pay the partner's payments", seen({ payer: SOMEBODY }), { partnerId: "another" }],
    ["all fee", seen({ fee: AMOUNT, feeReceiver: SOMEBODY }), {}],
  ])("is ignored if it is %s", (_, transfer, changes) => {
    const isOpen = status === "requires_action" || status === "processing";
    expect(judged(transfer, named(status, changes))).toBe(isOpen ? "park" : "foreign");
    expect(judged(transfer, named(status, { ...changes, wasHandedOut: true }))).toBe(isOpen ? "wait" : "foreign");
  });
});

describe("the expected amount", () => {
  test("is the confirmed one, whatever its value in the payment's currency", () => {
    const terms = { ...QUOTED, token: GOLD.address };
    const confirmed = { termsHash: termsHash(terms), requiredDepth: 1, asset: GOLD.id, amount: AMOUNT, fee: FEE };
    const payment = named("processing", { confirmed });
    expect(judged(seen({ amount: AMOUNT - 1n, payer: SOMEBODY }, GOLD), payment)).toBe("underpaid");
    expect(judged(seen({ amount: AMOUNT + 1n, payer: SOMEBODY }, GOLD), payment)).toBe("overpaid");
    expect(judged(seen({ payer: SOMEBODY }, GOLD), payment)).toBe("park");
    // The merchant gets the agreed amount; the fee's receiver is unknown.
    expect(judged(seen({ feeReceiver: SOMEBODY }, GOLD), payment)).toBe("park");
    expect(judged(seen({ fee: FEE + 1n, feeReceiver: SOMEBODY }, GOLD), payment)).toBe("underpaid");
  });

  test("includes the fee only if the terms are quoted: with another deadline, the fee's receiver is unknown", () => {
    expect(judged(seen({ deadlineS: 1 }), named("requires_action"))).toBe("underpaid");
    expect(judged(seen({ deadlineS: 1 }), named("processing"))).toBe("park");
    expect(judged(seen({ deadlineS: 1, fee: 0n }), named("requires_action"))).toBe("park");
  });

  test("is also that of a handed-out transaction, at any rate", () => {
    const transfer = seen({ amount: AMOUNT - 1n });
    for (const status of PAYMENT_STATUSES) {
      const isOpen = status === "requires_action" || status === "processing";
      expect(judged(transfer, named(status, { wasHandedOut: true }))).toBe(isOpen ? "wait" : KINDS[status].same);
    }
  });

  test("is unknown if the stablecoin is of another currency", () => {
    const asked = { currency: "EUR", value: 1_000n };
    expect(judged(seen({ amount: 1n, fee: 0n }), named("requires_action", { asked }))).toBe("park");
    expect(judged(seen({ amount: 1n, fee: 0n }), named("expired", { asked }))).toBe("late");
  });
});

test("only the payment's own transfer, at its depth, credits a payment in processing", () => {
  const transfers = [seen(), seen({ deadlineS: 1 }), ...OTHER.map(([, , transfer]) => transfer)];
  const crediting = PAYMENT_STATUSES.flatMap((status) =>
    transfers.flatMap((transfer) => DEPTHS.map((depth) => ({ status, transfer, depth }))),
  ).filter(({ status, transfer, depth }) => judged(transfer, named(status), depth) === "credit");
  const depths = DEPTHS.filter((depth) => depth >= REQUIRED_DEPTH);
  expect(crediting).toEqual(depths.map((depth) => ({ status: "processing", transfer: seen(), depth })));
});

test("a transfer that names no payment is ignored", () => {
  expect(judged(seen(), null)).toBe("foreign");
  expect(judged({ ...seen(), token: zeroAddress }, null)).toBe("foreign");
});

describe("a waiting transfer is due", () => {
  const AT_DEEPEST = BLOCK + BigInt(DEEPEST) - 1n;

  test.each<[string, Transfer, NamedPayment | null, bigint | null]>([
    ["at the deepest step's depth, for an open payment", seen(), named("requires_action"), AT_DEEPEST],
    ["at that depth with other terms", seen({ payer: SOMEBODY }), named("processing"), AT_DEEPEST],
    ["at that depth once the payment has failed", seen(), named("failed"), AT_DEEPEST],
    ["with any block if it may credit the payment", seen(), named("processing"), null],
    ["with any block if it was handed out", seen(), named("expired", { wasHandedOut: true }), null],
    ["with any block if it names no payment", seen(), null, null],
  ])("%s", (_rule, transfer, payment, block) => {
    expect(dueBlock(transfer, payment, CHAIN)).toBe(block);
  });
});
