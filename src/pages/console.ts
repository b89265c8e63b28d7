// The page that holds the console. All else in it is the program's of src/browser/console.

import { programLinks } from "./assets.ts";
import { HEAD } from "./html.ts";

export const CONSOLE_PATH = "/console";

/**
 * The page's policy: everything is this server's own. Only style elements with this answer's nonce are allowed beside the style
 * sheets, for what Mantine makes of the theme; images may be data, for a QR code that is saved.
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

/** @param styleNonce of this answer's policy; named as https://vite.dev/guide/features#content-security-policy-csp says */
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
