// Settings with which the service works, but that make it less safe for buyers and partners than it could be.
import ipaddr from "ipaddr.js";
import type { Config } from "./config.ts";

type Network = Pick<Config, "isProduction" | "publicUrl" | "trustedProxies" | "webhookNetworks">;

/** Warnings for a production server, one sentence or two each. */
export const networkWarnings = (config: Network): readonly string[] =>
  config.isProduction
    ? [
        ...plainHttp(config),
        ...(config.trustedProxies ?? []).filter(isWide).map(wideProxies),
        ...config.webhookNetworks.filter(isWide).map(wideReceivers),
      ]
    : [];

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

/** Bits of the smallest network that is too wide: it holds more than the machines that are meant. */
const NARROW_BITS = { ipv4: 24, ipv6: 64 } as const;

function isWide(network: string): boolean {
  if (!ipaddr.isValidCIDR(network)) return false;
  const [address, bits] = ipaddr.parseCIDR(network);
  return bits < NARROW_BITS[address.kind()];
}

/** Every client in a trusted network chooses the address that limits and allowed addresses of keys see. */
const wideProxies = (network: string): string =>
  `TRUSTED_PROXIES trusts all of ${network}: every client in it can claim any address, and so pass the allowed ` +
  "addresses of keys and the limits by address. Name only your proxies.";

/** Partners choose the URLs of their endpoints. */
const wideReceivers = (network: string): string =>
  `WEBHOOK_NETWORKS opens all of ${network}: every partner can have requests sent to any machine in it. Name only the ` +
  "receivers of webhooks.";
