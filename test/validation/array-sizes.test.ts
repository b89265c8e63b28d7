// A huge array costs nothing: its size is checked before its items are looked at.
import type { TSchema } from "typebox";
import { describe, expect, test } from "vitest";
import { ConfirmBody, OptionsBody } from "../../src/contract/gateway/gateway.ts";
import { ENDPOINTS } from "../../src/http/endpoints.ts";
import { compileValidator } from "../../src/http/server/validate.ts";

/** An array of this length that fails when an item is read. */
const unread = (length: number): unknown[] =>
  new Proxy(new Array(length), {
    get(target, name) {
      if (typeof name === "string" && /^[0-9]+$/.test(name)) throw new Error(`item ${name} was read`);
      return Reflect.get(target, name);
    },
  });

const issuesOf = (schema: TSchema, body: unknown): unknown => {
  const validate = compileValidator({ schema, method: "POST", url: "/", httpPart: "body" });
  return (validate(body) as { error?: { issues?: unknown } }).error?.issues;
};

test.each([
  ["accounts", OptionsBody, { accounts: unread(101) }, "must not have more than 100 items"],
  ["refresh", OptionsBody, { accounts: [], refresh: unread(101) }, "must not have more than 100 items"],
  ["results", ConfirmBody, { optionId: "o", results: unread(33) }, "must not have more than 32 items"],
  [
    "results.0.data",
    ConfirmBody,
    { optionId: 1, results: [{ type: 1, data: unread(33) }] },
    "must be the wallet's result: a string, or any JSON value, which is read as its JSON text",
  ],
  [
    "collectedData.fields",
    ConfirmBody,
    { optionId: "o", results: [], collectedData: { fields: unread(101) } },
    "must be a list of at most 100 fields",
  ],
])("%s beyond its limit is refused unread", (field, schema, body, message) => {
  expect(issuesOf(schema, body)).toEqual([{ field, message }]);
});

test("an unknown field is not looked at", () => {
  expect(issuesOf(OptionsBody, { accounts: [], more: unread(1_000) })).toBeUndefined();
});

test("names no more than eight faults", () => {
  const results = Array.from({ length: 32 }, () => ({ type: "x", data: [1, 2, 3] }));
  expect((issuesOf(ConfirmBody, { optionId: "o", results }) as unknown[]).length).toBeLessThanOrEqual(8);
});

describe("every array in a body", () => {
  const unlimited = (schema: unknown, path: string): string[] => {
    if (typeof schema !== "object" || schema === null) return [];
    const { type, maxItems } = schema as { type?: unknown; maxItems?: unknown };
    const isArray = [type].flat().includes("array");
    return [
      ...(isArray && maxItems === undefined ? [path] : []),
      ...Object.entries(schema).flatMap(([name, inner]) => unlimited(inner, `${path}.${name}`)),
    ];
  };

  test("has a limit", () => {
    const found = ENDPOINTS.flatMap(({ method, path, body }) => unlimited(body, `${method} ${path}`));
    expect(found).toEqual([]);
  });
});
