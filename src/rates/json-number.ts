// Keeps numbers of a JSON text as written. JSON.parse would round them to doubles.

/** Strings, whose content may look like a number, and numbers (RFC 8259 §6, §7). */
const STRING_OR_NUMBER = /"(?:[^"\\]|\\.)*"|-?[0-9]+(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/g;

/** The JSON text's value with each number as a string. @throws SyntaxError */
export function parseKeepingNumbers(text: string): unknown {
  JSON.parse(text); // checks the syntax, on which the pattern relies
  return JSON.parse(text.replace(STRING_OR_NUMBER, (token) => (token.startsWith('"') ? token : `"${token}"`)));
}

/** The string or number at a dotted path ("data.0.amount"), or null. */
export function textAt(value: unknown, path: string): string | null {
  let at = value;
  for (const key of path.split(".")) {
    if (typeof at !== "object" || at === null || !Object.hasOwn(at, key)) return null;
    at = (at as Readonly<Record<string, unknown>>)[key];
  }
  return typeof at === "string" ? at : null;
}
