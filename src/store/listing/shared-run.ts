// One piece of work that many ask for at the same time, done once for all of them.

/**
 * @param run does what is there to do when it begins
 * @returns a function that resolves once a run that began after the call has ended: who asks while one is under way shares
 *   the next one, because that one may have looked already
 */
export function sharedRun(run: () => Promise<void>): () => Promise<void> {
  let current: Promise<void> | null = null;
  let next: Promise<void> | null = null;
  const start = (): Promise<void> => {
    const started = run().finally(() => {
      if (current === started) current = null;
    });
    current = started;
    return started;
  };
  return () => {
    if (!current) return start();
    // Whoever waits for the one under way is told of its failure; who waits for the next one wants that to begin all the same.
    next ??= current
      .catch(() => {})
      .then(() => {
        next = null;
        return start();
      });
    return next;
  };
}
