// Messages: text with {placeholders}, and plural forms.

/** Keyed by the language's plural categories (CLDR); a test checks that each catalogue has exactly those. */
export type Plural = Partial<Record<Intl.LDMLPluralRule, string>> & { readonly other: string };

/** The type of every language: the English keys, with the language's own plural forms. */
export type MessagesOf<English> = English extends string
  ? string
  : keyof English extends Intl.LDMLPluralRule
    ? Plural
    : { readonly [Key in keyof English]: MessagesOf<English[Key]> };

/** Replaces each `{name}` by its value. */
export const filled = (message: string, values: Readonly<Record<string, string>>): string =>
  message.replace(/\{(\w+)\}/g, (place, name: string) => values[name] ?? place);

/** The plural form for `count`, with {count} in the locale's numerals. */
export function counted(forms: Plural, count: number, locale: string): string {
  const form = forms[new Intl.PluralRules(locale).select(count)] ?? forms.other;
  return filled(form, { count: new Intl.NumberFormat(locale).format(count) });
}
