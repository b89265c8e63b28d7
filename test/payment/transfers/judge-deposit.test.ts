// Which part of a deposit is an exception. The router's tests cover what it does with the money.
import { zeroAddress } from "viem";
import { expect, test } from "vitest";
import { judgeDeposit, type UnjudgedDeposit } from "../../../src/payment/transfers/judge-deposit.ts";

/** A deposit to a paid payment that asked for 1000, and takes 990. */
const deposit = (of: Partial<UnjudgedDeposit>): UnjudgedDeposit => ({
  txHash: "0x",
  logIndex: 0,
  paymentId: "pay_1",
  partnerId: "partner",
  token: zeroAddress,
  amount: 1_000n,
  isOwn: true,
  isRefused: false,
  status: "succeeded",
  isInTime: true,
  isPayer: true,
  wasSwept: true,
  before: 0n,
  needed: 990n,
  asked: 1_000n,
  minimum: 10n,
  ...of,
});

test.each<[string, Partial<UnjudgedDeposit>, ReturnType<typeof judgeDeposit>]>([
  ["all that was asked", {}, null],
  ["more than that: the excess", { amount: 1_100n }, { kind: "overpaid", amount: 100n }],
  ["the rest and more: the excess", { before: 600n, amount: 600n }, { kind: "overpaid", amount: 200n }],
  ["an excess that is dust", { amount: 1_009n }, null],
  ["the rest within the tolerance, before the sweep", { before: 990n, amount: 10n }, null],
  ["more than that rest", { before: 990n, amount: 30n }, { kind: "overpaid", amount: 20n }],
  ["all of it again, before the sweep", { before: 1_000n }, { kind: "overpaid", amount: 1_000n }],
  ["all of it again, after the sweep", { before: 1_000n, wasSwept: false }, { kind: "duplicate", amount: 1_000n }],
  ["of a payment that another way paid", { isPayer: false }, { kind: "duplicate", amount: 1_000n }],
  ["of an expired payment", { status: "expired", amount: 1_100n }, { kind: "underpaid", amount: 1_100n }],
  ["too late", { status: "expired", isInTime: false }, { kind: "late", amount: 1_000n }],
  ["of an open payment", { status: "processing" }, "wait"],
])("a deposit of %s", (_, of, judged) => {
  expect(judgeDeposit(deposit(of))).toEqual(judged);
});
