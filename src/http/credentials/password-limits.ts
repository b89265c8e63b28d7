// Limits on guesses. None depends on how many users have an address, so that no refusal tells it.
import { TokenBuckets } from "../../concurrency/token-buckets.ts";
import type { Rate } from "../../settings/rate-limits.ts";
import type { Networks } from "../request/network-of.ts";
import { RequestError } from "../request/request-error.ts";

/**
 * What is known of the sender. Strangers compete with each other only: signed-in users and browsers that signed in
 * before have hashes and limits of their own.
 */
export type Sender =
  | { readonly type: "stranger"; readonly networks: Networks }
  /** A browser in which users with the address have signed in before, by its marks. */
  | { readonly type: "device"; readonly devices: readonly [string, ...string[]] }
  | { readonly type: "session"; readonly userId: string };

/**
 * Wrong passwords. Guesses at one address from many networks are limited as well: a stranger can thereby delay a user's
 * sign-in in a new browser, but not by passkey or in a browser that signed in before. A provider gives one line up to a
 * /48 of IPv6, so its networks are counted together too.
 */
const WRONG = {
  emailFromNetwork: { quota: 5, windowS: 900 },
  networks: [
    { quota: 20, windowS: 300 },
    { quota: 40, windowS: 300 },
    { quota: 80, windowS: 300 },
  ],
  email: { quota: 50, windowS: 3_600 },
  device: { quota: 10, windowS: 900 },
  session: { quota: 10, windowS: 900 },
} as const;

/**
 * New passwords for an address in one partner. A partner can give its user the address of another partner's: each of
 * that user's passwords is a guess at the other's, although it is never a wrong one.
 */
const NEW = { quota: 10, windowS: 3_600 } as const;

type Bucket = readonly [owner: string, rate: Rate];

/** The buckets of wrong passwords that an attempt draws on. */
export function wrongPasswords(from: Sender, email: string): readonly Bucket[] {
  if (from.type === "session") return [[`session of ${from.userId}`, WRONG.session]];
  if (from.type === "device") return from.devices.map((device) => [`device ${device}`, WRONG.device]);
  const [network] = from.networks;
  return [
    [`user ${email} from ${network}`, WRONG.emailFromNetwork],
    ...from.networks.map((each, index) => [`network ${index} ${each}`, WRONG.networks[index] ?? WRONG.email] as const),
    [`user ${email}`, WRONG.email],
  ];
}

export const newPasswords = (partnerId: string, email: string): readonly Bucket[] => [
  [`new for ${email} in ${partnerId}`, NEW],
];

export class PasswordLimits {
  readonly #buckets = new TokenBuckets();
  readonly #nowMs: () => number;

  /** @param nowMs of a monotonic clock */
  constructor(nowMs: () => number) {
    this.#nowMs = nowMs;
  }

  /** Takes a token of each bucket, or none. @returns gives them back; null if a bucket is empty */
  tryTake(buckets: readonly Bucket[]): (() => void) | null {
    const { giveBack, nextInS } = this.#take(buckets);
    return nextInS === null ? giveBack : null;
  }

  /** @returns gives the tokens back @throws RequestError rate_limited */
  take(buckets: readonly Bucket[], message: string): () => void {
    const { giveBack, nextInS } = this.#take(buckets);
    if (nextInS === null) return giveBack;
    throw new RequestError("rate_limited", { message, headers: { "retry-after": String(nextInS) } });
  }

  #take(buckets: readonly Bucket[]): { readonly giveBack: () => void; readonly nextInS: number | null } {
    const taken: string[] = [];
    const giveBack = () => {
      for (const owner of taken) this.#buckets.give(owner);
    };
    for (const [owner, rate] of buckets) {
      const { isAllowed, nextInS } = this.#buckets.take(owner, rate, this.#nowMs());
      if (!isAllowed) {
        giveBack();
        return { giveBack, nextInS };
      }
      taken.push(owner);
    }
    return { giveBack, nextInS: null };
  }
}
