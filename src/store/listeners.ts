// Waiters in this process, by topic.
import type { ChangeSubscription } from "../operations/await-status.ts";

export class Listeners {
  readonly #byTopic = new Map<string, Set<() => void>>();
  #isClosed = false;

  /** Number of waiters. */
  countOf(topic: string): number {
    return this.#byTopic.get(topic)?.size ?? 0;
  }

  get topics(): readonly string[] {
    return [...this.#byTopic.keys()];
  }

  add(topic: string, wake: () => void): () => void {
    const wakers = this.#byTopic.get(topic) ?? new Set();
    this.#byTopic.set(topic, wakers.add(wake));
    return () => {
      wakers.delete(wake);
      if (wakers.size === 0 && this.#byTopic.get(topic) === wakers) this.#byTopic.delete(topic);
    };
  }

  wake(topic: string): void {
    for (const wake of this.#byTopic.get(topic) ?? []) wake();
  }

  wakeAll(): void {
    for (const topic of this.#byTopic.keys()) this.wake(topic);
  }

  close(): void {
    this.#isClosed = true;
    this.wakeAll();
  }

  subscribe(topic: string): ChangeSubscription {
    let isDirty = false;
    let resume: (() => void) | null = null;
    const remove = this.add(topic, () => {
      isDirty = true;
      resume?.();
    });
    return {
      next: (timeoutMs, signal) =>
        new Promise((resolve) => {
          const done = () => {
            clearTimeout(timer);
            signal?.removeEventListener("abort", done);
            resume = null;
            isDirty = false;
            resolve(!this.#isClosed);
          };
          const timer = setTimeout(done, timeoutMs);
          signal?.addEventListener("abort", done, { once: true });
          resume = done;
          if (isDirty || signal?.aborted || this.#isClosed) done();
        }),
      close: remove,
    };
  }
}
