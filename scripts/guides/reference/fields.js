// The fields of a schema as a nested list, which a page folds.
const INDENT = "  ";

/** @returns the lines of the list; none for a schema without fields */
export function fieldsOf(schemas, schema, depth = 0) {
  const { properties = {}, required = [], items, anyOf } = resolved(schemas, schema);
  if (items) return fieldsOf(schemas, items, depth);
  if (anyOf) return anyOf.flatMap((each) => fieldsOf(schemas, each, depth));
  return Object.entries(properties).flatMap(([name, field]) => [
    INDENT.repeat(depth) + itemOf(schemas, name, field, required.includes(name)),
    ...fieldsOf(schemas, field, depth + 1),
  ]);
}

const NAME = /^#\/components\/schemas\//;

export const resolved = (schemas, schema) =>
  schema.$ref ? { ...schemas[schema.$ref.replace(NAME, "")], ...schema } : schema;

function itemOf(schemas, name, field, isRequired) {
  const whole = resolved(schemas, field);
  const facts = [typeOf(schemas, whole), ...(isRequired ? ["required"] : []), ...limitsOf(schemas, whole)];
  return `- \`${name}\` ${facts.join(", ")}${about(whole)}`;
}

/** As a sentence of its own after the facts. */
export const about = ({ description }) =>
  description === undefined
    ? ""
    : `. ${description.charAt(0).toUpperCase()}${description.slice(1).replace(/\.$/, "")}.`;

export function typeOf(schemas, schema) {
  const { type, items, anyOf, const: only } = resolved(schemas, schema);
  if (anyOf) return [...new Set(anyOf.map((each) => typeOf(schemas, each)))].join(" or ");
  if (items) return `array of ${typeOf(schemas, items)}`;
  if (type === undefined) return only === undefined ? "any value" : `\`${JSON.stringify(only)}\``;
  return [type].flat().join(" or ");
}

const LIMITS = {
  const: (value) => `\`${value}\``,
  format: (value) => ({ "date-time": "an RFC 3339 time", uri: "a URL" })[value] ?? value,
  default: (value) => `default \`${value}\``,
  minimum: (value) => `at least ${value}`,
  maximum: (value) => `at most ${value}`,
  minLength: (value) => `at least ${counted(value, "character")}`,
  maxLength: (value) => `at most ${counted(value, "character")}`,
  minItems: (value) => `at least ${counted(value, "element")}`,
  maxItems: (value) => `at most ${counted(value, "element")}`,
  minProperties: (value) => `at least ${counted(value, "field")}`,
  pattern: (value) => `matches \`${value}\``,
  enum: (values) => values.map((value) => `\`${value}\``).join(" · "),
};

const counted = (count, what) => `${count} ${what}${count === 1 ? "" : "s"}`;

/** Of the field, and of the elements of a list of texts. */
export function limitsOf(schemas, schema) {
  const { items, anyOf, ...own } = resolved(schemas, schema);
  const inner = items ? [items] : (anyOf ?? []);
  const named = Object.entries(LIMITS).flatMap(([name, say]) => (own[name] === undefined ? [] : [say(own[name])]));
  return [...named, ...inner.flatMap((each) => limitsOf(schemas, each))];
}
