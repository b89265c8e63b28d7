// Cells of an exported table: no spreadsheet runs one as a formula, and each keeps its text on one line.
import { describe, expect, test } from "vitest";
import { bookColumns } from "../../src/contract/books/books-csv.ts";
import { REFUND_COLUMNS } from "../../src/contract/console/refunds-csv.ts";
import { csvCell, csvHead, csvLine, spreadsheetOf } from "../../src/contract/payments/csv.ts";
import { listedPayment } from "../../src/contract/payments/payment-list.ts";
import { PAYMENT_COLUMNS } from "../../src/contract/payments/payments-csv.ts";
import type { ListedPayment } from "../../src/payment/lists/list.ts";
import type { Refund } from "../../src/payment/refund.ts";
import { ADDRESS, ASSET, CREATED_AT, HASH, open, paid, show, UPDATED_AT } from "./paid-payment.ts";

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
  expect(csvHead(PAYMENT_COLUMNS, ENGLISH)).toMatch(/^\uFEFFpayment_id,reference_id,/);
  expect(csvHead(PAYMENT_COLUMNS, GERMAN)).toMatch(/^\uFEFFpayment_id;reference_id;/);
  for (const locale of ["en-GB", "zh-CN", "ar", "xx", "a-b-c", undefined]) {
    expect(spreadsheetOf(locale).separator).toBe(",");
  }
  for (const locale of ["de", "fr-FR", "es", "pt-BR"]) expect(spreadsheetOf(locale).separator).toBe(";");
});

test("the network and the rate are named as in the books", () => {
  const books = Object.keys(bookColumns(show, "en"));
  for (const columns of [PAYMENT_COLUMNS, REFUND_COLUMNS]) {
    expect(Object.keys(columns).filter((name) => ["network", "rate"].includes(name))).toEqual(["network", "rate"]);
  }
  expect(books).toEqual(expect.arrayContaining(["network", "rate"]));
});

describe("a payment in the CSV file", () => {
  const SHEET = spreadsheetOf("en");
  const cells = (payment: ListedPayment): Record<string, string | undefined> => {
    const line = csvLine(PAYMENT_COLUMNS, listedPayment(payment, show, "https://pay.example"), SHEET);
    expect(line.endsWith("\r\n")).toBe(true);
    const values = line.trimEnd().split(",");
    const names = csvHead(PAYMENT_COLUMNS, SHEET).trim().split(",");
    expect(values).toHaveLength(names.length);
    return Object.fromEntries(names.map((name, index) => [name, values[index]]));
  };

  test("has every column once it is paid, amounts in standard units", () => {
    const refundMark = { refundedAt: UPDATED_AT, txHash: HASH };
    expect(cells({ ...paid, settledAt: UPDATED_AT, refundMark })).toEqual({
      payment_id: "pay_1",
      reference_id: "order-1",
      merchant_id: "mrch_1",
      merchant_name: "Blue Shop",
      status: "succeeded",
      created_at_utc: "2026-03-04 05:06:07",
      last_updated_at_utc: "2026-03-04 05:07:00",
      settled_at_utc: "2026-03-04 05:07:00",
      refunded_at_utc: "2026-03-04 05:07:00",
      currency: "USD",
      amount: "10.00",
      token_symbol: "USDC",
      token_asset: ASSET,
      token_amount: "1",
      token_fee: "0.004",
      token_settled: "0.996",
      buyer: `eip155:8453:${ADDRESS}`,
      wallet: "Blue Wallet",
      transaction: HASH,
      refund_transaction: HASH,
      refunded: "10.00",
      token_refunded: "1",
      network: "Base",
      rate: "10",
    });
  });

  test("sums the refunds that have succeeded, whether or not they are all", () => {
    const refund: Refund = {
      id: "rfd_1",
      merchantId: "mrch_1",
      paymentId: "pay_1",
      exceptionId: null,
      gatewayPaymentId: "pay_2",
      status: "processing",
      amount: { asset: ASSET, value: 250_000n },
      fiatAmount: { currency: "USD", value: 250n },
      to: ADDRESS,
      claim: null,
      isRejected: false,
      reason: null,
      requestedBy: { type: "server", id: "key_1" },
      failure: null,
      txHash: null,
      createdAt: CREATED_AT,
      updatedAt: UPDATED_AT,
      expiresAtS: 1_772_600_000,
    };
    const done: Refund = { ...refund, status: "succeeded", txHash: HASH };
    const totals = { paid: 1_000_000n, requested: 750_000n, refunded: 500_000n };
    const { refunded, token_refunded } = cells({ ...paid, refunds: [done, done, refund], refundTotals: totals });
    expect([refunded, token_refunded]).toEqual(["5.00", "0.5"]);
    const none = cells({ ...paid, refunds: [refund], refundTotals: { ...totals, refunded: 0n } });
    expect([none.refunded, none.token_refunded]).toEqual(["", ""]);
  });

  test("has empty cells for what has not happened", () => {
    const filled = Object.entries(cells(open)).filter(([, value]) => value !== "");
    const names = "payment_id reference_id merchant_id merchant_name status created_at_utc last_updated_at_utc";
    expect(filled.map(([name]) => name)).toEqual([...names.split(" "), "currency", "amount"]);
  });

  test("has smallest units if the asset is no longer configured", () => {
    const line = csvLine(
      PAYMENT_COLUMNS,
      listedPayment(paid, () => null, "https://pay.example"),
      SHEET,
    );
    expect(line).toContain(`,,${ASSET},1000000,4000,996000,`);
  });
});
