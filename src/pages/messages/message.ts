// What a message is: text with {names} in it, and one form for each number that a language tells apart.

/** By the plural categories of the language (CLDR); a test holds each catalogue to those that its language has. */
export type Plural = Partial<Record<Intl.LDMLPluralRule, string>> & { readonly other: string };

export const plural = (forms: Plural): Plural => forms;

/** Puts values in the places of `{name}`. */
export const filled = (message: string, values: Readonly<Record<string, string>>): string =>
  message.replace(/\{(\w+)\}/g, (place, name: string) => values[name] ?? place);

/** The form for `count`, with the count where it says {count}, in the language's own digits. */
export function counted(forms: Plural, count: number, language: string): string {
  const form = forms[new Intl.PluralRules(language).select(count)] ?? forms.other;
  return filled(form, { count: new Intl.NumberFormat(language).format(count) });
}
