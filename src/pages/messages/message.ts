// What a message is: text with {names} in it.

/** Puts values in the places of `{name}`. */
export const filled = (message: string, values: Readonly<Record<string, string>>): string =>
  message.replace(/\{(\w+)\}/g, (place, name: string) => values[name] ?? place);
