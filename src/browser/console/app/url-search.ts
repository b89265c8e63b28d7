// The part of the address after the question mark, as plain as the interface's own: a list is a parameter given several times.

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

/** One value of a parameter, where it is one of those that are known. */
export const oneOf = <Value extends string>(values: readonly Value[], given: unknown): Value | undefined =>
  values.find((value) => value === given);

export const textOf = (given: unknown): string | undefined =>
  typeof given === "string" && given !== "" ? given : undefined;

export const listOf = (given: unknown): string[] =>
  (Array.isArray(given) ? given : [given]).filter((each): each is string => typeof each === "string" && each !== "");
