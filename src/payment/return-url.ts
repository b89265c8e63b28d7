// The return address of an app that shows the checkout page. The page's address names it, and anyone can write an
// address: only schemes and origins that the partner has registered count.

/** Stored as `shop-app:` for a scheme, as `https://shop.example` for an origin. */
export type ReturnTarget = string;

/** RFC 3986 §3.1. Schemes that browsers handle themselves are no apps. */
const SCHEME = /^([a-z][a-z0-9+.-]*:)(\/\/)?$/;
const NOT_OF_APPS = ["javascript:", "data:", "blob:", "file:", "filesystem:", "about:", "vbscript:", "view-source:"];
const OF_NETWORKS = ["http:", "https:", "ws:", "wss:", "ftp:"];

/** @param text a scheme ("shop-app:", "shop-app://") or an https origin; null if it is neither */
export function parseReturnTarget(text: string): ReturnTarget | null {
  const [, scheme] = SCHEME.exec(text.toLowerCase()) ?? [];
  if (scheme !== undefined) return [...NOT_OF_APPS, ...OF_NETWORKS].includes(scheme) ? null : scheme;
  if (!URL.canParse(text)) return null;
  const { protocol, origin, href } = new URL(text);
  return protocol === "https:" && href === `${origin}/` ? origin : null;
}

/** The length that browsers and proxies handle reliably. */
const LENGTH_MAX = 2_048;

/** The URL if it is a target's; null: the request names none that counts. */
export function allowedReturnUrl(given: unknown, targets: readonly ReturnTarget[]): string | null {
  if (typeof given !== "string" || given.length > LENGTH_MAX || !URL.canParse(given)) return null;
  const { protocol, origin, username, password, href } = new URL(given);
  if (username || password) return null;
  return targets.includes(protocol === "https:" ? origin : protocol) ? href : null;
}
