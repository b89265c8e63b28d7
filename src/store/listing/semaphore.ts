// Limits concurrent work in total and per owner. It keeps lists and searches from taking the database connections that
// payments need.
import { Refusal } from "../../operations/errors/refusal.ts";

export interface SemaphoreLimits {
  /** Permits in total. */
  readonly atOnceMax: number;
  /** Permits per owner. */
  readonly ofOwnerMax: number;
  /** Maximum wait for a permit, in milliseconds. */
  readonly waitMs: number;
}

interface Waiter {
  readonly owner: string;
  readonly acquire: () => void;
}

const RETRY_AFTER_S = 1;

export class Semaphore {
  readonly #limits: SemaphoreLimits;
  readonly #usedBy = new Map<string, number>();
  /** In order of arrival. */
  readonly #waiters = new Set<Waiter>();
  #used = 0;

  constructor(limits: SemaphoreLimits) {
    this.#limits = limits;
  }

  /** Runs `work` with a permit. @throws Refusal rate_limited if none is free in time */
  async run<T>(owner: string, work: () => Promise<T>): Promise<T> {
    if (this.#isFree(owner)) this.#acquire(owner);
    else await this.#wait(owner);
    try {
      return await work();
    } finally {
      this.#release(owner);
    }
  }

  #isFree(owner: string): boolean {
    const { atOnceMax, ofOwnerMax } = this.#limits;
    return this.#used < atOnceMax && (this.#usedBy.get(owner) ?? 0) < ofOwnerMax;
  }

  #acquire(owner: string): void {
    this.#used += 1;
    this.#usedBy.set(owner, (this.#usedBy.get(owner) ?? 0) + 1);
  }

  #release(owner: string): void {
    this.#used -= 1;
    const left = (this.#usedBy.get(owner) ?? 1) - 1;
    if (left > 0) this.#usedBy.set(owner, left);
    else this.#usedBy.delete(owner);
    for (const waiter of this.#waiters) {
      if (this.#used >= this.#limits.atOnceMax) return;
      if (this.#isFree(waiter.owner)) waiter.acquire();
    }
  }

  #wait(owner: string): Promise<void> {
    return new Promise((resolve, reject) => {
      const waiter: Waiter = {
        owner,
        acquire: () => {
          clearTimeout(timer);
          this.#waiters.delete(waiter);
          this.#acquire(owner);
          resolve();
        },
      };
      const timer = setTimeout(() => {
        this.#waiters.delete(waiter);
        reject(tooMany());
      }, this.#limits.waitMs);
      this.#waiters.add(waiter);
    });
  }
}

const tooMany = (): Refusal =>
  new Refusal("rate_limited", "Too many lists are being read at once: ask for fewer at a time, or repeat in a moment", {
    retryAfterS: RETRY_AFTER_S,
  });
