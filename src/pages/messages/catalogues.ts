// The languages that the pages speak, and their messages.
import { en, type Messages } from "./en.ts";

export const LANGUAGES = ["en"] as const;
export type Language = (typeof LANGUAGES)[number];

export const CATALOGUES: Readonly<Record<Language, Messages>> = { en };
