import { expect, test } from "vitest";
import { passwordFault } from "../../src/merchant/weak-password.ts";

/** The name in full-width letters, as an East Asian keyboard writes them. */
const ADA = ["Ａｄａ Ｌｏｖｅｌａｃｅ", "countess@shop.example"];

test.each([
  ["aaaaaaaaaaaaaaa", "must have at least 5 different characters"],
  ["abababcabababcab", "must have at least 5 different characters"],
  ["passwordPassword", "must not repeat one short sequence"],
  ["12345123451234512", "must not repeat one short sequence"],
  ["I am ada lovelace, hi", "must not contain the name or the email address"],
  ["my countess account", "must not contain the name or the email address"],
  ["correct horse battery", null],
  ["пароль из пяти слов", null],
])("%s: %s", (password, fault) => {
  expect(passwordFault(password, ADA)).toBe(fault);
});
