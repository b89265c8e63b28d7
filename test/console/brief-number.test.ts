// Tokens' amounts as the console writes them in lists.
import { expect, test } from "vitest";
import { briefNumber, isBrief } from "../../src/browser/console/app/text/brief-number.ts";

test.each([
  ["0.004166666666666667", "0,0041666667"],
  ["0.000000041666666667", "0,000000041666667"],
  ["1388.888889", "1.388,8889"],
  ["123456789.012345", "123.456.789,01"],
  ["1234567890", "1.234.567.890"],
] as const)("%s has at most eight digits, or two decimals", (text, brief) => {
  expect(isBrief(text)).toBe(false);
  expect(briefNumber(text, "de-DE")).toBe(brief);
});

test.each(["0.00416667", "1", "12.5", "12345678"])("%s is shown as it is", (text) => {
  expect(isBrief(text)).toBe(true);
});
