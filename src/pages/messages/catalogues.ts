// The languages of the pages, and their messages.
import { ar } from "./ar.ts";
import { de } from "./de.ts";
import { en, type Messages } from "./en.ts";
import { es } from "./es.ts";
import { zh } from "./zh.ts";

export const LANGUAGES = ["en", "de", "es", "zh", "ar"] as const;
export type Language = (typeof LANGUAGES)[number];

export const CATALOGUES: Readonly<Record<Language, Messages>> = { en, de, es, zh, ar };

/** Each in its own language, so that its speakers can find it. */
export const LANGUAGE_NAMES = {
  en: "English",
  de: "Deutsch",
  es: "Español",
  zh: "简体中文",
  ar: "العربية",
} as const satisfies Record<Language, string>;

export const directionOf = (language: Language): "ltr" | "rtl" => (language === "ar" ? "rtl" : "ltr");
