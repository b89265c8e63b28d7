// Shared by all pages: escaping, the start of the head, and content security policies.
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

/** Start of every page's head. */
export const HEAD = `<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
${ICON_LINK}`;

const hashOf = (style: string): string => `'sha256-${createHash("sha256").update(style).digest("base64")}'`;

/**
 * Policy of a page without scripts, with this server's stylesheets and one inline style.
 * @param formAction where its forms may be sent
 */
export const styleOnlyPolicy = (style: string, formAction: "'none'" | "'self'" = "'none'"): string =>
  [
    "default-src 'none'",
    `style-src 'self' ${hashOf(style)}`,
    "img-src 'self'",
    "base-uri 'none'",
    `form-action ${formAction}`,
    "frame-ancestors 'none'",
  ].join("; ");

/** A button that opens the page's own address again. */
export const renderAgain = (label: string): string => `<p><a class="button" href="">${escaped(label)}</a></p>`;

/**
 * Policy of a page with a form and a script, both from this server only.
 * @param frameAncestors origins that may frame it, in addition to this server
 */
export const formPolicy = (style: string, frameAncestors: readonly string[]): string =>
  [
    "default-src 'none'",
    `style-src 'self' ${hashOf(style)}`,
    "script-src 'self'",
    "img-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    `frame-ancestors ${["'self'", ...frameAncestors].join(" ")}`,
  ].join("; ");
