// The page that loads the console (src/browser/console).

import { consoleMessages, pageLinks } from "./assets.ts";
import { BASELINE_CHECK, BASELINE_SOURCE } from "./baseline.ts";
import { SHELLS } from "./catalogues.ts";
import { CONSOLE_SHELL_STYLE, shellIn } from "./console-shell.ts";
import { HEAD } from "./html.ts";
import { directionOf, type Language } from "./messages/languages.ts";
import { MANIFEST_PATH, TILL_PATH } from "./till.ts";

export const CONSOLE_PATH = "/console";

/**
 * Everything comes from this server. Style elements need this response's nonce (Mantine creates some for its theme),
 * and images may be data: URLs, so that QR codes can be saved.
 */
export const consolePolicy = (styleNonce: string): string =>
  [
    "default-src 'none'",
    `script-src 'self' ${BASELINE_SOURCE}`,
    `style-src 'self' 'nonce-${styleNonce}'`,
    "img-src 'self' data:",
    "manifest-src 'self'",
    "worker-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join("; ");

/** The module of each page, by its path below the console's; src/browser/console/router.tsx imports them. */
const PAGES: readonly (readonly [RegExp, string])[] = [
  [/^\/?$/, "overview/page"],
  [/^\/payments\/?$/, "payments/list/page"],
  [/^\/payments\/[^/]+$/, "payments/one/page"],
  [/^\/new-payment\/?$/, "payments/new/page"],
  [/^\/payment-links\/?$/, "payment-links/page"],
  [/^\/payment-links\/[^/]+$/, "payment-links/link-page"],
  [/^\/merchants\/?$/, "merchants/page"],
  [/^\/merchants\/[^/]+$/, "merchants/merchant-page"],
  [/^\/exceptions\/?$/, "exceptions/page"],
  [/^\/refunds\/?$/, "refunds/page"],
  [/^\/webhooks\/?$/, "webhooks/page"],
  [/^\/webhooks\/[^/]+$/, "webhooks/endpoint-page"],
  [/^\/deliveries\/[^/]+$/, "webhooks/delivery-page"],
  [/^\/events\/?$/, "events/page"],
  [/^\/events\/[^/]+$/, "events/event-page"],
  [/^\/keys\/?$/, "keys/page"],
  [/^\/tills\/?$/, "tills/page"],
  [/^\/team\/?$/, "team/page"],
  [/^\/account\/?$/, "account/page"],
  [/^\/audit\/?$/, "audit/page"],
];

/** Paths that do not show the sign-in to somebody without a session. */
const ALWAYS_WHOLE = /^\/(join|till)\/?$/;

/** The page and its program; without a session, only the sign-in, which loads the rest once it is shown. */
function linksOf(path: string, language: Language, isWhole: boolean): ReturnType<typeof pageLinks> {
  if (!isWhole) return pageLinks("console", consoleMessages(language));
  const below = path.slice(CONSOLE_PATH.length);
  const page = PAGES.find(([pattern]) => pattern.test(below))?.[1];
  return pageLinks("console", consoleMessages(language), "console.tsx", ...(page ? [`pages/${page}.tsx`] : []));
}

/**
 * @param path of the request
 * @param language of the browser; the program may know of another choice (src/browser/console/app/text/language.ts)
 * @param isSignedIn whether the browser sent a session, which may have ended
 * @param styleNonce of this response's policy; see https://vite.dev/guide/features#content-security-policy-csp
 */
export function renderConsole(path: string, language: Language, isSignedIn: boolean, styleNonce: string): string {
  const isWhole = isSignedIn || ALWAYS_WHOLE.test(path.slice(CONSOLE_PATH.length));
  const { preloads, loads } = linksOf(path, language, isWhole);
  return `<!doctype html>
<html lang="${language}" dir="${directionOf(language)}">
<head>
${HEAD}
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<meta property="csp-nonce" nonce="${styleNonce}">
${path === TILL_PATH ? `<link rel="manifest" href="${MANIFEST_PATH}">` : ""}
<title>Turnpike</title>
${BASELINE_CHECK}
${preloads}
<style nonce="${styleNonce}">${CONSOLE_SHELL_STYLE}</style>
<noscript><style nonce="${styleNonce}">#shell{display:none}</style></noscript>
</head>
<body>
${shellIn(language)}
<noscript>${SHELLS[language].noScript}</noscript>
<div id="console"${isWhole ? " data-whole" : ""}></div>
${loads}
</body>
</html>
`;
}
