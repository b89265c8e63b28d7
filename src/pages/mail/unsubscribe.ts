// The page that a message's link opens: it asks once, because programs that check links open them too.
import type { NoticeKind } from "../../mail/kinds.ts";
import { MAIL_TEXTS } from "../catalogues.ts";
import { escaped, styleOnlyPolicy } from "../html.ts";
import type { Language } from "../messages/languages.ts";
import { renderEnding, renderPlainPage } from "../plain-page.ts";

export const unsubscribePath = (token: string): string => `/mail/stop/${token}`;

/** @param publicUrl without a trailing slash */
export const unsubscribeUrl = (publicUrl: string, token: string, language: Language): string =>
  `${publicUrl}${unsubscribePath(token)}?lang=${language}`;

export const UNSUBSCRIBE_POLICY = styleOnlyPolicy("", "'self'");

/** "unknown": the token is none of ours. */
export type UnsubscribeState = { readonly kind: NoticeKind; readonly isDone: boolean } | "unknown";

export function renderUnsubscribe(state: UnsubscribeState, language: Language): string {
  const { unsubscribe: texts } = MAIL_TEXTS[language];
  const account = `<p><a class="button plain" href="/console/account">${escaped(texts.account)}</a></p>`;
  const page = (title: string, body: string) =>
    renderPlainPage({ title, language, style: "", path: "", className: "alone", body });
  if (state === "unknown") {
    const { unknown, unknownText } = texts;
    const title = escaped(unknown);
    return page(unknown, renderEnding({ kind: "question", title, text: escaped(unknownText), more: account }));
  }
  if (state.isDone) {
    const title = escaped(texts.done);
    return page(texts.done, renderEnding({ kind: "check", title, text: escaped(texts.doneText), more: account }));
  }
  const form = `<form method="post"><button class="button">${escaped(texts.stop)}</button></form>`;
  const text = escaped(texts.kinds[state.kind]);
  return page(texts.title, renderEnding({ kind: "question", title: escaped(texts.title), text, more: form }));
}
