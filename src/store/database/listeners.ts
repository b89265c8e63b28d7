// Waiters in this process, by topic. Thousands wait at a time, so a waiter has no closures and no collections.
import type { ChangeSubscription, WaitSignal } from "../../operations/payments/await-status.ts";

interface Listener {
  wake(): void;
}

export class Listeners {
  /** Most topics have one listener, and an array of one takes a third of such a Set. */
  readonly #byTopic = new Map<string, readonly Listener[]>();
  #isClosed = false;

  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** Number of waiters. */
  countOf(topic: string): number {
    return this.#byTopic.get(topic)?.length ?? 0;
  }

  get topics(): readonly string[] {
    return [...this.#byTopic.keys()];
  }

  add(topic: string, listener: Listener): void {
    this.#byTopic.set(topic, [...(this.#byTopic.get(topic) ?? []), listener]);
  }

  remove(topic: string, listener: Listener): void {
    const others = this.#byTopic.get(topic)?.filter((other) => other !== listener) ?? [];
    if (others.length > 0) this.#byTopic.set(topic, others);
    else this.#byTopic.delete(topic);
  }

  wake(topic: string): void {
    for (const listener of this.#byTopic.get(topic) ?? []) listener.wake();
  }

  wakeAll(): void {
    for (const topic of this.#byTopic.keys()) this.wake(topic);
  }

  close(): void {
    this.#isClosed = true;
    this.wakeAll();
  }

  subscribe(topic: string): ChangeSubscription {
    const waiter = new Waiter(this, topic);
    this.add(topic, waiter);
    return waiter;
  }
}

class Waiter implements ChangeSubscription, Listener {
  readonly #listeners: Listeners;
  readonly #topic: string;
  /** Something has changed since the last wait. */
  #isDirty = false;
  #resume: ((goesOn: boolean) => void) | null = null;
  #timer: NodeJS.Timeout | undefined;
  #signal: WaitSignal | undefined;

  constructor(listeners: Listeners, topic: string) {
    this.#listeners = listeners;
    this.#topic = topic;
  }

  wake(): void {
    this.#isDirty = true;
    this.end();
  }

  next(timeoutMs: number, signal?: WaitSignal): Promise<boolean> {
    return new Promise((resolve) => {
      this.#resume = resolve;
      this.#timer = setTimeout(end, timeoutMs, this);
      this.#signal = signal;
      if (signal) signal.waiter = this;
      if (this.#isDirty || signal?.isOver || this.#listeners.isClosed) this.end();
    });
  }

  /** Ends the current wait, if any. */
  end(): void {
    const resume = this.#resume;
    if (!resume) return;
    clearTimeout(this.#timer);
    if (this.#signal) this.#signal.waiter = null;
    this.#resume = null;
    this.#isDirty = false;
    resume(!this.#listeners.isClosed);
  }

  close(): void {
    this.#listeners.remove(this.#topic, this);
  }
}

const end = (waiter: Waiter): void => waiter.end();
