// The messages of the pages that the server renders. scripts/bundle-catalogues.js compiles them into one file, because
// locales/ lies outside of src/.
import { ar } from "../../locales/checkout/ar.ts";
import { de } from "../../locales/checkout/de.ts";
import { en, type Messages } from "../../locales/checkout/en.ts";
import { es } from "../../locales/checkout/es.ts";
import { zh } from "../../locales/checkout/zh.ts";
import { shell as arShell } from "../../locales/console/ar.ts";
import { shell as deShell } from "../../locales/console/de.ts";
import { shell as enShell, type Shell } from "../../locales/console/en.ts";
import { shell as esShell } from "../../locales/console/es.ts";
import { shell as zhShell } from "../../locales/console/zh.ts";
import { ar as arMail } from "../../locales/mail/ar.ts";
import { de as deMail } from "../../locales/mail/de.ts";
import { en as enMail, type MailTexts } from "../../locales/mail/en.ts";
import { es as esMail } from "../../locales/mail/es.ts";
import { zh as zhMail } from "../../locales/mail/zh.ts";
import type { Language } from "./messages/languages.ts";

/** Messages of the buyers' pages. */
export const CATALOGUES: Readonly<Record<Language, Messages>> = { en, de, es, zh, ar };

/** Texts of the console's page until its program has loaded. */
export const SHELLS: Readonly<Record<Language, Shell>> = {
  en: enShell,
  de: deShell,
  es: esShell,
  zh: zhShell,
  ar: arShell,
};

/** Mail, and the page that ends it. */
export const MAIL_TEXTS: Readonly<Record<Language, MailTexts>> = {
  en: enMail,
  de: deMail,
  es: esMail,
  zh: zhMail,
  ar: arMail,
};
