// What all pages share: how text gets into them, how their heads begin, and their policies.
import { createHash } from "node:crypto";
import { ICON_LINK } from "./icon.ts";

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

export const escaped = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);

/** What every page's head begins with. */
export const HEAD = `<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
${ICON_LINK}`;

const hashOf = (style: string): string => `'sha256-${createHash("sha256").update(style).digest("base64")}'`;

/** The policy of a page that runs nothing, with this style of its own. */
export const styleOnlyPolicy = (style: string): string =>
  [
    "default-src 'none'",
    `style-src ${hashOf(style)}`,
    "img-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join("; ");

/**
 * The policy of a page with a form and a script, both from this server, that nothing else is loaded into or sent from.
 * @param frameAncestors origins that may show it in a frame, beside this server's own pages
 */
export const formPolicy = (style: string, frameAncestors: readonly string[]): string =>
  [
    "default-src 'none'",
    `style-src ${hashOf(style)}`,
    "script-src 'self'",
    "img-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    `frame-ancestors ${["'self'", ...frameAncestors].join(" ")}`,
  ].join("; ");
