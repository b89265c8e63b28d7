// Checks the sizes of arrays before anything looks at their items, so that a huge array costs nothing.
import type { TSchema } from "typebox";
import type { FieldIssue } from "./schema-issues.ts";

/**
 * @returns finds the first array with more than its schema's `maxItems`, or null. It follows the schema and not the
 *   value: only fields that may contain such an array are visited, and items only within `maxItems`.
 */
export function arraySizeCheck(schema: TSchema): (value: unknown) => FieldIssue | null {
  const check = checkOf(schema);
  return (value) => (check ? check(value, []) : null);
}

interface SchemaNode {
  readonly properties?: Readonly<Record<string, SchemaNode>>;
  readonly items?: SchemaNode;
  readonly maxItems?: number;
  readonly description?: string;
}

type Check = (value: unknown, path: readonly string[]) => FieldIssue | null;

/** Null: no array in it has a limit. */
function checkOf(schema: SchemaNode): Check | null {
  if (schema.maxItems !== undefined) return arrayCheck(schema, schema.maxItems);
  const limited = Object.entries(schema.properties ?? {}).flatMap(([name, property]) => {
    const check = checkOf(property);
    return check ? [{ name, check }] : [];
  });
  if (limited.length === 0) return null;
  return (value, path) => {
    if (typeof value !== "object" || value === null || Array.isArray(value)) return null;
    const fields = value as Readonly<Record<string, unknown>>;
    return firstOf(limited, ({ name, check }) => check(fields[name], [...path, name]));
  };
}

function arrayCheck({ items, description }: SchemaNode, maxItems: number): Check {
  const check = items ? checkOf(items) : null;
  const size = description === undefined ? `must not have more than ${maxItems} items` : `must be ${description}`;
  return (value, path) => {
    if (!Array.isArray(value)) return null;
    if (value.length > maxItems) return { field: path.join("."), message: size };
    return check && firstOf(value.entries(), ([index, item]) => check(item, [...path, String(index)]));
  };
}

function firstOf<Item, Found>(items: Iterable<Item>, find: (item: Item) => Found | null): Found | null {
  for (const item of items) {
    const found = find(item);
    if (found !== null) return found;
  }
  return null;
}
