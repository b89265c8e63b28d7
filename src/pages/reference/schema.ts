// A JSON Schema as a list of fields with their constraints.
import type { JsonObject } from "../../contract/openapi.ts";
import { escaped } from "../html.ts";

/** The last segment of a `$ref`. */
export const nameOf = ({ $ref }: { readonly $ref?: unknown }): string => String($ref).split("/").at(-1) ?? "";

/** Nesting levels shown; the API's bodies have no more. */
const LEVELS_MAX = 8;

export function renderSchema(schema: JsonObject, level = 0): string {
  const fields = schema.properties as Readonly<Record<string, JsonObject>> | undefined;
  if (fields && level < LEVELS_MAX) {
    const required = (schema.required ?? []) as readonly string[];
    const items = Object.entries(fields).map(([name, field]) => {
      const presence = required.includes(name) ? "" : ' <span class="quiet">optional</span>';
      return `<li><code>${escaped(name)}</code>${presence} ${renderSchema(field, level + 1)}</li>`;
    });
    return `${level === 0 ? "" : summaryOf(schema)}<ul class="fields">${items.join("")}</ul>`;
  }
  const items = schema.items as JsonObject | undefined;
  return items ? `${summaryOf(schema)} of ${renderSchema(items, level + 1)}` : summaryOf(schema);
}

/** A value's type, description and limits. */
function summaryOf(schema: JsonObject): string {
  const { $ref, anyOf, allOf, description } = schema;
  if (typeof $ref === "string") return linkTo(nameOf(schema));
  const alternatives = (anyOf ?? allOf) as readonly JsonObject[] | undefined;
  if (alternatives) return alternatives.map(summaryOf).join(anyOf ? " or " : ", with ");
  const parts = [typeOf(schema), ...limitsOf(schema)].filter((part) => part !== "").map(escaped);
  const about = typeof description === "string" ? ` <span class="what">${escaped(description)}</span>` : "";
  return `<span class="quiet">${parts.join(", ")}</span>${about}`;
}

export const linkTo = (name: string): string => `<a href="#schema-${escaped(name)}">${escaped(name)}</a>`;

function typeOf({ type, format, const: only, enum: values }: JsonObject): string {
  if (only !== undefined) return JSON.stringify(only);
  if (Array.isArray(values)) return values.map((value) => JSON.stringify(value)).join(" | ");
  const name = Array.isArray(type) ? type.join(" or ") : typeof type === "string" ? type : "";
  return typeof format === "string" ? `${name} (${format})` : name;
}

/** Both ends of a range, or the only one. */
function range(least: unknown, most: unknown, unit: (most: unknown) => string): string[] {
  if (least === undefined && most === undefined) return [];
  if (most === undefined) return [`at least ${least}${unit(least)}`];
  if (least === undefined) return [`at most ${most}${unit(most)}`];
  return [least === most ? `${least}${unit(most)}` : `${least} to ${most}${unit(most)}`];
}

const counted = (one: string, many: string) => (count: unknown) => ` ${count === 1 ? one : many}`;

const limitsOf = (schema: JsonObject): string[] => [
  ...range(schema.minimum, schema.maximum, () => ""),
  ...range(schema.minLength, schema.maxLength, counted("character", "characters")),
  ...range(schema.minItems, schema.maxItems, counted("item", "items")),
  ...range(schema.minProperties, undefined, counted("field", "fields")),
  ...(schema.pattern === undefined ? [] : [`like ${schema.pattern}`]),
  ...(schema.default === undefined ? [] : [`${JSON.stringify(schema.default)} if left out`]),
];
