// Numbers keep all their digits: no step from a response to a price uses doubles.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseKeepingNumbers, textAt } from "../../src/rates/json-number.ts";

describe("a JSON text", () => {
  test("keeps numbers as written, and strings unchanged", () => {
    const text =
      '{"a":0.1000000000000000055511151231257827,"b":[9007199254740993,-1e-7],"c":"12 \\"3\\" 4","d":{"5":"6"}}';
    expect(parseKeepingNumbers(text)).toEqual({
      a: "0.1000000000000000055511151231257827",
      b: ["9007199254740993", "-1e-7"],
      c: '12 "3" 4',
      d: { "5": "6" },
    });
  });

  test.each(["", "<html>1</html>", "{", '{"a":01}', "[1,]", "NaN", '"1', "1 2"])("%j is refused", (text) => {
    expect(() => parseKeepingNumbers(text)).toThrow(SyntaxError);
  });

  test("is otherwise parsed like JSON", () => {
    const numbersAsText = (_: string, value: unknown) => (typeof value === "number" ? JSON.stringify(value) : value);
    fc.assert(
      fc.property(fc.json(), fc.constantFrom(0, 1), (text, indent) => {
        const spaced = JSON.stringify(JSON.parse(text), null, indent);
        expect(parseKeepingNumbers(spaced)).toEqual(JSON.parse(spaced, numbersAsText));
      }),
    );
  });
});

describe("a path", () => {
  const body = parseKeepingNumbers('{"data":{"amount":"1.5","list":[{"x":2}],"none":null,"yes":true}}');

  test.each([
    ["data.amount", "1.5"],
    ["data.list.0.x", "2"],
    ["data.list.1.x", null],
    ["data.none", null],
    ["data.none.x", null],
    ["data.yes", null],
    ["data.list", null],
    ["data.amount.length", null],
    ["data.list.length", null],
    ["constructor.name", null],
    ["__proto__.x", null],
  ])("%s", (path, expected) => {
    expect(textAt(body, path)).toBe(expected);
  });
});
