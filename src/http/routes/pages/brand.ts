import { BRAND_PATH, brandStylesheet } from "../../../pages/brand.ts";
import type { PublicRoute } from "../../public-route.ts";

/** A day: a release may change how contrast is corrected. */
const CACHING = "public, max-age=86400";

export const brand: PublicRoute = {
  method: "GET",
  path: BRAND_PATH,
  handle: async (_host, request, reply) =>
    reply
      .headers({ "content-type": "text/css; charset=utf-8", "cache-control": CACHING })
      .send(brandStylesheet((request.params as { color: string }).color)),
};
