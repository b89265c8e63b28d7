// Validates bodies and query strings against their schemas, and reports errors field by field.
import type { FastifySchemaCompiler } from "fastify";
import type { TSchema } from "typebox";
import { Compile } from "typebox/compile";
import type { TLocalizedValidationError } from "typebox/error";
import { atFirstUse } from "../../concurrency/at-first-use.ts";
import { type Issue, invalid } from "../../operations/errors/refusal.ts";
import { arraySizeCheck } from "../../validation/array-sizes.ts";
import { firstOfEachField, type IssueTexts, issuesOf } from "../../validation/schema-issues.ts";

/**
 * Fastify's validator, compiled at the first use: gives the value for the handler, or the refusal with typebox's first
 * eight errors. Array sizes are checked first, because typebox walks all items before it counts them.
 */
export const compileValidator: FastifySchemaCompiler<TSchema> = ({ schema, httpPart }) => {
  const compiled = atFirstUse(() => Compile(schema));
  const tooLongIn = arraySizeCheck(schema);
  const isQuery = httpPart === "querystring";
  const read = isQuery ? queryReader(schema) : (body: unknown) => body ?? null;
  return (given: unknown) => {
    const value = read(given);
    const tooLong = tooLongIn(value);
    if (tooLong) return { error: invalid([tooLong]) };
    const check = compiled();
    if (check.Check(value)) return { value };
    const issues = check
      .Errors(value)
      .flatMap((error) => (isQuery ? queryIssues(error, schema, value) : bodyIssues(error, schema)));
    return { error: invalid(firstOfEachField(issues)) };
  };
};

/** Up to the 19 digits of an int64. */
const INTEGER = /^-?[0-9]{1,19}$/;

/**
 * Query parameters are text: converts parameters with an integer or boolean schema if possible, and wraps a
 * single value of a repeatable parameter in an array.
 */
function queryReader(schema: TSchema): (query: unknown) => unknown {
  const properties = "properties" in schema ? (schema.properties as Record<string, { type?: unknown }>) : {};
  const types = Object.entries(properties).map(([name, { type }]) => [name, type] as const);
  return (query) => {
    const values: Record<string, unknown> = { ...(query as Record<string, unknown>) };
    for (const [name, type] of types) {
      const text = values[name];
      if (typeof text !== "string") continue;
      if (type === "array") values[name] = [text];
      if (type === "integer" && INTEGER.test(text)) values[name] = Number(text);
      if (type === "boolean" && (text === "true" || text === "false")) values[name] = text === "true";
    }
    return values;
  };
}

const QUERY_TEXTS: IssueTexts = { missing: () => "is required", unknown: "is not a known parameter" };
const BODY_TEXTS: IssueTexts = { missing: () => "is required", unknown: "is not a known field" };

function queryIssues(error: TLocalizedValidationError, schema: TSchema, value: unknown): Issue[] {
  return issuesOf(schema, error, QUERY_TEXTS).map(({ field, message }) => {
    const [name = ""] = field.split("."); // the name of a repeated parameter, without its index
    const isRepeated = error.keyword === "type" && Array.isArray((value as Record<string, unknown>)[name]);
    return { field: name, message: isRepeated ? "must be given once" : message };
  });
}

function bodyIssues(error: TLocalizedValidationError, schema: TSchema): Issue[] {
  if (error.keyword === "minProperties") {
    return [{ field: "body", message: `must have at least one of ${namesIn(schema).join(", ")}` }];
  }
  return issuesOf(schema, error, BODY_TEXTS).map((issue) =>
    issue.field === "" ? { field: "body", message: "must be a JSON object" } : issue,
  );
}

const namesIn = (schema: TSchema): string[] => Object.keys("properties" in schema ? (schema.properties as object) : {});
