// Tests how the console's search reads a text.
import { expect, test } from "vitest";
import { readSearchTerms, type SearchTerms } from "../../../src/payment/lists/search-terms.ts";

const ID = `pay_${"06f3gz".repeat(5)}ab`;
const HASH = `0x${"0aF".repeat(21)}f`;
const ADDRESS = `0x${"aB12".repeat(10)}`;

const NOTHING: SearchTerms = { paymentId: null, txHash: null, address: null, amount: null, reference: null };

test.each<[string, Partial<SearchTerms>]>([
  [ID, { paymentId: ID }],
  [ID.toUpperCase(), { paymentId: ID }],
  [` https://pay.example/${ID}?x=1 `, { paymentId: ID }],
  [HASH, { txHash: HASH.toLowerCase() as `0x${string}` }],
  [`https://explorer.example/tx/${HASH}`, { txHash: HASH.toLowerCase() as `0x${string}` }],
  [ADDRESS, { address: ADDRESS.toLowerCase() as `0x${string}` }],
  [`eip155:8453:${ADDRESS}`, { address: ADDRESS.toLowerCase() as `0x${string}` }],
])("%s is complete", (text, found) => {
  expect(readSearchTerms(text)).toEqual({ ...NOTHING, reference: text.trim(), ...found });
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
