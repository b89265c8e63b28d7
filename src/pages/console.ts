// The page that loads the console (src/browser/console).

import { programLinks } from "./assets.ts";
import { HEAD } from "./html.ts";

export const CONSOLE_PATH = "/console";

/**
 * Everything comes from this server. Style elements need this response's nonce (Mantine creates some for its theme),
 * and images may be data: URLs, so that QR codes can be saved.
 */
export const consolePolicy = (styleNonce: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${styleNonce}'`,
    "img-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join("; ");

/** @param styleNonce of this response's policy; see https://vite.dev/guide/features#content-security-policy-csp */
export function renderConsole(styleNonce: string): string {
  return `<!doctype html>
<html lang="en">
<head>
${HEAD}
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<meta property="csp-nonce" nonce="${styleNonce}">
<title>Turnpike console</title>
${programLinks("console")}
</head>
<body>
<div id="console"></div>
<noscript>The console requires JavaScript. Without it, use the API or the command line.</noscript>
</body>
</html>
`;
}
