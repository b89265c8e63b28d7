// The console's language, and the messages in it. main.tsx loads it before the first render, and app.tsx renders
// everything again after a change: any function may call `messages`, but a module must not when it is loaded.
import type { Messages } from "../../../../../locales/console/en.ts";
import { type ChosenLanguage, chooseLanguage } from "../../../../pages/messages/choose.ts";
import { directionOf, type Language } from "../../../../pages/messages/languages.ts";
import { counted, filled, type Plural } from "../../../../pages/messages/message.ts";
import { loadPage } from "../loading/load-page.ts";

/** One chunk per language: only the chosen one is loaded. */
const CATALOGUES: Readonly<Record<Language, () => Promise<Messages>>> = {
  en: async () => (await import("../../../../../locales/console/en.ts")).en,
  de: async () => (await import("../../../../../locales/console/de.ts")).de,
  es: async () => (await import("../../../../../locales/console/es.ts")).es,
  zh: async () => (await import("../../../../../locales/console/zh.ts")).zh,
  ar: async () => (await import("../../../../../locales/console/ar.ts")).ar,
};

interface Spoken extends ChosenLanguage {
  readonly messages: Messages;
}

let spoken: Spoken | null = null;
let wanted: Language | null = null;
const listeners = new Set<() => void>();

function current(): Spoken {
  if (!spoken) throw new Error("no language is loaded yet: call messages() in a function, not in a module");
  return spoken;
}

export const messages = (): Messages => current().messages;
export const language = (): Language => current().language;
/** A locale for Intl: the language in the reader's region. */
export const locale = (): string => current().locale;
export const direction = (): "ltr" | "rtl" => directionOf(language());

/** @returns the unsubscribe function */
export function onLanguageChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Loads the language that was chosen in this browser, else the browser's own. @throws PageUnavailable */
export const openLanguage = (): Promise<void> => speak(chosenHere());

/** Remembers the reader's choice. @throws PageUnavailable if its messages can't be loaded; the language then stays */
export async function changeLanguage(to: Language): Promise<void> {
  await speak(among(to));
  try {
    localStorage.setItem(KEPT, to);
  } catch {
    // Storage is blocked: the choice lasts until the page is left.
  }
}

async function speak(chosen: ChosenLanguage): Promise<void> {
  wanted = chosen.language;
  const loaded = await loadPage(CATALOGUES[chosen.language]);
  if (wanted !== chosen.language) return; // another language was chosen in the meantime
  setLanguage({ ...chosen, messages: loaded });
}

export function setLanguage(next: Spoken): void {
  spoken = next;
  document.documentElement.lang = next.language;
  document.documentElement.dir = directionOf(next.language);
  for (const listener of listeners) listener();
}

const KEPT = "turnpike language";

function chosenHere(): ChosenLanguage {
  try {
    return among(localStorage.getItem(KEPT));
  } catch {
    return among(null);
  }
}

const among = (named: string | null): ChosenLanguage => chooseLanguage(named, navigator.languages.join(","));

/** U+2068 and U+2069 (UAX #9): keep a left-to-right value, such as an ID, in one piece in right-to-left text. */
const isolated = (value: string): string => (direction() === "rtl" ? `\u2068${value}\u2069` : value);

/** Replaces each `{name}` by its value. For React nodes, use Filled. */
export const filledText = (message: string, values: Readonly<Record<string, string>>): string =>
  filled(message, Object.fromEntries(Object.entries(values).map(([name, value]) => [name, isolated(value)])));

/** The plural form for `count`, with {count} in the language's numerals. Other placeholders remain, for filledText. */
export const countedText = (forms: Plural, count: number): string => counted(forms, count, locale());
