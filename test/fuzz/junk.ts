// Unexpected values for a body, a parameter or a header.
import fc from "fast-check";
import type { Json } from "./from-schema.ts";

const nested = (levels: number): Json => {
  let value: Json = [];
  for (let level = 0; level < levels; level++) value = level % 2 === 0 ? [value] : { a: value };
  return value;
};

const TEXTS = [
  "",
  " ",
  "\0",
  "a\0b",
  "\ud83d",
  "\udc00\ud83d",
  "\u202e\u0000\ufeff",
  "💥".repeat(300),
  "x".repeat(3_000),
  "' or 1=1; --",
  "%",
  "_%\\",
  "../../etc/passwd",
  "{}",
  "null",
  "NaN",
  "１２３",
  "1e400",
  "0x10",
  "constructor",
  "__proto__",
  "2026-02-30T25:61:61Z",
  "iso4217/XXX",
  "caip19/eip155:1/erc20:0x0",
  "eip155:999999999999999999999999:0x0000000000000000000000000000000000000000",
  "javascript:alert(1)",
  "https://user:pw@127.0.0.1:0/",
];

const NUMBERS = [0, -0, -1, 1, 1.5, 200, 201, 2 ** 31, 2 ** 53, 2 ** 63, 2 ** 64, -(2 ** 63), 1e308, -1e308, 5e-324];

export const junk: fc.Arbitrary<Json> = fc.oneof(
  fc.constantFrom<Json>(null, true, false, [], {}, [[]], [null], { a: 1 }, nested(30), nested(70)),
  fc.constantFrom<Json>(...NUMBERS),
  fc.constantFrom<Json>(...TEXTS, "x".repeat(70_000)),
  fc.string({ unit: "binary", maxLength: 30 }),
  fc.jsonValue({ maxDepth: 3 }) as fc.Arbitrary<Json>,
);

/** Short enough for a request's head, which is limited to 16 KiB. */
export const junkText: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(...TEXTS),
  fc.constantFrom(...NUMBERS.map(String)),
  fc.string({ unit: "binary", maxLength: 30 }),
);

/** The value with one to three places replaced, removed or extended. */
export const mutated = (value: fc.Arbitrary<Json>): fc.Arbitrary<Json> =>
  fc
    .tuple(value, fc.array(fc.tuple(fc.nat(), junk, fc.nat(3)), { minLength: 1, maxLength: 3 }))
    .map(([start, changes]) => changes.reduce((json, [place, other, how]) => change(json, place, other, how), start));

function change(json: Json, place: number, other: Json, how: number): Json {
  const places = pathsIn(json);
  return at(json, places[place % places.length] ?? [], other, how);
}

function pathsIn(json: Json): (string | number)[][] {
  if (typeof json !== "object" || json === null) return [[]];
  const entries = Array.isArray(json) ? [...json.entries()] : Object.entries(json);
  return [[], ...entries.flatMap(([name, field]) => pathsIn(field).map((path) => [name, ...path]))];
}

function at(json: Json, [name, ...rest]: (string | number)[], other: Json, how: number): Json {
  if (name === undefined || typeof json !== "object" || json === null) return beside(json, other, how);
  if (Array.isArray(json)) return json.map((item, index) => (index === name ? at(item, rest, other, how) : item));
  const { [name]: field = null, ...others } = json;
  return how === 1 && rest.length === 0 ? others : { ...others, [name]: at(field, rest, other, how) };
}

function beside(json: Json, other: Json, how: number): Json {
  if (how < 2 || typeof json !== "object" || json === null) return other;
  return Array.isArray(json) ? [...json, other, ...json] : { ...json, unasked: other };
}
