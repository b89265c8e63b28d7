// Fetches logos from the public internet, once, during the call that names them.
import { logoOf } from "../merchant/logo.ts";
import type { TakeLogoPorts } from "../operations/take-logo.ts";
import { FetchRefusedError, fetchPublic, type Gate } from "../outbound/fetch-public.ts";
import { LogoRefusedError, prepareLogo } from "./prepare.ts";

/** The API's limit of 2 MB, read as MiB. */
const BYTES_MAX = 2 * 1_024 * 1_024;
const TIMEOUT_MS = 10_000;
/** Image hosts redirect once or twice, to their CDN. */
const REDIRECTS_MAX = 3;

const LIMITS = {
  bytesMax: BYTES_MAX,
  timeoutMs: TIMEOUT_MS,
  redirectsMax: REDIRECTS_MAX,
  accept: "image/avif, image/webp, image/png, image/jpeg",
} as const;

export const createLogoSource = (gate?: Gate): TakeLogoPorts["logoSource"] => ({
  async fetch(url) {
    try {
      return { ok: true, logo: logoOf(await prepareLogo(await fetchPublic(url, LIMITS, gate))) };
    } catch (error) {
      if (error instanceof FetchRefusedError || error instanceof LogoRefusedError) {
        return { ok: false, message: error.message };
      }
      throw error;
    }
  },
});
