// Tells the operator of a proxy that TRUSTED_PROXIES does not name: all its clients count as one.
import type { FastifyBaseLogger, FastifyInstance } from "fastify";
import ipaddr from "ipaddr.js";
import { unnamedProxyOf } from "./client-address.ts";

/** A distant client may send the header as well; a peer on a private network that sends it is most likely a proxy. */
const NEAR = ["loopback", "private", "uniqueLocal", "linkLocal", "carrierGradeNat"];

/** Writes one line in the life of the process. Needs readAddresses (client-address.ts) before it. */
export function warnOfUnnamedProxy(app: FastifyInstance, log: FastifyBaseLogger): void {
  let isSaid = false;
  app.addHook("onRequest", (request, _reply, done) => {
    const proxy = isSaid ? null : unnamedProxyOf(request);
    if (proxy !== null && NEAR.includes(ipaddr.parse(proxy).range())) {
      isSaid = true;
      log.warn(
        { proxy },
        `requests come through a proxy at ${proxy} that TRUSTED_PROXIES does not name: all its clients share one ` +
          "rate limit. Add its address to TRUSTED_PROXIES",
      );
    }
    done();
  });
}
