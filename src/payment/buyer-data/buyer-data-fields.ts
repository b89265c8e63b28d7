// The buyer data a payment may require: its fields, the JSON schema for wallets' own forms, and the check of a
// submission. Issues name a field but never repeat its value, which might end up in a log.
import { Compile } from "typebox/compile";
import { areShownLines } from "../shown-text.ts";
import { isCountry } from "./countries.ts";

export const BUYER_DATA_FIELDS = [
  { id: "fullName", name: "Full name", type: "text", required: true },
  { id: "dob", name: "Date of birth", type: "date", required: true },
  { id: "pobCountry", name: "Country of birth", type: "text", required: false },
  { id: "pobAddress", name: "Place of birth", type: "text", required: false },
  { id: "porCountry", name: "Country of residence", type: "text", required: false },
  { id: "porAddress", name: "Address of residence", type: "text", required: false },
  { id: "tosConfirmed", name: "Terms of service confirmed", type: "checkbox", required: true },
] as const;

export type BuyerDataFieldId = (typeof BUYER_DATA_FIELDS)[number]["id"];

/** Country and address pairs, one of which is required. */
const PLACES = [
  ["pobCountry", "pobAddress"],
  ["porCountry", "porAddress"],
] as const;

/** The interface's maximum length of an address. */
export const ADDRESS_LENGTH_MAX = 200;

const country = { type: "string", pattern: "^[A-Z]{2}$" };
const address = { type: "string", maxLength: ADDRESS_LENGTH_MAX };

/** The rules of the interface as JSON Schema, draft 2020-12. */
export const BUYER_DATA_SCHEMA = {
  $schema: "https://json-schema.org/draft/2020-12/schema",
  type: "object",
  additionalProperties: false,
  required: BUYER_DATA_FIELDS.filter(({ required }) => required).map(({ id }) => id),
  properties: {
    fullName: { type: "string", minLength: 1 },
    dob: { type: "string", format: "date" },
    pobCountry: country,
    pobAddress: address,
    porCountry: country,
    porAddress: address,
    tosConfirmed: { type: "boolean", const: true },
  } satisfies Record<BuyerDataFieldId, object>,
  anyOf: PLACES.map((place) => ({ required: [...place] })),
};

const matchesSchema = Compile(BUYER_DATA_SCHEMA);

/** Limits that the schema does not express. */
export const NAME_LENGTH_MAX = 256;
export const AGE_YEARS_MAX = 130;

/** A value by its field, as text. */
export type BuyerData = ReadonlyMap<BuyerDataFieldId, string>;

export interface CollectedField {
  readonly id: string;
  readonly value: string;
}

export interface BuyerDataIssue {
  /** The field's id, or its index if the id is unknown; empty if the issue concerns all fields. */
  readonly field: string;
  readonly message: string;
}

const EXPECTED = {
  fullName: `must be a name of 1 to ${NAME_LENGTH_MAX} characters`,
  dob: "must be a date that there was, as YYYY-MM-DD",
  pobCountry: "must be a country as two capital letters (ISO 3166-1 alpha-2)",
  pobAddress: `must have at most ${ADDRESS_LENGTH_MAX} characters, and no control characters`,
  porCountry: "must be a country as two capital letters (ISO 3166-1 alpha-2)",
  porAddress: `must have at most ${ADDRESS_LENGTH_MAX} characters, and no control characters`,
  tosConfirmed: "must be true",
} as const satisfies Record<BuyerDataFieldId, string>;

const PLACE_MISSING = "must hold pobCountry with pobAddress, or porCountry with porAddress";

export type CheckedData =
  | { readonly outcome: "complete"; readonly data: BuyerData }
  | { readonly outcome: "wrong"; readonly issues: readonly BuyerDataIssue[] };

/**
 * Checks a submitted form. A checked checkbox has the value "true".
 * @param today as YYYY-MM-DD
 */
export function checkBuyerData(fields: readonly CollectedField[], today: string): CheckedData {
  const data = new Map<BuyerDataFieldId, string>();
  const issues: BuyerDataIssue[] = [];
  for (const [index, { id, value }] of fields.entries()) {
    const known = BUYER_DATA_FIELDS.find((field) => field.id === id);
    if (!known) issues.push({ field: String(index), message: "is not a field of the form" });
    else if (data.has(known.id)) issues.push({ field: known.id, message: "must be given once" });
    else data.set(known.id, value);
  }
  const wrong = wrongFields(data, today);
  for (const { id, required } of BUYER_DATA_FIELDS) {
    if (required && !data.has(id)) issues.push({ field: id, message: "is required" });
    else if (wrong.has(id)) issues.push({ field: id, message: EXPECTED[id] });
  }
  const isPlaceGiven = PLACES.some((place) => place.every((id) => isFilled(data.get(id))));
  if (!isPlaceGiven) issues.push({ field: "", message: PLACE_MISSING });
  return issues.length > 0 ? { outcome: "wrong", issues } : { outcome: "complete", data };
}

/** The fields that violate the schema or FURTHER. */
function wrongFields(data: BuyerData, today: string): ReadonlySet<string> {
  const values = Object.fromEntries(
    [...data].map(([id, value]) => [id, id === "tosConfirmed" ? value === "true" : value]),
  );
  const refused = matchesSchema.Errors(values).map(({ instancePath }) => instancePath.slice(1));
  const untrue = [...data].filter(([id, value]) => !FURTHER[id](value, today)).map(([id]) => id);
  return new Set([...refused, ...untrue]);
}

/** Checks beyond the schema, by field. */
const FURTHER = {
  fullName: (value) => isFilled(value) && [...value].length <= NAME_LENGTH_MAX && areShownLines(value),
  // The schema's format ensures that it is a date (RFC 3339 §5.6), which excludes 30 February.
  dob: (value, today) => value <= today && value > yearsBefore(today, AGE_YEARS_MAX),
  pobCountry: isCountry,
  pobAddress: areShownLines,
  porCountry: isCountry,
  porAddress: areShownLines,
  tosConfirmed: () => true,
} as const satisfies Record<BuyerDataFieldId, (value: string, today: string) => boolean>;

const isFilled = (value: string | undefined): boolean => value !== undefined && value.trim() !== "";

/** Dates as text, which compare correctly. */
export const yearsBefore = (date: string, years: number): string =>
  `${String(Number(date.slice(0, 4)) - years).padStart(4, "0")}${date.slice(4)}`;
