// IP addresses as sockets, proxies and people write them, in one form: what compares, limits or records addresses gets
// them from here.
import ipaddr from "ipaddr.js";

/** `[2001:db8::1]` and `[2001:db8::1]:443` (RFC 7239 §6). */
const BRACKETED = /^\[([^\]]*)\](?::[0-9]{1,5})?$/;
/** `192.0.2.1:5678`, also within IPv6. Only an address that ends in a dot and digits has a port without brackets. */
const WITH_PORT = /^(.*\.[0-9]{1,3}):[0-9]{1,5}$/;

/**
 * Without quotes, port, brackets and zone (RFC 4007), IPv4 in IPv6 as IPv4, IPv6 as in RFC 5952.
 * @returns null if it is no address: "unknown", "_hidden" (RFC 7239 §6), "unix:", 10.1, 0x7f.1
 */
export function canonicalAddress(text: string): string | null {
  const plain = text.trim().replace(/^"(.*)"$/, "$1");
  const [address = ""] = (BRACKETED.exec(plain)?.[1] ?? WITH_PORT.exec(plain)?.[1] ?? plain).split("%");
  const isAddress = address.includes(":") ? ipaddr.IPv6.isValid(address) : ipaddr.IPv4.isValidFourPartDecimal(address);
  return isAddress ? ipaddr.process(address).toString() : null;
}

const BITS = { ipv4: 32, ipv6: 128 } as const;
/** The bits of ::ffff:0:0/96 (RFC 4291 §2.5.5.2). */
const MAPPED_BITS = 96;

/** A network in CIDR (RFC 4632, RFC 4291 §2.3), or an address as a network of one; null if it is neither. */
export function canonicalNetwork(text: string): string | null {
  const [given = "", length, ...more] = text.trim().split("/");
  const address = canonicalAddress(given);
  if (address === null || more.length > 0) return null;
  const parsed = ipaddr.parse(address);
  if (length === undefined) return `${address}/${BITS[parsed.kind()]}`;
  if (!/^[0-9]{1,3}$/.test(length)) return null;
  const bits = Number(length) - (given.includes(":") && parsed.kind() === "ipv4" ? MAPPED_BITS : 0);
  if (bits < 0 || bits > BITS[parsed.kind()]) return null;
  const ofKind = parsed.kind() === "ipv4" ? ipaddr.IPv4 : ipaddr.IPv6;
  return `${ofKind.networkAddressFromCIDR(`${address}/${bits}`)}/${bits}`;
}

/** @param networks canonical */
export function isInNetworks(networks: readonly string[], address: string): boolean {
  const canonical = canonicalAddress(address);
  if (canonical === null) return false;
  const own = ipaddr.parse(canonical);
  return networks.some((text) => {
    const [network, bits] = ipaddr.parseCIDR(text);
    return network.kind() === own.kind() && own.match(network, bits);
  });
}
