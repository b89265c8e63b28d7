// The client's address, in one form: `request.address`. Nothing else reads X-Forwarded-For or the socket.
import type { FastifyInstance, FastifyRequest } from "fastify";
import { canonicalAddress, canonicalNetwork, isInNetworks } from "../../merchant/ip-address.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** The client's address, as the trusted proxies report it, in canonical form; null: unknown. */
    address: string | null;
  }
}

/** Fastify's `trustProxy`. Proxies write each other's addresses with ports, brackets and quotes as well. */
export function trustedProxies(networks: readonly string[]): false | ((address: string) => boolean) {
  const trusted = networks.map(canonicalNetwork).filter((network) => network !== null);
  return trusted.length > 0 && ((address) => isInNetworks(trusted, address ?? ""));
}

export function readAddresses(app: FastifyInstance): void {
  // Node keeps a client's address, and cannot tell it once the client has gone.
  app.server.on("connection", (socket) => void socket.remoteAddress);
  app.decorateRequest("address", null);
  app.addHook("onRequest", (request, _reply, done) => {
    request.address = canonicalAddress(request.ip ?? "");
    done();
  });
}

/** The sender of a request that names a client before it, if no setting trusts that sender; otherwise null. */
export const unnamedProxyOf = (request: FastifyRequest): string | null =>
  request.headers["x-forwarded-for"] !== undefined && request.ip === request.socket.remoteAddress
    ? request.address
    : null;
