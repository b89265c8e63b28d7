// Numbers of a JSON text as they are written there. JSON.parse would make a double of each, and a double has no cents.

/** Strings, which may hold what looks like a number, and numbers (RFC 8259 §6, §7). */
const STRING_OR_NUMBER = /"(?:[^"\\]|\\.)*"|-?[0-9]+(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/g;

/** The JSON text's value with each number as its text. @throws SyntaxError */
export function parseKeepingNumbers(text: string): unknown {
  JSON.parse(text); // from here on, what looks like a number outside of a string is one
  return JSON.parse(text.replace(STRING_OR_NUMBER, (token) => (token.startsWith('"') ? token : `"${token}"`)));
}

/** The text or number at a dotted path ("data.0.amount"), or null where there is neither. */
export function textAt(value: unknown, path: string): string | null {
  let at = value;
  for (const key of path.split(".")) {
    if (typeof at !== "object" || at === null || !Object.hasOwn(at, key)) return null;
    at = (at as Readonly<Record<string, unknown>>)[key];
  }
  return typeof at === "string" ? at : null;
}
