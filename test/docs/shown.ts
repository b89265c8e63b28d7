// Compares the output on a page with the real one. `…` matches the rest of a word or line, or any number of lines if
// alone on a line. Any number of seconds (`0.9 s`) matches.

const literally = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** Whether the shown lines match, in order and without other lines between them. */
export function outputPattern(shown: string): RegExp {
  const lines = shown.trimEnd().split("\n");
  const patterns = lines.map((line) =>
    line.trim() === "…"
      ? "(?:.*\\n)*?"
      : `${literally(line.trimEnd())
          .replaceAll("…", ".*?")
          .replace(/\d+\\\.\d s\b/g, "\\d+\\.\\d s")}[ \\t]*(?:\\n|$)`,
  );
  return new RegExp(`(?:^|\\n)${patterns.join("")}`);
}

/**
 * The differences between a JSON response and the one shown: fields and values must be equal. A shown text may contain
 * `…`; the field `"…": "…"` matches any further fields, and the element `"…"` any further elements.
 */
export function differencesOf(shown: unknown, given: unknown, path = "the response"): readonly string[] {
  if (shown === "…") return [];
  if (typeof shown === "string" && typeof given === "string") {
    const pattern = new RegExp(`^${literally(shown).replaceAll("…", "[^]*")}$`);
    return pattern.test(given) ? [] : [`${path} is ${JSON.stringify(given)}, shown as ${JSON.stringify(shown)}`];
  }
  if (Array.isArray(shown) && Array.isArray(given)) return elementDifferences(shown, given, path);
  if (isObject(shown) && isObject(given)) return fieldDifferences(shown, given, path);
  return Object.is(shown, given) ? [] : [`${path} is ${JSON.stringify(given)}, shown as ${JSON.stringify(shown)}`];
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function elementDifferences(shown: readonly unknown[], given: readonly unknown[], path: string): readonly string[] {
  const isOpen = shown.at(-1) === "…";
  const elements = isOpen ? shown.slice(0, -1) : shown;
  if (isOpen ? given.length < elements.length : given.length !== elements.length) {
    return [`${path} has ${given.length} elements, shown with ${elements.length}`];
  }
  return elements.flatMap((element, index) => differencesOf(element, given[index], `${path}[${index}]`));
}

function fieldDifferences(
  shown: Readonly<Record<string, unknown>>,
  given: Readonly<Record<string, unknown>>,
  path: string,
): readonly string[] {
  const missing = Object.keys(shown).filter((name) => name !== "…" && !(name in given));
  const more = "…" in shown ? [] : Object.keys(given).filter((name) => !(name in shown));
  return [
    ...missing.map((name) => `${path} has no ${name}`),
    ...more.map((name) => `${path} also has ${name}`),
    ...Object.entries(shown)
      .filter(([name]) => name !== "…" && name in given)
      .flatMap(([name, value]) => differencesOf(value, given[name], `${path}.${name}`)),
  ];
}
