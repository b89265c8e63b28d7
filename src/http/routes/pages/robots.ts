// Robots Exclusion Protocol (RFC 9309): search engines may read the guides and the reference, and open no payment.
import type { PublicRoute } from "../../public-route.ts";

const ROBOTS = "User-agent: *\nAllow: /docs\nAllow: /llms.txt\nAllow: /openapi.json\nAllow: /assets/\nDisallow: /\n";

export const robots: PublicRoute = {
  method: "GET",
  path: "/robots.txt",
  handle: async (_host, _request, reply) =>
    reply
      .headers({ "content-type": "text/plain; charset=utf-8", "cache-control": "public, max-age=86400" })
      .send(ROBOTS),
};
