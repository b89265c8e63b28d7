import { ICON, ICON_PATH } from "../../../pages/icon.ts";
import { KEPT_FOR_GOOD } from "../../kept-for-good.ts";
import type { PublicRoute } from "../../public-route.ts";

export const icon: PublicRoute = {
  method: "GET",
  path: ICON_PATH,
  handle: async (_host, _request, reply) =>
    reply.headers({ "content-type": "image/svg+xml", "cache-control": KEPT_FOR_GOOD }).send(ICON),
};
