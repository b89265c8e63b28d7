// Validates bodies and query strings against their schemas, and reports errors field by field.
import type { FastifySchemaCompiler } from "fastify";
import type { TSchema } from "typebox";
import { Compile } from "typebox/compile";
import type { TLocalizedValidationError } from "typebox/error";
import { type Issue, invalid } from "../operations/refusal.ts";

/** Fastify's validator: gives the value for the handler, or the refusal. */
export const compileValidator: FastifySchemaCompiler<TSchema> = ({ schema, httpPart }) => {
  const check = Compile(schema);
  const isQuery = httpPart === "querystring";
  const read = isQuery ? queryReader(schema) : (body: unknown) => body ?? null;
  return (given: unknown) => {
    const value = read(given);
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
 * Query parameters are text: converts those with an integer or boolean schema if their text allows it, and wraps a
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

function queryIssues(error: TLocalizedValidationError, schema: TSchema, value: unknown): Issue[] {
  const [field = ""] = fieldOf(error.instancePath).split("."); // of a repeated one, without its index
  if (error.keyword === "boolean") return [{ field, message: "is not a known parameter" }];
  if (error.keyword === "type" && Array.isArray((value as Record<string, unknown>)[field])) {
    return [{ field, message: "must be given once" }];
  }
  return bodyIssues(error, schema).map((issue) => (field === "" ? issue : { ...issue, field }));
}

function bodyIssues(error: TLocalizedValidationError, schema: TSchema): Issue[] {
  const field = fieldOf(error.instancePath);
  switch (error.keyword) {
    case "required":
      return error.params.requiredProperties.map((name) => ({
        field: field === "" ? name : `${field}.${name}`,
        message: "is required",
      }));
    case "minProperties":
      return [{ field: field || "body", message: `must have at least one of ${namesIn(schema).join(", ")}` }];
    case "boolean": // the schema `false`, which applies to every unknown field
      return [{ field, message: "is not a known field" }];
    case "additionalProperties": // reports for the object what "boolean" reports for each field
      return [];
  }
  if (field === "") return [{ field: "body", message: "must be a JSON object" }];
  return [{ field, message: expectation(error, schema) }];
}

const namesIn = (schema: TSchema): string[] => Object.keys("properties" in schema ? (schema.properties as object) : {});

/** The description in the schema, or else the validator's own message. */
function expectation({ schemaPath, message }: TLocalizedValidationError, schema: TSchema): string {
  let found: unknown = schema;
  for (const name of schemaPath.split("/").slice(1)) found = (found as Record<string, unknown> | undefined)?.[name];
  const description = (found as { description?: unknown } | undefined)?.description;
  return typeof description === "string" ? `must be ${description}` : message;
}

/** A JSON pointer (RFC 6901) as a dotted path. */
const fieldOf = (pointer: string): string =>
  pointer
    .slice(1)
    .split("/")
    .map((name) => name.replaceAll("~1", "/").replaceAll("~0", "~"))
    .join(".");

const firstOfEachField = (issues: readonly Issue[]): Issue[] =>
  issues.filter(({ field }, index) => issues.findIndex((other) => other.field === field) === index);
