// Waits for work only so long. The work itself goes on: whoever started it bounds it.

/**
 * What `work` resolves or rejects with, or, after `mostMs` milliseconds, what `late` returns or throws.
 */
export async function withinTime<T>(work: Promise<T>, mostMs: number, late: () => T): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const timeIsUp = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, mostMs);
  });
  try {
    return await Promise.race([work, timeIsUp.then(late)]);
  } finally {
    clearTimeout(timer);
  }
}
