// Sites that may show the checkout page in a frame (docs/decisions/0061-branding-and-embedding.md).

/** @param text an https origin, or an http one of this machine; null if it is neither */
export function parseEmbedOrigin(text: string): string | null {
  if (!URL.canParse(text)) return null;
  const { protocol, hostname, origin, href } = new URL(text);
  const isSafe = protocol === "https:" || (protocol === "http:" && hostname === "localhost");
  return isSafe && href === `${origin}/` ? origin : null;
}

/** The origin that the page's address names, if the partner allows it; null: the page is not embedded. */
export const allowedEmbedOrigin = (given: unknown, origins: readonly string[]): string | null =>
  typeof given === "string" && origins.includes(given) ? given : null;
