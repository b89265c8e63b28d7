// Links to a page in the other languages.

import { CATALOGUES } from "./catalogues.ts";
import { escaped } from "./html.ts";
import { LANGUAGE_NAMES, LANGUAGES, type Language } from "./messages/languages.ts";

/** @param query parameters that the links keep */
export function languageLinks(
  language: Language,
  path: string,
  query: readonly (readonly [string, string])[] = [],
): string {
  const to = (each: Language) => {
    const parameters = [["lang", each], ...query].map(([name = "", value = ""]): [string, string] => [name, value]);
    return escaped(`${path}?${new URLSearchParams(parameters)}`);
  };
  const links = LANGUAGES.map((each) =>
    each === language
      ? `<li><span lang="${each}" aria-current="true">${LANGUAGE_NAMES[each]}</span></li>`
      : `<li><a lang="${each}" hreflang="${each}" href="${to(each)}">${LANGUAGE_NAMES[each]}</a></li>`,
  );
  return `<nav aria-label="${escaped(CATALOGUES[language].page.language)}"><ul>${links.join("")}</ul></nav>`;
}
