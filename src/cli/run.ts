// Keeps a server command alive until a person or the system ends it, then stops it in order.

/** A stop that takes longer is cut short: something hangs, and whoever asked is waiting. */
const STOP_WITHIN_MS = 20_000;

/** SIGHUP comes when the terminal is closed. */
const STOP_SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/**
 * Resolves after a stop signal, once `stop` has. A second signal ends the process at once.
 * @param say tells a person or the log what happens
 */
export async function untilStopped(stop: () => Promise<void>, say: (message: string) => void): Promise<void> {
  const signal = await new Promise<NodeJS.Signals>((resolve) => {
    for (const name of STOP_SIGNALS) process.once(name, resolve);
  });
  for (const name of STOP_SIGNALS) process.once(name, () => process.exit(1));
  say(`stopping (${signal})`);
  const cut = setTimeout(() => {
    say(`not everything stopped within ${STOP_WITHIN_MS / 1_000} s: ending anyway`);
    process.exit(1);
  }, STOP_WITHIN_MS);
  await stop();
  clearTimeout(cut);
}

/** A port that is taken, told with its number and the setting that changes it. */
export function portTaken(error: unknown): string | null {
  const { code, port } = error as { code?: unknown; port?: unknown };
  return code === "EADDRINUSE" ? `port ${port} is in use: set PORT to another one` : null;
}
