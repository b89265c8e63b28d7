// Who reads when: a part of the database's connections at most reads lists, and a part of those for one partner, so
// that neither lists nor the searches of one partner keep payments from being created and read.
import { Refusal } from "../../operations/errors/refusal.ts";

export interface SemaphoreLimits {
  /** Semaphore that are taken at the same time. */
  readonly atOnceMax: number;
  /** Of those, one owner's. */
  readonly ofOwnerMax: number;
  /** How long a turn is waited for. */
  readonly waitMs: number;
}

interface Waiter {
  readonly owner: string;
  readonly begin: () => void;
}

const RETRY_AFTER_S = 1;

export class Semaphore {
  readonly #limits: SemaphoreLimits;
  readonly #takenBy = new Map<string, number>();
  /** In the order they came in. */
  readonly #waiters = new Set<Waiter>();
  #taken = 0;

  constructor(limits: SemaphoreLimits) {
    this.#limits = limits;
  }

  /** @throws Refusal rate_limited: no turn came up in time */
  async take<T>(owner: string, work: () => Promise<T>): Promise<T> {
    if (this.#isFree(owner)) this.#begin(owner);
    else await this.#wait(owner);
    try {
      return await work();
    } finally {
      this.#end(owner);
    }
  }

  #isFree(owner: string): boolean {
    const { atOnceMax, ofOwnerMax } = this.#limits;
    return this.#taken < atOnceMax && (this.#takenBy.get(owner) ?? 0) < ofOwnerMax;
  }

  #begin(owner: string): void {
    this.#taken += 1;
    this.#takenBy.set(owner, (this.#takenBy.get(owner) ?? 0) + 1);
  }

  #end(owner: string): void {
    this.#taken -= 1;
    const left = (this.#takenBy.get(owner) ?? 1) - 1;
    if (left > 0) this.#takenBy.set(owner, left);
    else this.#takenBy.delete(owner);
    for (const waiter of this.#waiters) {
      if (this.#taken >= this.#limits.atOnceMax) return;
      if (this.#isFree(waiter.owner)) waiter.begin();
    }
  }

  #wait(owner: string): Promise<void> {
    return new Promise((resolve, reject) => {
      const waiter: Waiter = {
        owner,
        begin: () => {
          clearTimeout(timer);
          this.#waiters.delete(waiter);
          this.#begin(owner);
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
