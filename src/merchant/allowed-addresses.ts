// The addresses from which an API key may be used: IP addresses and CIDR networks.
import { canonicalNetwork, isInNetworks } from "./ip-address.ts";

/** Per key. */
export const ALLOWED_ADDRESSES_MAX = 50;

/** Addresses and networks as canonical networks; null if one is malformed or there are too many. */
export function parseAllowedAddresses(texts: readonly string[]): readonly string[] | null {
  if (texts.length > ALLOWED_ADDRESSES_MAX) return null;
  const networks = texts.map(canonicalNetwork);
  return networks.includes(null) ? null : [...new Set(networks.filter((network) => network !== null))];
}

/**
 * @param allowed canonical networks; empty: any address is allowed
 * @param address null: unknown
 */
export const isAllowedAddress = (allowed: readonly string[], address: string | null): boolean =>
  allowed.length === 0 || isInNetworks(allowed, address ?? "");
