import Type from "typebox";
import { Compile } from "typebox/compile";
import { expect, test } from "vitest";
import { oneOf, oneOfOrNull } from "../../src/contract/primitives.ts";
import { firstOfEachField, issuesOf } from "../../src/validation/schema-issues.ts";

const TEXTS = { missing: () => "is required", unknown: "is not a known field" };
const schema = Type.Object({
  status: Type.Optional(oneOf(["active", "inactive", "suspended"])),
  reason: Type.Optional(oneOfOrNull(["gone"])),
  only: Type.Optional(oneOf(["one"])),
  each: Type.Optional(Type.Array(oneOf(["a", "b"]))),
  many: Type.Optional(oneOf(Array.from({ length: 25 }, (_, index) => `v${index}`))),
});

const messageOf = (value: Record<string, unknown>) => {
  const errors = Compile(schema).Errors(value);
  return firstOfEachField(errors.flatMap((error) => issuesOf(schema, error, TEXTS))).map(({ message }) => message);
};

test.each([
  [{ status: "ACTIVE" }, "must be active, inactive or suspended"],
  [{ status: 7 }, "must be active, inactive or suspended"],
  [{ reason: "left" }, "must be gone or null"],
  [{ only: "two" }, "must be one"],
  [{ each: ["a", "c"] }, "must be a or b"],
  [{ many: "v25" }, `must be ${Array.from({ length: 20 }, (_, index) => `v${index}`).join(", ")} or 5 more`],
])("%j: an error names the allowed values", (value, message) => {
  expect(messageOf(value)).toEqual([message]);
});
