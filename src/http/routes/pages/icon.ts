import { ICON, ICON_PATH } from "../../../pages/icon.ts";
import type { PublicRoute } from "../../public-route.ts";
import { IMMUTABLE_CACHE } from "../../request/immutable-cache.ts";

export const icon: PublicRoute = {
  method: "GET",
  path: ICON_PATH,
  handle: async (_host, _request, reply) =>
    reply.headers({ "content-type": "image/svg+xml", "cache-control": IMMUTABLE_CACHE }).send(ICON),
};

/** Browsers ask for it beside an address that is not a page, an image for example. */
export const favicon: PublicRoute = {
  method: "GET",
  path: "/favicon.ico",
  handle: async (_host, _request, reply) =>
    reply.headers({ "content-type": "image/svg+xml", "cache-control": "public, max-age=86400" }).send(ICON),
};
