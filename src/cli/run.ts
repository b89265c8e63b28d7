// What a signal does: it ends a command at once, and a server command in order. Ctrl-C, a closed terminal and `kill`
// alike.

/** A stop that takes longer is cut short: something hangs, and whoever asked is waiting. */
const STOP_WITHIN_MS = 20_000;

/** With the exit code that a shell gives to their victims. SIGHUP comes when the terminal is closed. */
const EXIT_CODES = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 } as const;
type StopSignal = keyof typeof EXIT_CODES;
const STOP_SIGNALS = Object.keys(EXIT_CODES) as readonly StopSignal[];

const exitAtOnce = (signal: NodeJS.Signals): never => process.exit(EXIT_CODES[signal as StopSignal]);

/**
 * From now on a stop signal ends the process through its exit handlers, which tell the embedded PostgreSQL and the
 * local chain to stop. Left to Node, it would end without them.
 */
export function exitOnSignals(): void {
  for (const name of STOP_SIGNALS) process.on(name, exitAtOnce);
}

/** One Ctrl-C reaches us twice under npm: from the terminal, and passed on by npm. */
const SAME_SIGNAL_MS = 1_000;

/**
 * Resolves after a stop signal, once `stop` has. Another one a while later ends the process at once.
 * @param say tells a person or the log what happens
 */
export async function untilStopped(stop: () => Promise<void>, say: (message: string) => void): Promise<void> {
  const signal = await new Promise<NodeJS.Signals>((resolve) => {
    for (const name of STOP_SIGNALS) process.off(name, exitAtOnce).once(name, resolve);
  });
  const firstAtMs = performance.now();
  const again = (name: NodeJS.Signals) => performance.now() - firstAtMs > SAME_SIGNAL_MS && exitAtOnce(name);
  for (const name of STOP_SIGNALS) process.on(name, again);
  say(`stopping (${signal})`);
  const cut = setTimeout(() => {
    say(`not everything stopped within ${STOP_WITHIN_MS / 1_000} s: ending anyway`);
    process.exit(1);
  }, STOP_WITHIN_MS);
  await stop();
  clearTimeout(cut);
}

/** Why the interface cannot listen, told with the setting that changes it; null where that is not what went wrong. */
export function listenProblem(error: unknown): string | null {
  const { code, syscall, port, address } = error as Readonly<Record<string, unknown>>;
  if (syscall === "getaddrinfo") return "HOST is not known on this machine: set it to one of its addresses";
  if (syscall !== "listen") return null;
  if (code === "EADDRINUSE") return `port ${port} is in use: set PORT to another one`;
  if (code === "EACCES") return `this user may not listen on port ${port}: set PORT to one above 1023`;
  if (code === "EADDRNOTAVAIL") return `this machine has no address ${address}: set HOST to one it has`;
  return null;
}
