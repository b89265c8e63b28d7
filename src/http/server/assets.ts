// The files of pages: content-addressed (RFC 8246), so they need neither ranges nor preconditions.
import files from "@fastify/static";
import type { FastifyPluginAsync } from "fastify";
import { ASSETS_FOLDER, ASSETS_PREFIX } from "../../pages/assets.ts";
import type { RateLimiter } from "../limits/rate-limit.ts";

/** RFC 9110 §13.1 and §14.2. Without them the whole file is sent, which is always a correct response to a GET. */
const PRECONDITIONS = ["if-match", "if-unmodified-since"];

/** Draws on the bucket of the caller's address. */
export const assets =
  (limiter: RateLimiter): FastifyPluginAsync =>
  async (app) => {
    app.addHook("onRequest", async (request, reply) => {
      limiter.admitAnonymous(request, reply);
      for (const name of PRECONDITIONS) delete request.raw.headers[name];
    });
    await app.register(files, {
      root: ASSETS_FOLDER,
      prefix: ASSETS_PREFIX,
      preCompressed: true,
      acceptRanges: false,
      immutable: true,
      maxAge: "365d",
    });
  };
