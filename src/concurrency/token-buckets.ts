// Token buckets in memory. A bucket holds at most `quota` tokens and refills evenly within `windowS` seconds; a request
// takes one. A missing bucket counts as full, so evicting one never costs its owner tokens.
import { keepNewest } from "./keep-newest.ts";

/** How many tokens a full bucket holds, and the seconds in which an empty one fills up. */
interface Size {
  readonly quota: number;
  readonly windowS: number;
}

export interface Taken {
  readonly isAllowed: boolean;
  /** Whole tokens left. */
  readonly left: number;
  /** Seconds until the bucket is full again, rounded up. */
  readonly fullInS: number;
  /** Seconds until the next token, rounded up; 0 if there is one. */
  readonly nextInS: number;
}

/** About 20 MB at 200 bytes each. Beyond it the least recently used are evicted. */
const BUCKETS_MAX = 100_000;
const MS_PER_S = 1_000;

export class TokenBuckets {
  readonly #buckets = new Map<string, { readonly tokens: number; readonly atMs: number }>();

  /** @param nowMs of a monotonic clock */
  take(owner: string, rate: Size, nowMs: number): Taken {
    const there = this.#tokensOf(owner, rate, nowMs);
    const isAllowed = there >= 1;
    return { isAllowed, ...this.#put(owner, rate, nowMs, isAllowed ? there - 1 : there) };
  }

  /** Takes tokens even if too few are left: the bucket goes into debt, by at most another `quota`. */
  charge(owner: string, rate: Size, nowMs: number, tokens: number): Taken {
    const left = Math.max(this.#tokensOf(owner, rate, nowMs) - tokens, -rate.quota);
    return { isAllowed: true, ...this.#put(owner, rate, nowMs, left) };
  }

  #tokensOf(owner: string, { quota, windowS }: Size, nowMs: number): number {
    const bucket = this.#buckets.get(owner);
    return bucket ? Math.min(quota, bucket.tokens + ((nowMs - bucket.atMs) * quota) / (windowS * MS_PER_S)) : quota;
  }

  #put(owner: string, { quota, windowS }: Size, nowMs: number, tokens: number): Omit<Taken, "isAllowed"> {
    const perS = quota / windowS;
    this.#buckets.delete(owner); // reinserted as the most recently used
    this.#buckets.set(owner, { tokens, atMs: nowMs });
    keepNewest(this.#buckets, BUCKETS_MAX);
    return {
      left: Math.max(0, Math.floor(tokens)),
      fullInS: Math.ceil((quota - tokens) / perS),
      nextInS: tokens >= 1 ? 0 : Math.ceil((1 - tokens) / perS),
    };
  }

  /** Puts a token back. */
  give(owner: string): void {
    const bucket = this.#buckets.get(owner);
    if (bucket) this.#buckets.set(owner, { ...bucket, tokens: bucket.tokens + 1 });
  }

  /** Whether `take` would be refused. */
  isEmpty(owner: string, rate: Size, nowMs: number): boolean {
    return this.#tokensOf(owner, rate, nowMs) < 1;
  }
}
