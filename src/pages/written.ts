import { escaped } from "./html.ts";
import { filled } from "./messages/message.ts";

/**
 * Fills a message with untrusted values, each escaped and isolated from the surrounding text direction.
 * @param parts trusted HTML by name
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
