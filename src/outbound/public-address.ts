// Decides which addresses we may request on behalf of others: only the public internet, never this machine, its network
// or its cloud provider's.
import ipaddr from "ipaddr.js";

/** The only IPv6 block allocated for the public internet (RFC 4291 §2.4, IANA). */
const IPV6_GLOBAL = ipaddr.IPv6.parseCIDR("2000::/3");

/**
 * Accepts only plain public unicast. IPv4 excludes the special-purpose blocks (RFC 6890). IPv6 also excludes addresses
 * that embed an IPv4 address (mapped, translated, 6to4, Teredo), which could hide a private one.
 * @param address as a socket reports it; a zone (`%eth0`) is refused, as is any other notation
 */
export function isPublicAddress(address: string): boolean {
  if (ipaddr.IPv4.isValidFourPartDecimal(address)) return ipaddr.IPv4.parse(address).range() === "unicast";
  if (!ipaddr.IPv6.isValid(address) || address.includes("%")) return false;
  const parsed = ipaddr.IPv6.parse(address);
  return parsed.range() === "unicast" && parsed.match(IPV6_GLOBAL);
}
