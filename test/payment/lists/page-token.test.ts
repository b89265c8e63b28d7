// The checkout page's token opens only for its payment, until one to two hours after the expiry or the load.
import { expect, test } from "vitest";
import { isPageToken, openPageToken, pageKeys, sealPageToken } from "../../../src/payment/lists/page-token.ts";

const KEYS = pageKeys(Buffer.alloc(32, 1));
const PAYMENT = { id: "pay_1", expiresAtS: 1_000_000 };
const HOUR_S = 3_600;

test("opens for its payment until an hour after the payment's expiry", () => {
  const token = sealPageToken(KEYS, PAYMENT, 999_000);
  const goodUntilS = PAYMENT.expiresAtS + HOUR_S;
  expect(isPageToken(token)).toBe(true);
  expect(token).toMatch(/^page_[A-Za-z0-9_-]+$/);
  expect(openPageToken(KEYS, token, 999_000)).toEqual({ paymentId: "pay_1", goodUntilS });
  expect(openPageToken(KEYS, token, goodUntilS - 1)).toEqual({ paymentId: "pay_1", goodUntilS });
  expect(openPageToken(KEYS, token, goodUntilS)).toBeNull();
});

test("of a page that is loaded after the expiry is valid for one to two hours, and the same for up to an hour", () => {
  const loadedS = PAYMENT.expiresAtS + 10 * HOUR_S;
  const endOfHourS = Math.ceil(loadedS / HOUR_S) * HOUR_S;
  const token = sealPageToken(KEYS, PAYMENT, loadedS);
  expect(sealPageToken(KEYS, PAYMENT, endOfHourS)).toBe(token);
  expect(openPageToken(KEYS, token, endOfHourS + HOUR_S - 1)).not.toBeNull();
  expect(openPageToken(KEYS, token, endOfHourS + HOUR_S)).toBeNull();
  expect(sealPageToken(KEYS, PAYMENT, endOfHourS + 1)).not.toBe(token);
});

test("is refused if another installation made it or any part was changed", () => {
  const token = sealPageToken(KEYS, PAYMENT, 0);
  expect(openPageToken(pageKeys(Buffer.alloc(32, 2)), token, 0)).toBeNull();
  for (let at = 0; at < token.length - 1; at++) {
    const other = token[at] === "A" ? "B" : "A";
    expect(openPageToken(KEYS, token.slice(0, at) + other + token.slice(at + 1), 0)).toBeNull();
  }
  for (const text of ["", "page_", "page_AQ", token.slice("page_".length)]) {
    expect(openPageToken(KEYS, text, 0)).toBeNull();
  }
});
