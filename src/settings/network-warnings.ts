// Settings with which the service works, but that make it less safe for buyers and partners than it could be.
import ipaddr from "ipaddr.js";
import type { Config } from "./config.ts";

type Network = Pick<Config, "isProduction" | "publicUrl" | "trustedProxies">;

/** Warnings for a production server, one sentence or two each. */
export const networkWarnings = (config: Network): readonly string[] =>
  config.isProduction ? [...plainHttp(config), ...(config.trustedProxies ?? []).flatMap(wideProxies)] : [];

const LOCAL = ["localhost", "127.0.0.1", "[::1]"];

/** Buyers and partners reach the server without TLS. */
function plainHttp({ publicUrl }: Network): string[] {
  if (publicUrl === null) return [];
  const { protocol, hostname } = new URL(publicUrl);
  if (protocol === "https:" || LOCAL.includes(hostname)) return [];
  return [
    `PUBLIC_URL is ${publicUrl}, without TLS: API keys, sessions and buyer data cross the network in clear, and the ` +
      "console's cookie is not Secure. Put a TLS proxy in front, and set PUBLIC_URL to its https address.",
  ];
}

/** Bits of the smallest network that is too wide: it holds more than proxies. */
const NARROW_BITS = { ipv4: 24, ipv6: 64 } as const;

/** Every client in a trusted network chooses the address that limits and allowed addresses of keys see. */
function wideProxies(network: string): string[] {
  if (!ipaddr.isValidCIDR(network)) return [];
  const [address, bits] = ipaddr.parseCIDR(network);
  if (bits >= NARROW_BITS[address.kind()]) return [];
  return [
    `TRUSTED_PROXIES trusts all of ${network}: every client in it can claim any address, and so pass the allowed ` +
      "addresses of keys and the limits by address. Name only your proxies.",
  ];
}
