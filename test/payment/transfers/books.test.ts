// A payment whose row, log, confirmation and transfer disagree is found, by the kind of difference.
import { zeroAddress } from "viem";
import { describe, expect, test } from "vitest";
import type { PaymentStatus } from "../../../src/payment/payment.ts";
import { paymentKey, type Terms, termsHash } from "../../../src/payment/terms.ts";
import { type BookedPayment, checkPayment, differingFields } from "../../../src/payment/transfers/books.ts";
import type { BookedTransfer } from "../../../src/payment/transfers/transfer.ts";

const DEADLINE_S = 1_772_600_767;
const HASH = `0x${"ab".repeat(32)}` as const;

const terms: Terms = {
  chain: "eip155:1",
  router: zeroAddress,
  key: paymentKey("pay_1"),
  token: zeroAddress,
  payer: zeroAddress,
  amount: 100n,
  destination: zeroAddress,
  fee: 1n,
  feeReceiver: zeroAddress,
  deadlineS: DEADLINE_S,
};
const confirmation: NonNullable<BookedPayment["confirmation"]> = {
  asset: "eip155:1/slip44:60",
  method: "native",
  terms,
  termsHash: termsHash(terms),
  requiredDepth: 1,
  confirmedAt: new Date(0),
  isWithRelayer: false,
};
const credit: BookedTransfer = {
  txHash: HASH,
  logIndex: 0,
  blockNumber: 1n,
  termsHash: termsHash(terms),
  asset: confirmation.asset,
  token: zeroAddress,
  payer: zeroAddress,
  amount: 100n,
  destination: zeroAddress,
  fee: 1n,
  feeReceiver: zeroAddress,
  deadlineS: BigInt(DEADLINE_S),
  method: "pay",
  state: "credited",
  paymentId: "pay_1",
  isOrphaned: false,
};

const LOGS: Readonly<Record<PaymentStatus, readonly string[]>> = {
  requires_action: ["created"],
  processing: ["created", "confirmed"],
  succeeded: ["created", "confirmed", "paid"],
  failed: ["created", "confirmed", "given_up"],
  expired: ["created", "expired"],
  cancelled: ["created", "cancelled"],
};

/** A payment without differences. */
function booked(status: PaymentStatus, changes: Partial<BookedPayment> = {}): BookedPayment {
  const isConfirmed = status === "processing" || status === "succeeded" || status === "failed";
  return {
    id: "pay_1",
    status,
    paymentKey: paymentKey("pay_1"),
    isKeyOfPayer: false,
    log: LOGS[status],
    confirmation: isConfirmed ? confirmation : null,
    credit: status === "succeeded" ? credit : null,
    isLossReported: false,
    ...changes,
  };
}

test.each(Object.keys(LOGS) as PaymentStatus[])("a payment that is %s and consistent has no differences", (status) => {
  expect(checkPayment(booked(status), DEADLINE_S)).toEqual([]);
  expect(checkPayment(booked(status), null)).toEqual([]);
});

describe("the log", () => {
  test.each<[readonly string[], string]>([
    [["created"], "is expired, but its log (created) says requires_action"],
    [[], "is expired, but its log (empty) is none"],
    [["created", "paid"], "is expired, but its log (created, paid) is none"],
  ])("%j does not lead to expired", (log, message) => {
    expect(checkPayment(booked("expired", { log }), null)).toEqual([{ kind: "log_differs", message }]);
  });
});

test("the key on chain must be the hash of the payment's id", () => {
  expect(checkPayment(booked("expired", { paymentKey: HASH }), null)).toEqual([
    { kind: "terms_differ", message: "its key on chain is not the hash of its id" },
  ]);
});

test("or a nonce that the payer of a transfer chose, which the confirmed hash covers", () => {
  const own = { ...terms, key: HASH, fee: 0n };
  const transferred = { ...confirmation, method: "transfer" as const, terms: own, termsHash: termsHash(own) };
  const credited = { ...credit, termsHash: termsHash(own), fee: 0n };
  const keyed = { paymentKey: HASH, isKeyOfPayer: true };
  const payment = booked("succeeded", { ...keyed, confirmation: transferred, credit: credited });
  expect(checkPayment(payment, null)).toEqual([]);
  expect(checkPayment(booked("expired", keyed), null)).toEqual([]);
  const altered = { ...transferred, terms };
  expect(checkPayment({ ...payment, confirmation: altered }, null)).toMatchObject([
    { kind: "terms_differ" },
    { kind: "terms_differ" },
  ]);
});

describe("the confirmation", () => {
  test.each(["processing", "succeeded"] as const)("must exist once a payment is %s", (status) => {
    expect(checkPayment(booked(status, { confirmation: null }), null)).toEqual([
      { kind: "wrong_status", message: `is ${status}, but nothing was confirmed` },
    ]);
  });

  test.each(["requires_action", "expired", "cancelled"] as const)("must not exist while a payment is %s", (status) => {
    expect(checkPayment(booked(status, { confirmation }), null)).toEqual([
      { kind: "wrong_status", message: `is ${status}, but a confirm was accepted` },
    ]);
  });

  test("must have the hash of its terms", () => {
    const altered = {
      ...confirmation,
      terms: { ...terms, feeReceiver: "0x0000000000000000000000000000000000000001" },
    } as const;
    const message = `the confirmed terms are not those of their hash ${confirmation.termsHash}`;
    expect(checkPayment(booked("processing", { confirmation: altered }), null)).toEqual([
      { kind: "terms_differ", message },
    ]);
  });

  test("is resolved within a minute after its deadline has passed at its depth", () => {
    expect(checkPayment(booked("processing"), DEADLINE_S + 60)).toEqual([]);
    expect(checkPayment(booked("processing"), DEADLINE_S + 61)).toEqual([
      {
        kind: "past_deadline",
        message: "is still processing, though its deadline (2026-03-04T05:06:07.000Z) has passed at its depth",
      },
    ]);
    expect(checkPayment(booked("failed"), DEADLINE_S + 61)).toEqual([]);
  });

  test("is no longer with the relayer once the payment has ended, unless it is sent again after a reorg", () => {
    const withRelayer = { confirmation: { ...confirmation, isWithRelayer: true } };
    expect(checkPayment(booked("processing", withRelayer), null)).toEqual([]);
    expect(checkPayment(booked("failed", withRelayer), null)).toEqual([
      { kind: "still_with_relayer", message: "is failed, but still with the relayer" },
    ]);
    const orphaned = { ...withRelayer, credit: { ...credit, isOrphaned: true } };
    const kinds = (changes: Partial<BookedPayment>) =>
      checkPayment(booked("succeeded", changes), null).map(({ kind }) => kind);
    expect(kinds(withRelayer)).toEqual(["still_with_relayer"]);
    expect(kinds(orphaned)).toEqual(["succeeded_without_transfer"]);
    expect(kinds({ ...orphaned, isLossReported: true })).toEqual(["still_with_relayer"]);
  });
});

describe("the credited transfer", () => {
  test("must not exist unless the payment has succeeded", () => {
    expect(checkPayment(booked("failed", { credit }), null)).toEqual([
      { kind: "wrong_status", message: "is failed, but was credited with a transfer", transfer: credit },
    ]);
  });

  test("must exist once it has", () => {
    expect(checkPayment(booked("succeeded", { credit: null }), null)).toEqual([
      { kind: "succeeded_without_transfer", message: "has succeeded, but no transfer paid it" },
    ]);
  });

  test("must be on the chain, unless its loss was reported", () => {
    const orphaned = { ...credit, isOrphaned: true };
    const message = "has succeeded, and a reorg has taken out its transfer, which is not back yet";
    expect(checkPayment(booked("succeeded", { credit: orphaned }), null)).toEqual([
      { kind: "succeeded_without_transfer", message, transfer: orphaned },
    ]);
    expect(checkPayment(booked("succeeded", { credit: orphaned, isLossReported: true }), null)).toEqual([]);
    expect(checkPayment(booked("succeeded", { isLossReported: true }), null)).toEqual([]);
  });

  test.each<[Partial<BookedTransfer>, string]>([
    [{ amount: 99n }, "amount 100, but credited with 99"],
    [{ fee: 2n }, "fee 1, but credited with 2"],
    [{ asset: "eip155:1/slip44:61" }, "asset eip155:1/slip44:60, but credited with eip155:1/slip44:61"],
    [{ termsHash: HASH }, `termsHash ${confirmation.termsHash}, but credited with ${HASH}`],
  ])("must have the confirmed terms: %o", (changes, text) => {
    const transfer = { ...credit, ...changes };
    expect(checkPayment(booked("succeeded", { credit: transfer }), null)).toEqual([
      { kind: "terms_differ", message: `was confirmed with ${text}`, transfer },
    ]);
  });
});

test("fields differ by their values", () => {
  expect(differingFields({ a: 1n, b: "x", c: null }, { a: 1n, b: "y", c: null })).toEqual(["b"]);
  expect(differingFields({ a: 1n }, { a: 1n })).toEqual([]);
});
