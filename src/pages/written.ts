// Messages on their way into a page.
import { escaped } from "./html.ts";
import { filled } from "./messages/message.ts";

/**
 * A message with values that come from outside: each is escaped, and kept apart from the direction of what is around it.
 * @param parts HTML of our own, by name
 */
export const written = (
  message: string,
  values: Readonly<Record<string, string>>,
  parts: Readonly<Record<string, string>> = {},
): string =>
  filled(escaped(message), {
    ...Object.fromEntries(Object.entries(values).map(([name, value]) => [name, `<bdi>${escaped(value)}</bdi>`])),
    ...parts,
  });
