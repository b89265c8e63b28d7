// The languages of all pages.
export const LANGUAGES = ["en", "de", "es", "zh", "ar"] as const;
export type Language = (typeof LANGUAGES)[number];

/** Each in its own language, so that its speakers can find it. */
export const LANGUAGE_NAMES = {
  en: "English",
  de: "Deutsch",
  es: "Español",
  zh: "简体中文",
  ar: "العربية",
} as const satisfies Record<Language, string>;

export const directionOf = (language: Language): "ltr" | "rtl" => (language === "ar" ? "rtl" : "ltr");
