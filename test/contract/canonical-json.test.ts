// When two requests with an Idempotency-Key count as the same.
import fc from "fast-check";
import { expect, test } from "vitest";
import { idempotentRequest } from "../../src/http/idempotent.ts";
import { canonicalJson } from "../../src/http/request/canonical-json.ts";

/** The same value with each object's fields in another order. */
function reordered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reordered);
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([name, field]) => [name, reordered(field)]),
  );
}

test("the order of fields does not matter, and the text is JSON for the same value", () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const text = canonicalJson(value);
      expect(canonicalJson(reordered(value))).toBe(text);
      expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)));
    }),
  );
});

test.each([
  [
    [1, 2],
    [2, 1],
  ],
  [{ a: 1 }, { a: "1" }],
  [{ a: null }, {}],
  [{ a: { b: 1 } }, { "a.b": 1 }],
  ["a\u0301", "á"],
])("%j and %j are different requests", (one, other) => {
  const place = ["POST", "/v1/payments", "mrch_1"];
  expect(idempotentRequest("k", place, one).fingerprint).not.toEqual(idempotentRequest("k", place, other).fingerprint);
});
