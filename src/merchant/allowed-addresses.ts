// The addresses from which an API key may be used: IP addresses and CIDR networks (RFC 4632, RFC 4291 §2.3).
import ipaddr from "ipaddr.js";

/** Per key. */
export const ALLOWED_ADDRESSES_MAX = 50;

/** Addresses and networks as canonical networks; null if one is malformed or there are too many. */
export function parseAllowedAddresses(texts: readonly string[]): readonly string[] | null {
  if (texts.length > ALLOWED_ADDRESSES_MAX) return null;
  const networks = texts.map(networkOf);
  if (networks.some((network) => network === null)) return null;
  return [...new Set(networks.map((network) => `${network?.[0].toString()}/${network?.[1]}`))];
}

/** @param allowed canonical networks; empty: any address is allowed */
export function isAllowedAddress(allowed: readonly string[], address: string): boolean {
  if (allowed.length === 0) return true;
  if (!ipaddr.isValid(address)) return false;
  const own = ipaddr.process(address); // an IPv4 address in IPv6 form is an IPv4 address
  return allowed.some((text) => {
    const [network, bits] = ipaddr.parseCIDR(text);
    return network.kind() === own.kind() && own.match(network, bits);
  });
}

type Network = readonly [address: ipaddr.IPv4 | ipaddr.IPv6, bits: number];

/** Four decimal parts: ipaddr.js also takes 10.1 and 0x7f.1, which people read in different ways. */
const IPV4 = /^(?:[0-9]{1,3}\.){3}[0-9]{1,3}(?:\/|$)/;

function networkOf(text: string): Network | null {
  const trimmed = text.trim();
  if (!trimmed.includes(":") && !IPV4.test(trimmed)) return null;
  if (ipaddr.isValidCIDR(trimmed)) {
    const [address, bits] = ipaddr.parseCIDR(trimmed);
    const network =
      address.kind() === "ipv4"
        ? ipaddr.IPv4.networkAddressFromCIDR(trimmed)
        : ipaddr.IPv6.networkAddressFromCIDR(trimmed);
    return [network, bits];
  }
  if (!ipaddr.isValid(trimmed)) return null;
  const address = ipaddr.process(trimmed);
  return [address, address.kind() === "ipv4" ? 32 : 128];
}
