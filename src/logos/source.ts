// Fetches logos from the public internet, once, during the call that names them. Partners take turns.
import { Semaphore } from "../concurrency/semaphore.ts";
import { logoOf } from "../merchant/logo.ts";
import { Refusal } from "../operations/errors/refusal.ts";
import type { TakeLogoPorts } from "../operations/merchants/take-logo.ts";
import { FetchRefusedError, fetchPublic, type Gate } from "../outbound/fetch-public.ts";
import { LogoRefusedError } from "./refused.ts";

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

/** Logos fetched and decoded at a time: in all 16 MB of files, and a quarter of that for one partner. */
const AT_ONCE_MAX = 8;
const OF_PARTNER_MAX = 2;
/** A partner's further logos wait, or get 429. */
const OF_PARTNER_WAITING_MAX = 8;
const WAIT_MS = 10_000;
const RETRY_AFTER_S = 5;

const tooMany = (): Refusal =>
  new Refusal("rate_limited", "Too many logos are being fetched: send fewer at a time, or repeat in a moment", {
    retryAfterS: RETRY_AFTER_S,
  });

export function createLogoSource(gate?: Gate): TakeLogoPorts["logoSource"] {
  const slots = new Semaphore({
    atOnceMax: AT_ONCE_MAX,
    ofOwnerMax: OF_PARTNER_MAX,
    ofOwnerWaitingMax: OF_PARTNER_WAITING_MAX,
    waitMs: WAIT_MS,
    tooMany,
  });
  return {
    async fetch(url, partnerId) {
      try {
        const prepare = async () => {
          const file = await fetchPublic(url, LIMITS, gate);
          const { prepareLogo } = await import("./prepare.ts"); // not at the start: most processes see no logo
          return prepareLogo(file);
        };
        return { ok: true, logo: logoOf(await slots.run(partnerId, prepare)) };
      } catch (error) {
        if (error instanceof FetchRefusedError || error instanceof LogoRefusedError) {
          return { ok: false, message: error.message };
        }
        throw error;
      }
    },
  };
}
