import type { FastifyInstance } from "fastify";
import ipaddr from "ipaddr.js";

/** Reads each client's address while the client is there: Node keeps it, and cannot tell it later. */
export function rememberAddresses(app: FastifyInstance): void {
  app.server.on("connection", (socket) => void socket.remoteAddress);
}

/** The client's address, as PostgreSQL's inet takes it; null: unknown, or not an address. */
export function addressOf({ ip = "" }: { readonly ip: string | undefined }): string | null {
  const [address = ""] = ip.split("%"); // without a zone (RFC 4007)
  return ipaddr.isValid(address) ? ipaddr.process(address).toString() : null;
}

/** Groups of an IPv6 address that name its network: a client controls all addresses of its /64. */
const NETWORK_GROUPS = 4;

/** The network an address belongs to: the owner of what anonymous callers may use. */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return ""; // the connection is gone
  const parsed = ipaddr.process(address); // IPv4 in IPv6 becomes IPv4
  return parsed instanceof ipaddr.IPv6 ? parsed.parts.slice(0, NETWORK_GROUPS).join(":") : parsed.toString();
}
