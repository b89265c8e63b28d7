// Limits concurrent work in total and per owner. Waiting owners take turns, so one with many waiters delays no other.

export interface SemaphoreLimits {
  /** Permits in total. */
  readonly atOnceMax: number;
  /** Permits per owner. */
  readonly ofOwnerMax: number;
  /** Maximum wait for a permit, in milliseconds. */
  readonly waitMs: number;
  /** How many of one owner may wait. Unlimited by default. */
  readonly ofOwnerWaitingMax?: number;
  /** How many may wait in all; then a newcomer takes a place of the owner who has most. Unlimited by default. */
  readonly waitingMax?: number;
  /** The error for a caller who gets no permit. */
  readonly tooMany: () => Error;
}

interface Waiter {
  readonly owner: string;
  readonly acquire: () => void;
  readonly refuse: () => void;
}

export class Semaphore {
  readonly #limits: SemaphoreLimits;
  readonly #usedBy = new Map<string, number>();
  /** Ordered by arrival. */
  readonly #waiters = new Set<Waiter>();
  /** The last turn of each owner at work or waiting; of one without, the last turn when its first waiter came. */
  readonly #turns = new Map<string, number>();
  #turn = 0;
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
    this.#turn += 1;
    this.#turns.set(owner, this.#turn);
  }

  #release(owner: string): void {
    this.#used -= 1;
    const left = (this.#usedBy.get(owner) ?? 1) - 1;
    if (left > 0) this.#usedBy.set(owner, left);
    else this.#usedBy.delete(owner);
    for (let next = this.#next(); next; next = this.#next()) next.acquire();
    this.#forget(owner);
  }

  #forget(owner: string): void {
    if (!this.#usedBy.has(owner) && this.#waitersOf(owner).length === 0) this.#turns.delete(owner);
  }

  /** The first waiter of the owner whose last turn is longest ago, among those who may have a permit now. */
  #next(): Waiter | null {
    let next: Waiter | null = null;
    const turnOf = ({ owner }: Waiter): number => this.#turns.get(owner) ?? 0;
    for (const waiter of this.#waiters) {
      if (this.#isFree(waiter.owner) && (!next || turnOf(waiter) < turnOf(next))) next = waiter;
    }
    return next;
  }

  #waitersOf(owner: string): readonly Waiter[] {
    return [...this.#waiters].filter((waiter) => waiter.owner === owner);
  }

  /** Refuses the last waiter of the owner who has most, if the newcomer then has no more. */
  #displaceFor(owner: string): boolean {
    const owners = [...new Set([...this.#waiters].map((waiter) => waiter.owner))];
    const ofEach = owners.map((each) => this.#waitersOf(each));
    const most = ofEach.reduce((one, other) => (other.length > one.length ? other : one), []);
    if (most.length <= this.#waitersOf(owner).length + 1) return false;
    most.at(-1)?.refuse();
    return true;
  }

  #wait(owner: string): Promise<void> {
    const unlimited = Number.POSITIVE_INFINITY;
    const { waitMs, ofOwnerWaitingMax = unlimited, waitingMax = unlimited, tooMany } = this.#limits;
    if (this.#waitersOf(owner).length >= ofOwnerWaitingMax) return Promise.reject(tooMany());
    if (this.#waiters.size >= waitingMax && !this.#displaceFor(owner)) return Promise.reject(tooMany());
    return new Promise((resolve, reject) => {
      const waiter: Waiter = {
        owner,
        acquire: () => {
          clearTimeout(timer);
          this.#waiters.delete(waiter);
          this.#acquire(owner);
          resolve();
        },
        refuse: () => {
          clearTimeout(timer);
          this.#waiters.delete(waiter);
          this.#forget(owner);
          reject(tooMany());
        },
      };
      const timer = setTimeout(waiter.refuse, waitMs);
      this.#waiters.add(waiter);
      if (!this.#turns.has(owner)) this.#turns.set(owner, this.#turn);
    });
  }
}
