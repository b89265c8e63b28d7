// Limits concurrent work in total and per owner.

export interface SemaphoreLimits {
  /** Permits in total. */
  readonly atOnceMax: number;
  /** Permits per owner. */
  readonly ofOwnerMax: number;
  /** Maximum wait for a permit, in milliseconds. */
  readonly waitMs: number;
  /** How many of one owner may wait. Unlimited by default. */
  readonly ofOwnerWaitingMax?: number;
  /** How many may wait in all. Unlimited by default. */
  readonly waitingMax?: number;
  /** The error for a caller who gets no permit. */
  readonly tooMany: () => Error;
}

interface Waiter {
  readonly owner: string;
  readonly acquire: () => void;
}

export class Semaphore {
  readonly #limits: SemaphoreLimits;
  readonly #usedBy = new Map<string, number>();
  /** Ordered by arrival. */
  readonly #waiters = new Set<Waiter>();
  #used = 0;

  constructor(limits: SemaphoreLimits) {
    this.#limits = limits;
  }

  /** Runs `work` with a permit. @throws the error of `tooMany` if none is free in time, or too many wait already */
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
    const unlimited = Number.POSITIVE_INFINITY;
    const { waitMs, ofOwnerWaitingMax = unlimited, waitingMax = unlimited, tooMany } = this.#limits;
    if (this.#waiters.size >= waitingMax) return Promise.reject(tooMany());
    const ofOwner = [...this.#waiters].filter((waiter) => waiter.owner === owner);
    if (ofOwner.length >= ofOwnerWaitingMax) return Promise.reject(tooMany());
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
      }, waitMs);
      this.#waiters.add(waiter);
    });
  }
}
