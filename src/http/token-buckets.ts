// Token buckets in memory. A bucket holds at most `quota` tokens and refills evenly within `windowS` seconds; a request
// takes one. A missing bucket counts as full, so evicting one never costs its owner tokens.
import type { Rate } from "../settings/rate-limits.ts";

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
  take(owner: string, { quota, windowS }: Rate, nowMs: number): Taken {
    const before = this.#buckets.get(owner) ?? { tokens: quota, atMs: nowMs };
    const perMs = quota / (windowS * MS_PER_S);
    const there = Math.min(quota, before.tokens + (nowMs - before.atMs) * perMs);
    const isAllowed = there >= 1;
    const tokens = isAllowed ? there - 1 : there;
    this.#buckets.delete(owner); // reinserted as the most recently used
    this.#buckets.set(owner, { tokens, atMs: nowMs });
    if (this.#buckets.size > BUCKETS_MAX) this.#forgetOldest();
    return {
      isAllowed,
      left: Math.floor(tokens),
      fullInS: Math.ceil((quota - tokens) / perMs / MS_PER_S),
      nextInS: tokens >= 1 ? 0 : Math.ceil((1 - tokens) / perMs / MS_PER_S),
    };
  }

  get size(): number {
    return this.#buckets.size;
  }

  #forgetOldest(): void {
    const [oldest] = this.#buckets.keys();
    if (oldest !== undefined) this.#buckets.delete(oldest);
  }
}
