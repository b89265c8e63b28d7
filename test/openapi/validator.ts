// Validates values against the specification, independently of the server's own validator.

import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import type { JsonObject, OpenApiDocument } from "../../src/contract/openapi.ts";

export interface SpecificationValidator {
  /** The problems of a value; empty if it has none. */
  faults(schema: JsonObject, value: unknown): string[];
  /** Resolves a reference into the document; returns anything else unchanged. */
  resolve<Value>(value: Value | { readonly $ref: string }): Value;
}

const DOCUMENT = "openapi";

export function validatorOf(document: OpenApiDocument): SpecificationValidator {
  const ajv = new Ajv2020({ allErrors: true, strict: false });
  addFormats.default(ajv);
  ajv.addSchema({ $id: DOCUMENT, ...document });
  const compiled = new Map<JsonObject, ValidateFunction>();
  return {
    faults(schema, value) {
      const validate = compiled.get(schema) ?? ajv.compile(rooted(schema) as JsonObject);
      compiled.set(schema, validate);
      return validate(value) ? [] : (validate.errors ?? []).map((error) => `${error.instancePath} ${error.message}`);
    },
    resolve: (value) => resolved(document, value),
  };
}

/** The schema with its references resolved, except those to itself. */
function rooted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(rooted);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [
      name,
      name === "$ref" && typeof field === "string" ? `${DOCUMENT}${field}` : rooted(field),
    ]),
  );
}

function resolved<Value>(document: OpenApiDocument, value: Value | { readonly $ref: string }): Value {
  if (typeof value !== "object" || value === null || !("$ref" in value)) return value as Value;
  let found: unknown = document;
  for (const step of String(value.$ref).split("/").slice(1)) found = (found as Record<string, unknown>)[step];
  return found as Value;
}
