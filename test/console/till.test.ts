// The till's arithmetic: digits move in from the right, with each currency's decimals, without floats.
import fc from "fast-check";
import { expect, test } from "vitest";
import { isRefusal, nextAttempt } from "../../src/browser/console/app/fields/attempt.ts";
import {
  currencyChoices,
  fieldText,
  keyedIn,
  withKey,
  withoutLastKey,
} from "../../src/browser/console/pages/payments/new/entry.ts";
import { newReference } from "../../src/browser/console/pages/payments/new/reference.ts";
import { ApiError, NoAnswerError } from "../../src/client/errors.ts";

test.each([
  ["EUR", 1250n, "12.50"],
  ["EUR", 0n, "0.00"],
  ["EUR", 123_456_789n, "1,234,567.89"],
  ["JPY", 1250n, "1,250"],
  ["KWD", 1250n, "1.250"],
])("%s %d is shown as %s", (currency, value, text) => {
  expect(fieldText(value, currency, "en")).toBe(text);
});

test("typing and deleting move the digits", () => {
  expect(keyedIn("12.505")).toBe(12_505n);
  expect(keyedIn("12.5")).toBe(125n);
  expect(keyedIn("0.00")).toBe(0n);
  expect(keyedIn("€ 1,234.56")).toBe(123_456n);
  expect(keyedIn("")).toBe(0n);
});

test("each key appends a digit and can be undone, up to twelve digits", () => {
  fc.assert(
    fc.property(fc.bigInt(0n, 10n ** 11n - 1n), fc.integer({ min: 0, max: 9 }), (value, digit) => {
      const next = withKey(value, String(digit));
      expect(next).toBe(value * 10n + BigInt(digit));
      expect(withoutLastKey(next)).toBe(value);
    }),
  );
  expect(withKey(999_999_999_999n, "9")).toBe(999_999_999_999n);
  expect(withKey(99_999_999_999n, "00")).toBe(99_999_999_999n);
});

test("the field's text reads back as the same value", () => {
  fc.assert(
    fc.property(
      fc.bigInt(0n, 10n ** 12n - 1n),
      fc.constantFrom("EUR", "JPY", "KWD"),
      fc.constantFrom("en", "de", "fr", "hi", "ar", "ar-EG"),
      (value, currency, locale) => {
        expect(keyedIn(fieldText(value, currency, locale))).toBe(value);
      },
    ),
  );
});

test("each currency is listed once, with a name", () => {
  const codes = currencyChoices("en").map(({ value }) => value);
  expect(codes).toContain("EUR");
  expect(codes).not.toContain("XAU");
  expect(new Set(codes).size).toBe(codes.length);
});

test("a reference is the date and six characters", () => {
  expect(newReference("S", new Date(2026, 1, 8))).toMatch(/^S-20260208-[0-9A-HJKMNP-TV-Z]{6}$/);
});

test("the same input keeps its attempt while the outcome is unknown; other input starts a new one", () => {
  let made = 0;
  const make = () => ++made;
  const first = nextAttempt<{ amount: number }, number>(null, { amount: 1 }, make);
  expect(nextAttempt(first, { amount: 1 }, make)).toBe(first);
  expect(made).toBe(1);
  expect(nextAttempt(first, { amount: 2 }, make).key).not.toBe(first.key);
});

test.each([
  [400, true],
  [403, true],
  [404, true],
  [409, false],
  [429, false],
  [500, false],
  [503, false],
])("%i proves that nothing was created: %s", (status, isOne) => {
  const facts = { code: "x", message: "x", issues: [], requestId: null };
  expect(isRefusal(new ApiError(status, facts, null))).toBe(isOne);
  expect(isRefusal(new NoAnswerError(1, null))).toBe(false);
});
