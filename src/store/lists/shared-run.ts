/**
 * Shares one run among concurrent callers.
 * @returns a function that resolves after a run that began after the call: a caller during a run shares the next one,
 *   because the current one may have read its input already
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
    // Only the callers of the current run see its failure; the next run starts regardless.
    next ??= current
      .catch(() => {})
      .then(() => {
        next = null;
        return start();
      });
    return next;
  };
}
