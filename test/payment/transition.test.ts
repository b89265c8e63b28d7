// The state machine, as a table of every status and transition.
import { describe, expect, test } from "vitest";
import {
  PAYMENT_STATUSES,
  type PaymentForBuyer,
  type PaymentStatus,
  statusForBuyer,
} from "../../src/payment/payment.ts";
import { isTerminal, nextStatus, replay, type TransitionType, transitionPairs } from "../../src/payment/transition.ts";

const TYPES = ["confirmed", "paid", "given_up", "declined", "expired", "cancelled"] as const satisfies TransitionType[];

/** The allowed transitions; all others are refused. */
const GOES: Readonly<Record<PaymentStatus, Partial<Record<TransitionType, PaymentStatus>>>> = {
  requires_action: { confirmed: "processing", declined: "failed", expired: "expired", cancelled: "cancelled" },
  processing: { paid: "succeeded", given_up: "failed" },
  succeeded: {},
  failed: {},
  expired: {},
  cancelled: {},
};

const pairs = PAYMENT_STATUSES.flatMap((status) => TYPES.map((type) => ({ status, type })));

test.each(pairs)("$type from $status", ({ status, type }) => {
  const expected = GOES[status][type] ?? null;
  expect(nextStatus(status, type)).toBe(expected);
  expect(transitionPairs(type).filter(([from]) => from === status)).toEqual(expected ? [[status, expected]] : []);
});

describe("terminal statuses", () => {
  test.each(PAYMENT_STATUSES)("%s is terminal exactly if no transition leads out of it", (status) => {
    expect(isTerminal(status)).toBe(TYPES.every((type) => nextStatus(status, type) === null));
  });

  test("are succeeded, failed, expired and cancelled", () => {
    expect(PAYMENT_STATUSES.filter(isTerminal)).toEqual(["succeeded", "failed", "expired", "cancelled"]);
  });
});

describe("a log", () => {
  test.each<[string[], PaymentStatus | null]>([
    [["created"], "requires_action"],
    [["created", "confirmed", "paid"], "succeeded"],
    [["created", "exception_reported", "confirmed", "refunded", "given_up", "refunded"], "failed"],
    [["created", "toString", "expired"], "expired"],
    [["created", "paid"], null],
    [["created", "paid", "confirmed"], null],
    [["created", "expired", "confirmed"], null],
    [["confirmed"], null],
    [["confirmed", "created"], null],
    [[], null],
  ])("%j leads to %s", (log, status) => {
    expect(replay(log)).toBe(status);
  });
});

test.each<[PaymentStatus, boolean, PaymentStatus]>([
  ["requires_action", false, "requires_action"],
  ["requires_action", true, "expired"],
  ["processing", true, "processing"],
  ["succeeded", true, "succeeded"],
])("a buyer sees a payment that is %s, past its expiry: %s, as %s", (status, isPastExpiry, shown) => {
  expect(statusForBuyer({ status, isPastExpiry } as PaymentForBuyer)).toBe(shown);
});
