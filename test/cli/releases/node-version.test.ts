// The range of package.json, and what is not one.
import { expect, test } from "vitest";
import { isInRange } from "../../../src/cli/releases/node-version.ts";

const RANGE = "^22.19.0 || >=24.11.0";

test.each([
  ["v22.19.0", true],
  ["v22.18.9", false],
  ["v22.20.1", true],
  ["v23.99.0", false],
  ["v24.10.9", false],
  ["v24.11.0", true],
  ["v26.0.0", true],
  ["v18.20.4", false],
])("%s is a version that the program runs on: %s", (version, isFit) => {
  expect(isInRange(version, RANGE)).toBe(isFit);
});

test("another form of range is not guessed", () => {
  expect(() => isInRange("v24.11.0", "24.x")).toThrow(RangeError);
});
