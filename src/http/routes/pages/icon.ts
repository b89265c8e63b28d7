// The mark in a browser's tab.
import { ICON, ICON_PATH } from "../../../pages/icon.ts";
import type { PublicRoute } from "../../public-route.ts";

export const icon: PublicRoute = {
  method: "GET",
  path: ICON_PATH,
  handle: async (_host, _request, reply) =>
    reply
      .headers({
        "content-type": "image/svg+xml",
        // Its address changes with its content, so whoever has it may keep it (RFC 8246).
        "cache-control": "public, max-age=31536000, immutable",
      })
      .send(ICON),
};
