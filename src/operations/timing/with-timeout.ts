// Limits how long a caller waits. The work itself continues: its caller must bound it.

/** Settles as `work` does or, after `timeoutMs`, as `onTimeout` returns or throws. */
export async function withTimeout<T>(work: Promise<T>, timeoutMs: number, onTimeout: () => T): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, timeoutMs);
  });
  try {
    return await Promise.race([work, timeout.then(onTimeout)]);
  } finally {
    clearTimeout(timer);
  }
}
