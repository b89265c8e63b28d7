// A number that a test can wait for.

export interface Tally {
  add(change: 1 | -1): void;
  /** Resolves once the number is `expected`. */
  reached(expected: number): Promise<void>;
}

export function createTally(): Tally {
  const waiting = new Set<() => void>();
  let value = 0;
  return {
    add(change) {
      value += change;
      for (const notice of waiting) notice();
    },
    reached: (expected) =>
      new Promise((resolve) => {
        const notice = (): void => {
          if (value !== expected) return;
          waiting.delete(notice);
          resolve();
        };
        waiting.add(notice);
        notice();
      }),
  };
}
