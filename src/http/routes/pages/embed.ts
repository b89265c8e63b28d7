import { EMBED_PATH, EMBED_SCRIPT } from "../../../pages/embed/script.ts";
import type { PublicRoute } from "../../public-route.ts";

/** Its address stays the same, so that a new release must reach shops soon. */
const CACHING = "public, max-age=300";

export const embed: PublicRoute = {
  method: "GET",
  path: EMBED_PATH,
  handle: async (_host, _request, reply) =>
    reply.headers({ "content-type": "text/javascript; charset=utf-8", "cache-control": CACHING }).send(EMBED_SCRIPT),
};
