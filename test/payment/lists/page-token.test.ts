// The checkout page's token opens only for its payment, until an hour after the expiry.
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

test("of a page that is loaded after the expiry is valid for an hour from then", () => {
  const nowS = PAYMENT.expiresAtS + 10 * HOUR_S;
  const token = sealPageToken(KEYS, PAYMENT, nowS);
  expect(openPageToken(KEYS, token, nowS + HOUR_S - 1)).not.toBeNull();
  expect(openPageToken(KEYS, token, nowS + HOUR_S)).toBeNull();
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
