// The messages of the pages that buyers see.
import { ar } from "./ar.ts";
import { de } from "./de.ts";
import { en, type Messages } from "./en.ts";
import { es } from "./es.ts";
import type { Language } from "./languages.ts";
import { zh } from "./zh.ts";

export const CATALOGUES: Readonly<Record<Language, Messages>> = { en, de, es, zh, ar };
