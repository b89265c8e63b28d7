// The page that loads the API reference (src/browser/reference).
import { programLinks } from "./assets.ts";
import { HEAD } from "./html.ts";

/**
 * Everything comes from this server. The viewer sets style attributes and elements, which needs 'unsafe-inline'
 * (docs/decisions/0060-api-reference-viewer.md).
 */
export const REFERENCE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

export const renderReference = (): string => `<!doctype html>
<html lang="en">
<head>
${HEAD}
<meta name="color-scheme" content="light dark">
<title>Turnpike API reference</title>
${programLinks("reference")}
</head>
<body>
<div id="reference"><main>
<h1>Turnpike API reference</h1>
<noscript><p>This page requires JavaScript. The <a href="/openapi.json">OpenAPI specification</a> does not.</p></noscript>
</main></div>
</body>
</html>
`;
