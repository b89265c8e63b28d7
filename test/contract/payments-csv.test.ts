// Cells of an exported table: no spreadsheet runs one as a formula, and each keeps its text on one line.
import { expect, test } from "vitest";
import { csvCell } from "../../src/contract/payments/payments-csv.ts";

test.each([
  ["", ""],
  ["order-1", "order-1"],
  ["Übung 測試 🙂", "Übung 測試 🙂"],
  ["a,b", '"a,b"'],
  ['say "hi"', '"say ""hi"""'],
  ["two\nlines", "two lines"],
  ["two\r\nlines", "two lines"],
  ["two\u2028lines", "two lines"],
  ['Demo\r\n=HYPERLINK("http://evil.example","x")', '"Demo =HYPERLINK(""http://evil.example"",""x"")"'],
  ["Demo;\n=1", "Demo; '=1"],
  ["a=1", "a=1"],
  ["1+1", "1+1"],
  ["=1+1", "'=1+1"],
  ["+1", "'+1"],
  ["-1", "'-1"],
  ["@SUM(A1)", "'@SUM(A1)"],
  [" =1", "' =1"],
  ["\t=1", "' =1"],
  ["\r=1", "' =1"],
  ["\0\n=1", "' =1"],
  ["＝1", "'＝1"],
  ["＋1", "'＋1"],
  ["－1", "'－1"],
  ["＠x", "'＠x"],
  ['=HYPERLINK("https://evil.example","pay")', '"\'=HYPERLINK(""https://evil.example"",""pay"")"'],
  ["a;b", "a;b"],
  ["order;=1+1", "order;'=1+1"],
  ['order; "=1+1";@x', `"order; ""'=1+1"";'@x"`],
  ["=cmd|' /C calc'!A0", "'=cmd|' /C calc'!A0"],
])("%j is %j", (text, cell) => {
  expect(csvCell(text)).toBe(cell);
});
