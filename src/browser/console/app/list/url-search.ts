// Query strings in the API's format: a list is a repeated parameter.

export function parseSearch(text: string): Record<string, string | string[]> {
  const given = new URLSearchParams(text);
  return Object.fromEntries(
    [...new Set(given.keys())].map((name) => {
      const values = given.getAll(name);
      return [name, values.length === 1 ? (values[0] ?? "") : values];
    }),
  );
}

export function stringifySearch(search: Record<string, unknown>): string {
  const given = Object.entries(search).flatMap(([name, value]): [string, string][] => {
    if (value === undefined || value === null || value === "") return [];
    return (Array.isArray(value) ? value : [value]).map((each) => [name, String(each)]);
  });
  return given.length === 0 ? "" : `?${new URLSearchParams(given)}`;
}

/** The parameter's value if it is one of the known ones. */
export const oneOf = <Value extends string>(values: readonly Value[], given: unknown): Value | undefined =>
  values.find((value) => value === given);

export const textOf = (given: unknown): string | undefined =>
  typeof given === "string" && given !== "" ? given : undefined;

/** RFC 3339. */
export const momentOf = (given: unknown): string | undefined => {
  const text = textOf(given);
  return text !== undefined && !Number.isNaN(Date.parse(text)) ? text : undefined;
};

export const listOf = (given: unknown): string[] =>
  (Array.isArray(given) ? given : [given]).filter((each): each is string => typeof each === "string" && each !== "");
