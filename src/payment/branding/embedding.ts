// Sites that may show the checkout page in a frame (docs/decisions/0061-branding-and-embedding.md).

/** The part of a policy's host-source (CSP 3 §2.3.1) without wildcards. */
const ORIGIN = /^https?:\/\/[a-z0-9.-]+(:[0-9]+)?$/;

/** @param text an https origin, or an http one of this machine; null if it is neither */
export function parseEmbedOrigin(text: string): string | null {
  if (!URL.canParse(text)) return null;
  const { protocol, hostname, origin, href } = new URL(text);
  const isSafe = protocol === "https:" || (protocol === "http:" && hostname === "localhost");
  return isSafe && ORIGIN.test(origin) && href === `${origin}/` ? origin : null;
}

/** The origin that the page's address names, if the partner allows it; null: the page is not embedded. */
export const allowedEmbedOrigin = (given: unknown, origins: readonly string[]): string | null =>
  typeof given === "string" && origins.includes(given) ? given : null;
