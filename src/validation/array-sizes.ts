// Checks the sizes of arrays before anything looks at their items, so that a huge array costs nothing.
import type { TSchema } from "typebox";
import type { FieldIssue } from "./schema-issues.ts";

/**
 * @returns finds the first array with more than its schema's `maxItems`, or null. It follows the schema and not the
 *   value: unknown fields are not visited, and items only within `maxItems`.
 */
export function arraySizeCheck(schema: TSchema): (value: unknown) => FieldIssue | null {
  return hasLimits(schema) ? (value) => find(schema, value, []) : () => null;
}

interface SchemaNode {
  readonly properties?: Readonly<Record<string, SchemaNode>>;
  readonly items?: SchemaNode;
  readonly maxItems?: number;
  readonly description?: string;
}

const hasLimits = ({ maxItems, properties = {} }: SchemaNode): boolean =>
  maxItems !== undefined || Object.values(properties).some(hasLimits);

function find(schema: SchemaNode, value: unknown, path: readonly string[]): FieldIssue | null {
  if (Array.isArray(value)) {
    const { items, maxItems, description } = schema;
    if (maxItems === undefined) return null;
    if (value.length > maxItems) {
      const message =
        description === undefined ? `must not have more than ${maxItems} items` : `must be ${description}`;
      return { field: path.join("."), message };
    }
    return items ? firstOf(value.entries(), ([index, item]) => find(items, item, [...path, String(index)])) : null;
  }
  if (typeof value !== "object" || value === null || !schema.properties) return null;
  const fields = value as Readonly<Record<string, unknown>>;
  return firstOf(Object.entries(schema.properties), ([name, property]) =>
    find(property, fields[name], [...path, name]),
  );
}

function firstOf<Item, Found>(items: Iterable<Item>, find: (item: Item) => Found | null): Found | null {
  for (const item of items) {
    const found = find(item);
    if (found !== null) return found;
  }
  return null;
}
