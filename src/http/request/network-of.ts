import ipaddr from "ipaddr.js";

/** Groups of an IPv6 address that name its network: a client controls all addresses of its /64. */
const NETWORK_GROUPS = 4;

/**
 * The network an address belongs to: the owner of what anonymous callers may use.
 * @param address canonical; null: all clients whose address is unknown are one
 */
export function networkOf(address: string | null): string {
  if (address === null) return "";
  const parsed = ipaddr.parse(address);
  return parsed instanceof ipaddr.IPv6 ? parsed.parts.slice(0, NETWORK_GROUPS).join(":") : address;
}

/** The networks of an address, the narrowest first: an IPv4 address; the /64, /56 and /48 of an IPv6 address. */
export type Networks = readonly [string, ...string[]];

const WIDER_BITS = [56, 48] as const;

export function networksOf(address: string | null): Networks {
  const narrowest = networkOf(address);
  const parsed = address === null ? null : ipaddr.parse(address);
  if (!(parsed instanceof ipaddr.IPv6)) return [narrowest];
  const wider = WIDER_BITS.map((bits) => ipaddr.IPv6.networkAddressFromCIDR(`${parsed}/${bits}`).toString());
  return [narrowest, ...wider];
}
