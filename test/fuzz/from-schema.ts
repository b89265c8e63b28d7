// Values that a JSON Schema of the specification allows, as fast-check makes them; where something real could stand (an id,
// an account), often that, so that requests get past the first check.
import fc from "fast-check";
import type { JsonObject } from "../../src/contract/openapi.ts";

export type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

/** Texts that mean something, by the name of the field or parameter in which they do. */
export type Real = Readonly<Record<string, readonly string[]>>;

export interface SchemaReader {
  readonly real: Real;
  resolve(schema: JsonObject): JsonObject;
}

export function fromSchema(reader: SchemaReader, given: JsonObject, name = ""): fc.Arbitrary<Json> {
  const schema = reader.resolve(given);
  if ("const" in schema) return fc.constant(schema.const as Json);
  if (Array.isArray(schema.enum)) return fc.constantFrom(...(schema.enum as Json[]));
  if (Array.isArray(schema.anyOf)) {
    return fc.oneof(...(schema.anyOf as JsonObject[]).map((one) => fromSchema(reader, one, name)));
  }
  const types = Array.isArray(schema.type) ? (schema.type as string[]) : [schema.type];
  return fc.oneof(...types.map((type) => ofType(reader, type, schema, name)));
}

function ofType(reader: SchemaReader, type: unknown, schema: JsonObject, name: string): fc.Arbitrary<Json> {
  switch (type) {
    case "object":
      return objects(reader, schema);
    case "array":
      return fc.array(fromSchema(reader, (schema.items ?? {}) as JsonObject, name), {
        minLength: numberOr(schema.minItems, 0),
        maxLength: Math.min(numberOr(schema.maxItems, 4), 4),
      });
    case "string":
      return texts(reader, schema, name);
    case "integer":
      return integers(reader, schema, name);
    case "number":
      return fc.double({ noNaN: true, noDefaultInfinity: true });
    case "boolean":
      return fc.boolean();
    case "null":
      return fc.constant(null);
    default:
      return fc.jsonValue() as fc.Arbitrary<Json>;
  }
}

function objects(reader: SchemaReader, schema: JsonObject): fc.Arbitrary<Json> {
  const properties = Object.entries((schema.properties ?? {}) as Record<string, JsonObject>);
  const fields = Object.fromEntries(properties.map(([name, field]) => [name, fromSchema(reader, field, name)]));
  return fc.record(fields, { requiredKeys: (schema.required ?? []) as string[], noNullPrototype: true });
}

function integers(reader: SchemaReader, { minimum, maximum }: JsonObject, name: string): fc.Arbitrary<Json> {
  const real = reader.real[name];
  if (real) return fc.constantFrom(...real.map(Number));
  return fc.integer({ min: numberOr(minimum, -1000), max: Math.min(numberOr(maximum, 2 ** 31), 2 ** 31) });
}

/** Of a text that is made; the interface's longest names have 256. */
const LENGTH_MAX = 300;

/** How often a text is a real one, where there is one. */
const REAL = 4;

function texts(reader: SchemaReader, schema: JsonObject, name: string): fc.Arbitrary<Json> {
  const minLength = numberOr(schema.minLength, 0);
  const pattern = typeof schema.pattern === "string" ? new RegExp(schema.pattern, "u") : null;
  const maxLength = Math.min(numberOr(schema.maxLength, pattern ? LENGTH_MAX : 40), LENGTH_MAX);
  const fits = (text: string): boolean =>
    [...text].length >= minLength && [...text].length <= maxLength && (pattern?.test(text) ?? true);
  const made = oneOfFormat(schema.format, minLength, maxLength, pattern).filter(fits);
  const real = reader.real[name];
  return real ? fc.oneof({ weight: REAL, arbitrary: fc.constantFrom(...real) }, { weight: 1, arbitrary: made }) : made;
}

function oneOfFormat(format: unknown, minLength: number, maxLength: number, pattern: RegExp | null) {
  switch (format) {
    case "email":
      return fc.emailAddress();
    case "uri":
      return fc.webUrl({ validSchemes: ["https"], withQueryParameters: true });
    case "date-time":
      return fc
        .date({ noInvalidDate: true, min: new Date(0), max: new Date("2200-01-01") })
        .map((at) => at.toISOString());
  }
  // fast-check knows no Unicode property escapes; such patterns are filtered for instead.
  if (pattern && !pattern.source.includes("\\p")) return fc.stringMatching(new RegExp(pattern.source));
  return fc.string({ unit: "binary", minLength, maxLength }).filter((text) => !text.includes("\0"));
}

const numberOr = (value: unknown, otherwise: number): number => (typeof value === "number" ? value : otherwise);
