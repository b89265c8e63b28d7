// Chooses a page's language: the one in the URL, else the browser's (RFC 9110 §12.5.4) by lookup (RFC 4647 §3.4), else
// English.
import { LANGUAGES, type Language } from "./languages.ts";

export interface ChosenLanguage {
  readonly language: Language;
  /**
   * Locale of numbers and times: the language in the reader's region, if the URL or the browser names one, and the
   * numerals where a language has several.
   */
  readonly locale: string;
}

/** Browsers send fewer language ranges. */
const RANGES_MAX = 50;
/** RFC 9110 §12.4.2 and §12.5.4, in lower case. */
const RANGE = /^(\*|[a-z]{1,8}(?:-[a-z0-9]{1,8})*)(?:\s*;\s*q=(0(?:\.[0-9]{0,3})?|1(?:\.0{0,3})?))?$/;
/** Language, script and region. Other subtags (calendar, numerals) are ignored. */
const TAG = /^[a-z]{2,3}(?:-[a-z]{4})?(?:-(?:[a-z]{2}|[0-9]{3}))?(?=-|$)/;
const FALLBACK = "en";

/**
 * @param named the URL's `lang`, in any form
 * @param accepted the Accept-Language header
 */
export function chooseLanguage(named: unknown, accepted: string | undefined): ChosenLanguage {
  const tags = acceptedTags(accepted ?? "");
  const byName = typeof named === "string" ? lookUp(named.toLowerCase()) : null;
  const language = byName ?? tags.map(lookUp).find((found) => found !== null) ?? FALLBACK;
  const own = byName && typeof named === "string" ? named.toLowerCase() : language;
  // The URL of a page in another language names no region: the browser still does.
  const locales = own.includes("-") ? [own, ...tags] : [...tags, own];
  const locale = locales.map(localeOf).find((each) => each?.split("-")[0] === language) ?? language;
  return { language, locale: withNumerals(locale) };
}

/** Servers and browsers differ in the numerals they prefer for Arabic, so the tag names them (UTS #35 `nu`). */
function withNumerals(locale: string): string {
  const { numberingSystem } = new Intl.NumberFormat(locale).resolvedOptions();
  return locale.startsWith("ar") ? `${locale}-u-nu-${numberingSystem}` : locale;
}

/** Acceptable language tags, most preferred first; malformed parts are skipped. */
function acceptedTags(header: string): string[] {
  const ranges = header.toLowerCase().split(",", RANGES_MAX);
  return ranges
    .flatMap((part) => {
      const [, tag, quality = "1"] = RANGE.exec(part.trim()) ?? [];
      return tag === undefined || tag === "*" || Number(quality) === 0 ? [] : [{ tag, quality: Number(quality) }];
    })
    .sort((one, other) => other.quality - one.quality)
    .map(({ tag }) => tag);
}

/** RFC 4647 §3.4: tries the tag, then drops its last subtag repeatedly. */
function lookUp(tag: string): Language | null {
  for (let rest = tag; rest !== ""; rest = rest.slice(0, Math.max(rest.lastIndexOf("-"), 0))) {
    const found = LANGUAGES.find((language) => language === rest);
    if (found) return found;
  }
  return null;
}

function localeOf(tag: string): string | undefined {
  const [plain] = TAG.exec(tag) ?? [];
  return plain === undefined ? undefined : Intl.NumberFormat.supportedLocalesOf(plain)[0];
}
