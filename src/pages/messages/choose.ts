// Which language a page speaks: the one that its address names, else the one that the browser asks for (RFC 9110 §12.5.4) by
// the lookup of RFC 4647 §3.4, else English.
import { LANGUAGES, type Language } from "./catalogues.ts";

export interface ChosenLanguage {
  readonly language: Language;
  /** For numbers and times: the language, as written in the reader's region where the browser says which. */
  readonly locale: string;
}

/** More ranges than any browser sends. */
const RANGES_MAX = 50;
/** RFC 9110 §12.4.2 and §12.5.4, in lower case. */
const RANGE = /^(\*|[a-z]{1,8}(?:-[a-z0-9]{1,8})*)(?:\s*;\s*q=(0(?:\.[0-9]{0,3})?|1(?:\.0{0,3})?))?$/;
/** Language, script and region; what else a tag says (a calendar, digits) is not for a page to take from strangers. */
const TAG = /^[a-z]{2,3}(?:-[a-z]{4})?(?:-(?:[a-z]{2}|[0-9]{3}))?(?=-|$)/;
const FALLBACK = "en";

/**
 * @param named the address's `lang`, whatever it is
 * @param accepted the header Accept-Language
 */
export function chooseLanguage(named: unknown, accepted: string | undefined): ChosenLanguage {
  const tags = acceptedTags(accepted ?? "");
  const byName = typeof named === "string" ? lookUp(named.toLowerCase()) : null;
  const language = byName ?? tags.map(lookUp).find((found) => found !== null) ?? FALLBACK;
  const locales = byName && typeof named === "string" ? [named.toLowerCase(), ...tags] : tags;
  return { language, locale: locales.map(localeOf).find((locale) => locale?.split("-")[0] === language) ?? language };
}

/** The ranges that are wanted at all, the most wanted first; a part that is none is passed over. */
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

/** RFC 4647 §3.4: the tag, then what is left of it without its last part, and so on. */
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
