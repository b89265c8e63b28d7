// Whether a catalogue has all that the English one has.
import { expect } from "vitest";

/** Each message with its path. */
export function messagesIn(part: object, path = ""): [path: string, message: string][] {
  return Object.entries(part).flatMap(([name, value]): [string, string][] =>
    typeof value === "string" ? [[`${path}.${name}`, value]] : messagesIn(value as object, `${path}.${name}`),
  );
}

const FORMS: readonly string[] = ["zero", "one", "two", "few", "many", "other"];
const isPlural = (part: object) => "other" in part && Object.keys(part).every((name) => FORMS.includes(name));

/** Each object of plural forms. */
function pluralsIn(part: object): object[] {
  const below = Object.values(part).filter((value): value is object => typeof value === "object");
  return [...below.filter(isPlural), ...below.flatMap(pluralsIn)];
}

const placesIn = (message: string) => [...message.matchAll(/\{\w+\}/g)].map(([place]) => place).sort();
const withoutForm = (path: string) => path.replace(new RegExp(`\\.(${FORMS.join("|")})$`), "");

/** No message is empty, and each has the English placeholders. */
export function expectComplete(catalogue: object, english: object): void {
  const known = new Map(messagesIn(english).map(([path, message]) => [withoutForm(path), message]));
  for (const [path, message] of messagesIn(catalogue)) {
    expect(message.trim(), path).not.toBe("");
    const wanted = placesIn(known.get(withoutForm(path)) ?? "");
    // Some languages express one, two and zero without a number.
    const isSpoken = /\.(zero|one|two)$/.test(path);
    const places = placesIn(message);
    const kept = isSpoken ? [...new Set([...places, "{count}"])].sort() : places;
    expect(kept, path).toEqual(wanted);
  }
}

/** Each plural has exactly the forms of the language. */
export function expectPlurals(catalogue: object, language: string): void {
  const categories = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
  const plurals = pluralsIn(catalogue);
  expect(plurals.length).toBeGreaterThan(0);
  for (const forms of plurals) expect(Object.keys(forms).sort()).toEqual([...categories].sort());
}
