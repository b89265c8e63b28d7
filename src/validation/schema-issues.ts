// Turns typebox validation errors into issues: the field, and the schema's description of what is expected there.
import type { TSchema } from "typebox";
import type { TLocalizedValidationError } from "typebox/error";

export interface FieldIssue {
  /** Dotted path, for example `0.assets.1.address`; empty for the whole value. */
  readonly field: string;
  readonly message: string;
}

/** The messages that depend on what is validated: a request or a configuration file. */
export interface IssueTexts {
  /** @param expected the description of the missing field, null where it has none */
  missing(expected: string | null): string;
  readonly unknown: string;
}

/** The first issue of each field. */
export function firstOfEachField(issues: Iterable<FieldIssue>): FieldIssue[] {
  const byField = new Map<string, FieldIssue>();
  for (const issue of issues) if (!byField.has(issue.field)) byField.set(issue.field, issue);
  return [...byField.values()];
}

export function issuesOf(schema: TSchema, error: TLocalizedValidationError, texts: IssueTexts): FieldIssue[] {
  const path = stepsOf(error.instancePath);
  const field = path.join(".");
  switch (error.keyword) {
    case "required":
      return error.params.requiredProperties.map((name) => {
        const missing = [...path, name];
        return { field: missing.join("."), message: texts.missing(descriptionAt(schema, missing)) };
      });
    case "boolean": // unknown fields are checked against the schema `false`
      return [{ field, message: texts.unknown }];
    case "additionalProperties": // repeats for the object what "boolean" reports for each unknown field
      return [];
  }
  const expected = descriptionAt(schema, path);
  return [{ field, message: expected ? `must be ${expected}` : error.message }];
}

/** The steps of a JSON pointer (RFC 6901). */
const stepsOf = (pointer: string): string[] =>
  pointer
    .split("/")
    .slice(1)
    .map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"));

function descriptionAt(schema: TSchema, path: readonly string[]): string | null {
  let at: unknown = schema;
  for (const step of path) {
    if (!isRecord(at)) return null;
    if (isRecord(at.properties)) at = at.properties[step];
    else at = isRecord(at.patternProperties) ? Object.values(at.patternProperties)[0] : at.items;
  }
  if (!isRecord(at)) return null;
  if (typeof at.description === "string") return at.description;
  return Array.isArray(at.enum) ? oneOf(at.enum) : null;
}

/** Further issues are only counted. */
const NAMED_MAX = 20;

function oneOf(values: readonly unknown[]): string {
  const named = values.slice(0, NAMED_MAX).map(String);
  const rest = values.length - named.length;
  const last = rest > 0 ? `${rest} more` : named.pop();
  return named.length === 0 ? String(last) : `${named.join(", ")} or ${last}`;
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;
