// The scan of a body's text finds exactly what a walk of the parsed body would find.
import { expect, test } from "vitest";
import { faultOf } from "../../src/http/request/read-body.ts";

const UNSTORABLE = "The body contains a NUL or a lone surrogate";

test.each([
  ["an escaped NUL", '{"a":"x\\u0000"}', UNSTORABLE],
  ["an escaped NUL in a name", '{"\\u0000":1}', UNSTORABLE],
  ["a NUL after escaped backslashes", '["\\\\\\u0000"]', UNSTORABLE],
  ["the text backslash-u-0000", '["\\\\u0000"]', null],
  ["a high surrogate alone", '["\\ud83d"]', UNSTORABLE],
  ["a low surrogate alone", '["\\uDE00"]', UNSTORABLE],
  ["two high surrogates", '["\\ud83d\\ud83d"]', UNSTORABLE],
  ["a pair in the wrong order", '["\\ude00\\ud83d"]', UNSTORABLE],
  ["a pair with a space between", '["\\ud83d \\ude00"]', UNSTORABLE],
  ["a pair", '["\\uD83D\\uDe00 and \\u00e9"]', null],
  ["a pair after a quote", '["\\"\\ud83d\\ude00"]', null],
  ["brackets in a string", `["${"[".repeat(100)}", "\\"["]`, null],
  ["64 levels", `${"[".repeat(64)}${"]".repeat(64)}`, null],
  ["65 levels", `${'{"a":'.repeat(65)}1${"}".repeat(65)}`, "The body is nested deeper than 64 levels"],
  ["many levels one after another", `[${"[],{},".repeat(100)}1]`, null],
])("%s", (_, text, fault) => {
  expect(faultOf(text)).toBe(fault);
});

test("agrees with the parsed value for all short sequences of escapes", () => {
  const pieces = ["\\u0000", "\\ud800", "\\udBff", "\\uDC00", "\\udfff", "\\ue000", "\\\\", "\\n", "u0000", "x"];
  const isUnstorable = (text: string): boolean => /[\0\p{Cs}]/u.test(JSON.parse(text));
  for (const a of pieces) {
    for (const b of pieces) {
      for (const c of pieces) {
        const text = `"${a}${b}${c}"`;
        expect([text, faultOf(text)]).toEqual([text, isUnstorable(text) ? UNSTORABLE : null]);
      }
    }
  }
});
