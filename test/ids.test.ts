// Ids: their form, their order, and the bucket of a payment's id.
import { expect, test } from "vitest";
import { bucketOf, lowestPaymentId, newId, newPaymentId } from "../src/ids.ts";

const REQUEST = { partnerId: newId("partner"), scope: "POST /v1/payments mrch_a", key: "order 4711" };
const many = <T>(of: (index: number) => T): T[] => Array.from({ length: 2_000 }, (_, index) => of(index));
/** The id without the prefix, the time (48 bits: nine characters and a part of the tenth) and the bucket. */
const randomPart = (id: string): string => id.slice("pay_".length + 10, -2);

test("an id is its kind, its time and 112 random bits", () => {
  const ids = many(() => newId("merchant", Date.UTC(2026, 0, 1)));
  for (const id of ids) expect(id).toMatch(/^mrch_[0-9a-hjkmnp-tv-z]{32}$/);
  expect(new Set(ids.map((id) => id.slice(0, "mrch_".length + 9)))).toHaveProperty("size", 1);
  expect(new Set(ids).size).toBe(ids.length);
  expect(newId("merchant", 1) < newId("merchant", 2 ** 20)).toBe(true);
});

test("the ids of payments created from a time on sort after its lowest id", () => {
  const nowMs = Date.UTC(2026, 0, 1);
  const lowest = lowestPaymentId(nowMs);
  for (const id of many(() => newPaymentId(null, nowMs))) expect(id >= lowest).toBe(true);
  for (const id of many(() => newPaymentId(null, nowMs - 1))) expect(id < lowest).toBe(true);
});

test("payments of one key are in one bucket, and their ids are otherwise random", () => {
  const ids = many(() => newPaymentId(REQUEST));
  for (const id of ids) expect(id).toMatch(/^pay_[0-9a-hjkmnp-tv-z]{32}$/);
  expect(new Set(ids.map(bucketOf)).size).toBe(1);
  expect(new Set(ids.map(randomPart)).size).toBe(ids.length);
});

test.each([
  ["keys", (index: number) => newPaymentId({ ...REQUEST, key: `order ${index}` })],
  ["scopes", (index: number) => newPaymentId({ ...REQUEST, scope: `POST /v1/payments mrch_${index}` })],
  ["partners", (index: number) => newPaymentId({ ...REQUEST, partnerId: `prtn_${index}` })],
  ["payments without a key", () => newPaymentId(null)],
])("other %s are spread over all 1 024 buckets", (_, create) => {
  const buckets = many(create).map(bucketOf);
  // of 1 024 buckets, 2 000 draws leave about 145 empty
  expect(new Set(buckets).size).toBeGreaterThan(800);
  expect(Math.min(...buckets)).toBeGreaterThanOrEqual(0);
  expect(Math.max(...buckets)).toBeLessThan(1_024);
});

test("the parts of a request are told apart", () => {
  const moved = { ...REQUEST, scope: "POST", key: "/v1/payments mrch_a order 4711" };
  expect(bucketOf(newPaymentId(moved))).not.toBe(
    bucketOf(newPaymentId({ ...moved, scope: "POST /v1/payments", key: "mrch_a order 4711" })),
  );
});

test("the bucket is the last ten bits", () => {
  expect(["pay_00", "pay_0z", "pay_10", "pay_zz"].map(bucketOf)).toEqual([0, 31, 32, 1_023]);
});

test("the bucket of a key never changes, because payments that exist keep theirs", () => {
  expect(bucketOf(newPaymentId({ partnerId: "prtn_a", scope: "POST /v1/payments mrch_a", key: "order 4711" }))).toBe(
    702,
  );
});
