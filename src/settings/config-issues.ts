// Turns what a schema finds wrong with a value of a configuration file into issues that name the field and what was
// expected there.
import type { TSchema } from "typebox";
import type { TLocalizedValidationError } from "typebox/error";
import { Errors } from "typebox/value";

export interface ConfigIssue {
  /** Dotted path, for example `0.assets.1.address`; empty for the whole. */
  readonly field: string;
  readonly message: string;
}

/** One issue per field; none where the value fits the schema. */
export function formIssues(schema: TSchema, value: unknown): ConfigIssue[] {
  const issues = new Map<string, string>();
  for (const error of Errors(schema, value)) {
    for (const { field, message } of issuesOf(schema, error)) if (!issues.has(field)) issues.set(field, message);
  }
  return [...issues].map(([field, message]) => ({ field, message }));
}

function issuesOf(schema: TSchema, error: TLocalizedValidationError): ConfigIssue[] {
  const path = error.instancePath.split("/").slice(1);
  if (error.keyword === "required") {
    return error.params.requiredProperties.map((property) => {
      const field = [...path, property];
      return { field: field.join("."), message: `is missing: must be ${expectation(schema, field) ?? "given"}` };
    });
  }
  // A property that the schema does not have meets the schema `false`, which nothing fits.
  if (error.keyword === "boolean") {
    return [{ field: path.join("."), message: "is not a setting here: remove it, or look for a typing error" }];
  }
  if (error.keyword === "additionalProperties") return [];
  const expected = expectation(schema, path);
  return [{ field: path.join("."), message: expected ? `must be ${expected}` : error.message }];
}

/** The description of the schema that stands at a path. */
function expectation(schema: TSchema, path: readonly string[]): string | null {
  let at: unknown = schema;
  for (const step of path) {
    if (!isRecord(at)) return null;
    at = isRecord(at.properties) ? at.properties[step] : at.items;
  }
  return isRecord(at) && typeof at.description === "string" ? at.description : null;
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;
