// Cells of an exported table: no spreadsheet runs one as a formula, and each keeps its text on one line.
import { expect, test } from "vitest";
import { csvCell, csvHead, spreadsheetOf } from "../../src/contract/payments/payments-csv.ts";

const [ENGLISH, GERMAN] = [spreadsheetOf("en"), spreadsheetOf("de")];

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
  ["Demo;\n=1", `"Demo; '=1"`],
  ["a=1", "a=1"],
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
  ["a;b", '"a;b"'],
  ["order;=1+1", `"order;'=1+1"`],
  ['order; "=1+1";@x', `"order; ""'=1+1"";'@x"`],
  ["=cmd|' /C calc'!A0", "'=cmd|' /C calc'!A0"],
])("%j is %j", (text, cell) => {
  expect(csvCell("free", text, ENGLISH)).toBe(cell);
});

test.each(["0042", "12345678901234567890", "1+1", "1/2", "1-2", "3E10", "12:30", "1 000", "7", "1,5"])(
  "a reference that a spreadsheet would take for a number or a date keeps its text: %s",
  (text) => {
    expect(csvCell("free", text, ENGLISH)).toBe(`"=""${text}"""`);
  },
);

test("numbers and times are as the reader's spreadsheet reads them", () => {
  expect(csvCell("amount", "1250.50", ENGLISH)).toBe("1250.50");
  expect(csvCell("amount", "1250.50", GERMAN)).toBe("1250,50");
  for (const sheet of [ENGLISH, GERMAN]) {
    expect(csvCell("time", "2026-02-18T09:30:00.123Z", sheet)).toBe("2026-02-18 09:30:00");
    expect(csvCell("time", "", sheet)).toBe("");
  }
});

test("a file begins with a byte order mark and has the reader's separator", () => {
  expect(csvHead(ENGLISH)).toMatch(/^\uFEFFpayment_id,reference_id,/);
  expect(csvHead(GERMAN)).toMatch(/^\uFEFFpayment_id;reference_id;/);
  for (const locale of ["en-GB", "zh-CN", "ar", "xx", "a-b-c", undefined]) {
    expect(spreadsheetOf(locale).separator).toBe(",");
  }
  for (const locale of ["de", "fr-FR", "es", "pt-BR"]) expect(spreadsheetOf(locale).separator).toBe(";");
});
