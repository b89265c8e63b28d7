// The files of pages: content-addressed (RFC 8246), so they need neither ranges nor preconditions.
import { existsSync } from "node:fs";
import { join } from "node:path";
import files from "@fastify/static";
import type { FastifyPluginAsync } from "fastify";
import { ASSETS_FOLDER, ASSETS_IN_RELEASE, ASSETS_PREFIX } from "../../pages/assets.ts";
import { otherReleases } from "../../releases.ts";
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
      serve: false,
      preCompressed: true,
      acceptRanges: false,
      immutable: true,
      maxAge: "365d",
    });
    app.get<{ Params: { "*": string } }>(`${ASSETS_PREFIX}*`, async ({ params: { "*": file } }, reply) =>
      file.includes("\0") ? reply.callNotFound() : reply.sendFile(file, folderOf(file)),
    );
  };

/**
 * This release's folder, or another installed one's that has the file: during an upgrade, pages of both releases are
 * open, and a process of either is asked for their files.
 */
function folderOf(file: string): string {
  if (file.split("/").includes("..") || existsSync(join(ASSETS_FOLDER, file))) return ASSETS_FOLDER;
  const folders = otherReleases().map((release) => join(release, ASSETS_IN_RELEASE));
  return folders.find((folder) => existsSync(join(folder, file))) ?? ASSETS_FOLDER;
}
