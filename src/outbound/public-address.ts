// Decides which addresses we may request on behalf of others: the public internet, and networks of the operator's that
// the settings name. Never this machine, or its cloud provider's.
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

/** Ranges that an operator's own network can be in. This machine (loopback) and link-local addresses are in none. */
const OWN_RANGES = ["private", "carrierGradeNat", "uniqueLocal"];
/** Cloud providers' metadata, which has credentials of the machine, in the ranges above. */
const METADATA = ["100.100.100.200", "fd00:ec2::254", "fd20:ce::254", "fd00:42::42"];

/**
 * Accepts the public internet and these networks.
 * @param networks in CIDR notation
 */
export function publicOrIn(networks: readonly string[]): (address: string) => boolean {
  const own = networks.map((network) => ipaddr.parseCIDR(network));
  return (address) => {
    if (isPublicAddress(address)) return true;
    if (!ipaddr.IPv4.isValidFourPartDecimal(address) && !ipaddr.IPv6.isValid(address)) return false;
    const parsed = ipaddr.parse(address);
    if (address.includes("%") || !OWN_RANGES.includes(parsed.range()) || METADATA.includes(parsed.toString())) {
      return false;
    }
    return own.some(([base, bits]) => base.kind() === parsed.kind() && parsed.match(base, bits));
  };
}
