// What people type and paste: the same text with what chats, pages and keyboards add to it.
import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { checkAddress } from "../../src/browser/console/pages/merchants/destinations/address.ts";
import { hashPairingCode, newPairingCode } from "../../src/merchant/till.ts";
import { normalEmail } from "../../src/merchant/user.ts";
import { parseEnteredAmount } from "../../src/money/entered-amount.ts";
import { typedCode, typedNumber, typedText } from "../../src/money/typed-text.ts";
import { readAnswers } from "../../src/pages/buyer-data/answers.ts";
import { readSearchTerms } from "../../src/payment/lists/search-terms.ts";

const CONSOLE = resolve(import.meta.dirname, "../../src/browser/console");

/** What surrounds a text that was copied from a chat, a page or a sheet. */
const AROUND: readonly (readonly [name: string, before: string, after: string])[] = [
  ["nothing", "", ""],
  ["spaces", " \t", " \n"],
  ["non-breaking spaces", "\u00a0\u202f", "\u00a0"],
  ["an isolate", "\u2068", "\u2069"],
  ["an embedding", "\u202a", "\u202c"],
  ["direction marks", "\u200e\u200f", "\u061c"],
  ["zero-width characters", "\u200b\u2060", "\u200d\ufeff"],
  ["separators", "\u2028", "\u2029"],
  ["a soft hyphen", "\u00ad", "\u00ad"],
];

/** Zero of each script whose keyboards type digits. */
const ZEROS = ["0", "٠", "۰", "०", "০", "๐", "០", "၀", "０", "𝟎"];
const inDigits = (text: string, zero: string): string =>
  text.replace(/[0-9]/g, (digit) => String.fromCodePoint((zero.codePointAt(0) ?? 0) + Number(digit)));

const PAYMENT = `pay_${"06f3gz".repeat(5)}ab`;
const MERCHANT = `mrch_${"06f3gz".repeat(5)}ab`;
const HASH = `0x${"0a1f".repeat(16)}`;
const ADDRESS = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed";
const { code: PAIRING, hash } = newPairingCode();

/** Every field that takes more than words: its name, an entry, and how it is read. */
const FIELDS: readonly (readonly [field: string, entry: string, read: (text: string) => unknown, expected: unknown])[] =
  [
    ["a pairing code", PAIRING, (text) => hashPairingCode(text)?.toString("hex"), hash.toString("hex")],
    ["an amount", "1234", (text) => parseEnteredAmount(text, 2, 18, "en"), 123_400n],
    ["a number", "150", typedNumber, "150"],
    ["a search for a payment", PAYMENT, (text) => readSearchTerms(text)?.paymentId, PAYMENT],
    ["a search for a transaction", HASH, (text) => readSearchTerms(text)?.txHash?.digits, HASH.slice(2)],
    ["a search for a buyer", ADDRESS, (text) => readSearchTerms(text)?.address?.digits, ADDRESS.slice(2).toLowerCase()],
    ["a search for an amount", "12.50", (text) => readSearchTerms(text)?.amount?.standard, ["12.50"]],
    ["a merchant's id", MERCHANT, typedCode, MERCHANT],
    ["a destination", ADDRESS, (text) => checkAddress("eip155:1", text).ok, true],
    ["an email address", "ada7@example.com", normalEmail, "ada7@example.com"],
    [
      "a date of birth",
      "1990-04-30",
      (text) => readAnswers(new URLSearchParams({ dob: text }).toString()).collected[0]?.value,
      "1990-04-30",
    ],
  ];

describe.each(FIELDS)("%s", (_, entry, read, expected) => {
  test.each(AROUND)("is read within %s", (_name, before, after) => {
    expect(read(`${before}${entry}${after}`)).toEqual(expected);
  });

  test.each(ZEROS)("is read in digits from %s on", (zero) => {
    expect(read(inDigits(entry, zero))).toEqual(expected);
  });

  test("is read with marks between its characters", () => {
    expect(read([...entry].join("\u200b"))).toEqual(expected);
    expect(read([...entry].join("\u200e"))).toEqual(expected);
  });
});

test("codes are read in the wide forms of East Asian keyboards, and with any dash", () => {
  const wide = PAIRING.replace(/[!-~]/g, (each) => String.fromCodePoint((each.codePointAt(0) ?? 0) + 0xfee0));
  for (const text of [wide, PAIRING.toLowerCase(), PAIRING.replaceAll("-", "–"), PAIRING.replaceAll("-", "—")]) {
    expect(hashPairingCode(text)).toEqual(hash);
  }
});

test("names keep what belongs to their script", () => {
  for (const name of ["می\u200cخواهم", "क्\u200dष", "ร้าน\u200bค้า", "Zoë & Söhne", "١٢٣"])
    expect(typedText(` ${name}\u200f`)).toBe(name);
  expect(typedText("Demo\u00a0shop\u2028")).toBe("Demo shop");
});

test("nothing is added to what is plain", () => {
  for (const read of [typedText, typedNumber, typedCode]) expect(read("a-1 b_2.5:c/é")).toBe("a-1 b_2.5:c/é");
});

/** The only text that was not typed: a merchant's name, whose first letter is shown. */
const NOT_TYPED = ["pages/merchants/logo.tsx"];

test("the console reads every field by these functions, and trims none by itself", () => {
  const files = readdirSync(CONSOLE, { recursive: true, encoding: "utf8" }).filter((file) => /\.tsx?$/.test(file));
  const trimming = files.filter((file) => readFileSync(join(CONSOLE, file), "utf8").includes(".trim()"));
  expect(trimming).toEqual(NOT_TYPED);
});
