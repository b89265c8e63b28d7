// Shown to a person instead of an error's JSON. It needs no script.

import type { Messages } from "../../locales/checkout/en.ts";
import { CATALOGUES } from "./catalogues.ts";
import { escaped, styleOnlyPolicy } from "./html.ts";
import type { Language } from "./messages/languages.ts";
import { renderEnding, renderPlainPage } from "./plain-page.ts";
import { written } from "./written.ts";

/** The id stays in one line, so that it can be selected and read aloud. */
const STYLE = ".id { font-size: .75rem } .id bdi { display: block; white-space: nowrap }";

export const ERROR_PAGE_POLICY = styleOnlyPolicy(STYLE);

export type ErrorKind = Exclude<keyof Messages["errorPage"], "request" | "next">;

/** The target of the next step; empty: the same address again. */
const NEXT: Readonly<Record<ErrorKind, string>> = { missing: "/console", api: "/docs", busy: "", fault: "" };

/** @param requestId for the operator's log */
export function renderErrorPage(kind: ErrorKind, requestId: string, language: Language): string {
  const texts = CATALOGUES[language].errorPage;
  const { title, text } = texts[kind];
  return renderPlainPage({
    title,
    language,
    style: STYLE,
    path: "",
    className: "alone",
    body: renderEnding({
      kind: "question",
      title: escaped(title),
      text: escaped(text),
      more: `<p><a class="button plain" href="${NEXT[kind]}">${escaped(texts.next[kind])}</a></p>
<p class="quiet id">${written(texts.request, { id: requestId })}</p>`,
    }),
  });
}
