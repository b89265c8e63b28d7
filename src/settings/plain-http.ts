import type { Config } from "./config.ts";

const LOCAL = ["localhost", "127.0.0.1", "[::1]"];

/** The warning for a production server that buyers and partners reach without TLS; null if there is nothing to say. */
export function plainHttpWarning({
  isProduction,
  publicUrl,
}: Pick<Config, "isProduction" | "publicUrl">): string | null {
  if (!isProduction || publicUrl === null) return null;
  const { protocol, hostname } = new URL(publicUrl);
  if (protocol === "https:" || LOCAL.includes(hostname)) return null;
  return (
    `PUBLIC_URL is ${publicUrl}, without TLS: API keys, sessions and buyer data cross the network in clear, and the ` +
    "console's cookie is not Secure. Put a TLS proxy in front, and set PUBLIC_URL to its https address."
  );
}
