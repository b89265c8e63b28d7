// Which addresses a request of ours may go to where somebody else names the target: those of the public internet, and
// none of the many that lead back to this machine, its network or its cloud provider's.
import ipaddr from "ipaddr.js";

/** The only block of IPv6 that is given out for the public internet (RFC 4291 §2.4, IANA). */
const IPV6_GLOBAL = ipaddr.IPv6.parseCIDR("2000::/3");

/**
 * Everything is refused that is not plain public unicast: of IPv4 the special-purpose blocks (RFC 6890); of IPv6 also
 * the forms that carry an IPv4 address (mapped, translated, 6to4, Teredo), so that none of them hides one.
 * @param address in the form of a socket's address; a zone (`%eth0`) is refused with everything else that has no form
 */
export function isPublicAddress(address: string): boolean {
  if (ipaddr.IPv4.isValidFourPartDecimal(address)) return ipaddr.IPv4.parse(address).range() === "unicast";
  if (!ipaddr.IPv6.isValid(address) || address.includes("%")) return false;
  const parsed = ipaddr.IPv6.parse(address);
  return parsed.range() === "unicast" && parsed.match(IPV6_GLOBAL);
}
