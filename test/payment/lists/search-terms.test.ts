// Tests how the console's search reads a text.
import { expect, test } from "vitest";
import { readSearchTerms, type SearchTerms } from "../../../src/payment/lists/search-terms.ts";

const ID = `pay_${"06f3gz".repeat(5)}ab`;
const HASH = `0x${"0aF".repeat(21)}f`;
const ADDRESS = `0x${"aB12".repeat(10)}`;

const whole = (hex: string) => ({ digits: hex.slice(2).toLowerCase(), end: "" });

const NOTHING: SearchTerms = { paymentId: null, txHash: null, address: null, amount: null, reference: null };

test.each<[string, Partial<SearchTerms>]>([
  [ID, { paymentId: ID }],
  [ID.toUpperCase(), { paymentId: ID }],
  [` https://pay.example/${ID}?x=1 `, { paymentId: ID }],
  [HASH, { txHash: whole(HASH) }],
  [`https://explorer.example/tx/${HASH}`, { txHash: whole(HASH) }],
  [ADDRESS, { address: whole(ADDRESS) }],
  [`eip155:8453:${ADDRESS}`, { address: whole(ADDRESS) }],
])("%s is complete", (text, found) => {
  expect(readSearchTerms(text)).toEqual({ ...NOTHING, reference: text.trim(), ...found });
});

test.each<[string, string, string]>([
  ["0x15D3aB", "15d3ab", ""],
  ["0x15d3…6A65", "15d3", "6a65"],
  ["0x15d3...6A65", "15d3", "6a65"],
  ["0x15d3ab…", "15d3ab", ""],
  ["0x١٥d٣ab", "15d3ab", ""],
])("%s is the beginning of a hash or an address", (text, digits, end) => {
  const part = { digits, end };
  expect(readSearchTerms(text)).toEqual({ ...NOTHING, reference: text, txHash: part, address: part });
});

test("more digits than an address has are the beginning of a hash", () => {
  const digits = "ab".repeat(21);
  expect(readSearchTerms(`0x${digits}`)).toMatchObject({ txHash: { digits, end: "" }, address: null });
});

test.each<[string, readonly string[], string | null]>([
  ["5", ["5"], null],
  ["12.50", ["12.50"], null],
  ["12,5", ["12.5"], null],
  ["1234", ["1234"], null],
  ["1,234", ["1234", "1.234"], null],
  ["1.234,50", ["1234.50"], null],
  ["1,234,567.89", ["1234567.89"], null],
  ["1,234,567", ["1234567"], null],
  ["1 234,50 EUR", ["1234.50"], "EUR"],
  ["1’234.50 chf", ["1234.50"], "CHF"],
  ["€12", ["12"], "EUR"],
  ["US$1,234.56", ["1234.56"], "USD"],
  ["$5", ["5"], null],
  ["5.00 £", ["5.00"], "GBP"],
  // As the console shows amounts, in Arabic, Persian and Bengali digits as well.
  ["\u200f١٬٢٣٤٫٥٦\u00a0\u2068US$\u2069", ["1234.56"], "USD"],
  ["۱۲٫۵", ["12.5"], null],
  ["১২.৫০", ["12.50"], null],
  ["１２．５０", ["12.50"], null],
  ["1.234,56\u00a0$", ["1234.56"], null],
  ["CA$12.50", ["12.50"], null],
  ["₹5", ["5"], null],
])("%s is an amount", (text, standard, currency) => {
  expect(readSearchTerms(text)?.amount).toEqual({ standard, currency });
});

test.each(["order-1", "pay_06", "0x1234", "12.50 USDC", "1.2.3", "12,34,56.7", "EUR 5 EUR", "1.23456", "tea 1", "5-7"])(
  "%s can only be part of a reference",
  (text) => {
    expect(readSearchTerms(text)).toEqual({ ...NOTHING, reference: text });
  },
);

test.each(["", "  ", "ab", "€", "x".repeat(257)])("nothing can be searched by %j", (text) => {
  expect(readSearchTerms(text)).toBeNull();
});
