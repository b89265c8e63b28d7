// Shown to a person instead of an error's JSON. It needs no script and no built files.
import { escaped, HEAD, styleOnlyPolicy } from "./html.ts";
import { CATALOGUES, directionOf, type Language } from "./messages/catalogues.ts";
import type { Messages } from "./messages/en.ts";
import { filled } from "./messages/message.ts";

const STYLE = `
:root { color-scheme: light dark; --page: #f3f4f7; --card: #fff; --text: #16181d; --quiet: #565d6b; --edge: #e2e5eb }
@media (prefers-color-scheme: dark) {
  :root { --page: #0d0f13; --card: #171a20; --text: #eceef2; --quiet: #a8afbc; --edge: #2a303a }
}
body { margin: 0; padding: 1rem; background: var(--page); color: var(--text); font: 1rem/1.5 system-ui, sans-serif }
main { box-sizing: border-box; max-inline-size: 28rem; margin: 10vh auto 0; padding: 2rem; border-radius: 1.25rem;
  background: var(--card); border: 1px solid var(--edge); text-align: center; text-wrap: balance }
h1 { margin: 0 0 .75rem; font-size: 1.375rem; line-height: 1.3 }
p { margin: 0; color: var(--quiet) } p + p { margin-block-start: 1.5rem; font-size: .8125rem; overflow-wrap: anywhere }
`;

export const ERROR_PAGE_POLICY = styleOnlyPolicy(STYLE);

export type ErrorKind = Exclude<keyof Messages["errorPage"], "request">;

/** @param requestId for the operator's log */
export function renderErrorPage(kind: ErrorKind, requestId: string, language: Language): string {
  const texts = CATALOGUES[language].errorPage;
  const { title, text } = texts[kind];
  return `<!doctype html>
<html lang="${language}" dir="${directionOf(language)}">
<head>
${HEAD}
<meta name="robots" content="noindex">
<title>${escaped(title)}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>${escaped(title)}</h1>
<p>${escaped(text)}</p>
<p>${escaped(filled(texts.request, { id: requestId }))}</p>
</main>
</body>
</html>
`;
}
