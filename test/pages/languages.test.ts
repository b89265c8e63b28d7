// Language selection, and the completeness of each catalogue.
import { describe, expect, test } from "vitest";
import { CATALOGUES } from "../../src/pages/catalogues.ts";
import { chooseLanguage } from "../../src/pages/messages/choose.ts";
import { LANGUAGES } from "../../src/pages/messages/languages.ts";
import { counted, filled } from "../../src/pages/messages/message.ts";
import { expectComplete, expectPlurals, messagesIn } from "./complete.ts";

describe("the chosen language", () => {
  test.each<[named: unknown, accepted: string | undefined, language: string, locale: string]>([
    [undefined, undefined, "en", "en"],
    [undefined, "", "en", "en"],
    [undefined, "de", "de", "de"],
    [undefined, "de-CH-1996, en;q=0.9", "de", "de-CH"],
    [undefined, "fr-FR, es-MX;q=0.8, en;q=0.9", "en", "en"],
    [undefined, "fr-FR, es-MX;q=0.8", "es", "es-MX"],
    [undefined, "en;q=0, de;q=0.1", "de", "de"],
    [undefined, "DE-at;Q=1", "de", "de-AT"],
    [undefined, "zh-Hans-CN", "zh", "zh-Hans-CN"],
    [undefined, "zh-Hant", "zh", "zh-Hant"],
    [undefined, "ar-EG", "ar", "ar-EG-u-nu-arab"],
    [undefined, "ar-AE", "ar", "ar-AE-u-nu-latn"],
    [undefined, "*", "en", "en"],
    [undefined, "*;q=0.1, ar;q=0.2", "ar", "ar-u-nu-latn"],
    [undefined, "deu, de2, d, d-e, -, ;q=1, de;q=2, de;q=x", "en", "en"],
    [undefined, "de-u-nu-arab-ca-islamic", "de", "de"],
    [undefined, `${"fr,".repeat(60)}de`, "en", "en"],
    ["es", "de", "es", "es"],
    ["es", "de, es-AR;q=0.5", "es", "es-AR"],
    ["ar", "ar-EG", "ar", "ar-EG-u-nu-arab"],
    ["ar", "de-DE", "ar", "ar-u-nu-latn"],
    ["de-AT", "de-CH", "de", "de-AT"],
    ["DE", "en", "de", "de"],
    ["xx", "de", "de", "de"],
    ["", "de", "de", "de"],
    [["de", "es"], "ar", "ar", "ar-u-nu-latn"],
    ["__proto__", "constructor", "en", "en"],
  ])("%s and %s: %s, %s", (named, accepted, language, locale) => {
    expect(chooseLanguage(named, accepted)).toEqual({ language, locale });
  });
});

describe.each(LANGUAGES)("%s", (language) => {
  test("has no empty message, and the English placeholders in each", () => {
    expectComplete(CATALOGUES[language], CATALOGUES.en);
  });

  test("contains no markup, because some texts are inserted unescaped", () => {
    for (const [path, message] of messagesIn(CATALOGUES[language])) expect(message, path).not.toMatch(/[<>&"]/);
  });

  test("has the language's plural forms", () => expectPlurals(CATALOGUES[language], language));
});

test("plurals follow the language's rules", () => {
  const { minutesLeft } = CATALOGUES.ar.live;
  const text = (count: number) => counted(minutesLeft, count, "ar");
  expect([text(1), text(2), text(5), text(11)]).toEqual([
    "بقيت دقيقة واحدة للدفع",
    "بقيت دقيقتان للدفع",
    "بقيت 5 دقائق للدفع",
    "بقيت 11 دقيقة للدفع",
  ]);
  expect(counted(CATALOGUES.en.live.minutesLeft, 1, "en")).toBe("1 minute left to pay");
});

test("placeholders in inserted values are not filled", () => {
  expect(filled("{a} and {b}", { a: "{b}", b: "$&" })).toBe("{b} and $&");
});
