// The buyer-data schema is the documented one. Ajv, as a second validator, shows that we accept every value that the
// schema accepts, except for impossible ones.
import { Ajv2020 } from "ajv/dist/2020.js";
import { fullFormats } from "ajv-formats/dist/formats.js";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  BUYER_DATA_FIELDS,
  BUYER_DATA_SCHEMA,
  type CollectedField,
  checkBuyerData,
  NAME_LENGTH_MAX,
} from "../../../src/payment/buyer-data/buyer-data-fields.ts";
import { isCountry } from "../../../src/payment/buyer-data/countries.ts";

const TODAY = "2026-06-15";
const ADA = {
  fullName: "Ada Lovelace",
  dob: "1815-12-10",
  porCountry: "GB",
  porAddress: "12 St James's Square",
  tosConfirmed: "true",
};
const YOUNG_ADA = { ...ADA, dob: "1985-12-10" };

const listOf = (values: Readonly<Record<string, string>>): CollectedField[] =>
  Object.entries(values).map(([id, value]) => ({ id, value }));

const issuesOf = (fields: readonly CollectedField[]) => {
  const checked = checkBuyerData(fields, TODAY);
  return checked.outcome === "wrong" ? checked.issues : [];
};

const fieldsWrongIn = (values: Readonly<Record<string, string>>) => issuesOf(listOf(values)).map(({ field }) => field);

const ajv = new Ajv2020({ formats: { date: fullFormats.date } });
const schemaTakes = ajv.compile(BUYER_DATA_SCHEMA);
/** Values as the wallet's own form would send them. */
const typed = (values: Readonly<Record<string, string>>) =>
  Object.fromEntries(
    Object.entries(values).map(([id, value]) => [id, id === "tosConfirmed" ? value === "true" : value]),
  );

describe("the schema", () => {
  test("is the documented one, rule by rule", () => {
    expect(BUYER_DATA_SCHEMA).toEqual({
      $schema: "https://json-schema.org/draft/2020-12/schema",
      type: "object",
      additionalProperties: false,
      required: ["fullName", "dob", "tosConfirmed"],
      properties: {
        fullName: { type: "string", minLength: 1 },
        dob: { type: "string", format: "date" },
        tosConfirmed: { type: "boolean", const: true },
        pobCountry: { type: "string", pattern: "^[A-Z]{2}$" },
        porCountry: { type: "string", pattern: "^[A-Z]{2}$" },
        pobAddress: { type: "string", maxLength: 200 },
        porAddress: { type: "string", maxLength: 200 },
      },
      anyOf: [{ required: ["pobCountry", "pobAddress"] }, { required: ["porCountry", "porAddress"] }],
    });
  });

  test("is a valid schema of the draft it names", () => {
    expect(ajv.validateSchema(BUYER_DATA_SCHEMA)).toBe(true);
  });

  test("describes each field of the form, and requires what the form requires", () => {
    expect(BUYER_DATA_FIELDS.map(({ id }) => id)).toEqual(Object.keys(BUYER_DATA_SCHEMA.properties));
    expect(BUYER_DATA_FIELDS.filter(({ required }) => required).map(({ id }) => id)).toEqual(
      BUYER_DATA_SCHEMA.required,
    );
  });
});

describe("accepted values", () => {
  test.each([
    ["with the place of residence", YOUNG_ADA],
    [
      "with the place of birth",
      { fullName: "A", dob: "1985-12-10", pobCountry: "DE", pobAddress: "Bonn", tosConfirmed: "true" },
    ],
    ["with both, one of them incomplete", { ...YOUNG_ADA, pobCountry: "XK" }],
    ["a leap day", { ...YOUNG_ADA, dob: "2000-02-29" }],
    ["a birth date of today", { ...YOUNG_ADA, dob: TODAY }],
    ["an age of 130 years less a day", { ...YOUNG_ADA, dob: "1896-06-16" }],
    [
      "an address of 200 characters, however many bytes, with line breaks",
      { ...YOUNG_ADA, porAddress: "🏠\n".repeat(100) },
    ],
  ])("%s", (_, values) => {
    const checked = checkBuyerData(listOf(values), TODAY);
    expect(checked).toEqual({ outcome: "complete", data: new Map(Object.entries(values)) });
    expect(schemaTakes(typed(values))).toBe(true);
  });
});

describe("refused values, by field", () => {
  test.each([
    ["nothing", {}, ["fullName", "dob", "tosConfirmed", ""]],
    ["no name", { ...YOUNG_ADA, fullName: "" }, ["fullName"]],
    ["a blank name", { ...YOUNG_ADA, fullName: " \t" }, ["fullName"]],
    ["a name that is too long", { ...YOUNG_ADA, fullName: "x".repeat(NAME_LENGTH_MAX + 1) }, ["fullName"]],
    ["a name that acts on a terminal", { ...YOUNG_ADA, fullName: "\u001b[2J" }, ["fullName"]],
    ["30 February", { ...YOUNG_ADA, dob: "2001-02-30" }, ["dob"]],
    ["29 February of a common year", { ...YOUNG_ADA, dob: "1900-02-29" }, ["dob"]],
    ["month 13", { ...YOUNG_ADA, dob: "2001-13-01" }, ["dob"]],
    ["a date with a time", { ...YOUNG_ADA, dob: "2001-01-01T00:00:00Z" }, ["dob"]],
    ["a date in another order", { ...YOUNG_ADA, dob: "01-02-2001" }, ["dob"]],
    ["a date without zeros", { ...YOUNG_ADA, dob: "2001-1-1" }, ["dob"]],
    ["a birth date of tomorrow", { ...YOUNG_ADA, dob: "2026-06-16" }, ["dob"]],
    ["an age of 130 years", { ...YOUNG_ADA, dob: "1896-06-15" }, ["dob"]],
    ["a country in lower case", { ...YOUNG_ADA, porCountry: "gb" }, ["porCountry"]],
    ["a country of three letters", { ...YOUNG_ADA, porCountry: "GBR" }, ["porCountry"]],
    ["an unknown country", { ...YOUNG_ADA, porCountry: "ZZ" }, ["porCountry"]],
    ["an address of 201 characters", { ...YOUNG_ADA, porAddress: "x".repeat(201) }, ["porAddress"]],
    ["an invalid optional field", { ...YOUNG_ADA, pobCountry: "" }, ["pobCountry"]],
    ["unconfirmed terms", { ...YOUNG_ADA, tosConfirmed: "false" }, ["tosConfirmed"]],
    ["terms confirmed with another word", { ...YOUNG_ADA, tosConfirmed: "on" }, ["tosConfirmed"]],
  ])("%s", (_, values, fields) => {
    expect(fieldsWrongIn(values)).toEqual(fields);
  });

  test.each([
    ["a country without its address", { porAddress: undefined }],
    ["an address without its country", { porCountry: undefined }],
    ["a blank address", { porAddress: "  " }],
    ["half of each place", { porCountry: undefined, pobCountry: "DE" }],
  ])("%s: a place is missing", (_, changes) => {
    const values = Object.entries({ ...YOUNG_ADA, ...changes }).filter(
      (entry): entry is [string, string] => !!entry[1],
    );
    expect(fieldsWrongIn(Object.fromEntries(values))).toEqual([""]);
  });

  test("an unknown field is reported by position, not by name", () => {
    expect(issuesOf([...listOf(YOUNG_ADA), { id: "passport", value: "x" }, { id: "__proto__", value: "x" }])).toEqual([
      { field: "5", message: "is not a field of the form" },
      { field: "6", message: "is not a field of the form" },
    ]);
  });

  test("a repeated field is refused, even with the same value", () => {
    expect(issuesOf([...listOf(YOUNG_ADA), { id: "dob", value: YOUNG_ADA.dob }])).toEqual([
      { field: "dob", message: "must be given once" },
    ]);
  });
});

const text = fc.string({ unit: "grapheme", maxLength: 220 });
const value = fc.oneof(
  text,
  fc.constantFrom("true", "false", "", " ", "DE", "GB", "ZZ", "de"),
  fc
    .date({ min: new Date("1880-01-01"), max: new Date("2030-01-01"), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10)),
  fc
    .tuple(fc.integer({ min: 1890, max: 2030 }), fc.integer({ min: 0, max: 13 }), fc.integer({ min: 0, max: 32 }))
    .map((parts) => parts.map((part) => String(part).padStart(2, "0")).join("-")),
);
const id = fc.constantFrom(...BUYER_DATA_FIELDS.map((field) => field.id), "other");
const someValues = fc.dictionary(id, value, { noNullPrototype: true });
const likely = fc
  .record({
    fullName: text,
    dob: value,
    porCountry: value,
    porAddress: value,
    tosConfirmed: fc.constantFrom("true", "true", "no"),
  })
  .chain((values) => fc.subarray(Object.keys(YOUNG_ADA)).map((right) => ({ ...values, ...pick(YOUNG_ADA, right) })));

const pick = (values: Readonly<Record<string, string>>, names: readonly string[]) =>
  Object.fromEntries(Object.entries(values).filter(([name]) => names.includes(name)));

test("the schema accepts every accepted value, and a refused value that it accepts cannot be true", () => {
  fc.assert(
    fc.property(fc.oneof(someValues, likely), (values) => {
      const isTaken = checkBuyerData(listOf(values), TODAY).outcome === "complete";
      expect(isTaken).toBe(schemaTakes(typed(values)) && canBeTrue(values));
    }),
    { numRuns: 2_000 },
  );
});

/** Control characters except tabs and line breaks; line and paragraph separators; what reorders text (UAX #9). */
const UNSEEN = /(?![\t\r\n])[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;

/** Independent of the implementation. */
function canBeTrue(values: Readonly<Record<string, string>>): boolean {
  const { fullName = "", dob = "", pobCountry, pobAddress, porCountry, porAddress } = values;
  const texts = [fullName, pobAddress ?? "", porAddress ?? ""];
  const hasPlace = (country?: string, address?: string) => country !== undefined && /\S/.test(address ?? "");
  return (
    /\S/.test(fullName) &&
    Array.from(fullName).length <= NAME_LENGTH_MAX &&
    texts.every((each) => !UNSEEN.test(each)) &&
    Date.parse(dob) <= Date.parse(TODAY) &&
    Date.parse(dob) > Date.parse("1896-06-15") &&
    [pobCountry, porCountry].every((country) => country === undefined || isCountry(country)) &&
    (hasPlace(pobCountry, pobAddress) || hasPlace(porCountry, porAddress))
  );
}

test("no issue ever repeats a value", () => {
  const secret = "hidden-4711";
  const values = Object.fromEntries(BUYER_DATA_FIELDS.map((field) => [field.id, secret]));
  const issues = issuesOf([...listOf(values), ...listOf(values), { id: secret, value: secret }]);
  expect(issues.length).toBeGreaterThan(7);
  expect(JSON.stringify(issues)).not.toContain(secret);
});
