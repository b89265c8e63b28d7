/**
 * JSON without white space and with sorted keys. Recursive: the value must have passed its schema, which bounds its
 * depth.
 */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  const fields = value as Readonly<Record<string, unknown>>;
  const names = Object.keys(fields).sort(); // by UTF-16 code units
  return `{${names.map((name) => `${JSON.stringify(name)}:${canonicalJson(fields[name])}`).join(",")}}`;
}
