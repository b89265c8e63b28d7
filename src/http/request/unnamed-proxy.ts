// Tells the operator of a proxy that TRUSTED_PROXIES does not name: all its clients count as one.
import type { FastifyBaseLogger, FastifyInstance } from "fastify";
import ipaddr from "ipaddr.js";

/** A distant client may send the header as well; a peer on a private network that sends it is most likely a proxy. */
const NEAR = ["loopback", "private", "uniqueLocal", "linkLocal", "carrierGradeNat"];

/** Writes one line in the life of the process. */
export function warnOfUnnamedProxy(app: FastifyInstance, log: FastifyBaseLogger): void {
  let isSaid = false;
  app.addHook("onRequest", (request, _reply, done) => {
    const peer = request.socket.remoteAddress;
    if (!isSaid && request.headers["x-forwarded-for"] !== undefined && peer !== undefined && request.ip === peer) {
      const [address = ""] = peer.split("%");
      if (ipaddr.isValid(address) && NEAR.includes(ipaddr.process(address).range())) {
        isSaid = true;
        const proxy = ipaddr.process(address).toString();
        log.warn(
          { proxy },
          `requests come through a proxy at ${proxy} that TRUSTED_PROXIES does not name: all its clients share one ` +
            "rate limit. Add its address to TRUSTED_PROXIES",
        );
      }
    }
    done();
  });
}
