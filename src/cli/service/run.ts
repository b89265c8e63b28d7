// Signal handling: most commands exit immediately; a server shuts down gracefully.

/** Limit for a graceful shutdown; then the process exits anyway. */
const STOP_WITHIN_MS = 20_000;

/** 128 plus the signal number, as in a shell. Closing the terminal sends SIGHUP. */
const EXIT_CODES = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 } as const;
type StopSignal = keyof typeof EXIT_CODES;
const STOP_SIGNALS = Object.keys(EXIT_CODES) as readonly StopSignal[];

const exitAtOnce = (signal: NodeJS.Signals): never => process.exit(EXIT_CODES[signal as StopSignal]);

/** Makes stop signals run the exit handlers, which stop the embedded PostgreSQL and the local chain. */
export function exitOnSignals(): void {
  for (const name of STOP_SIGNALS) process.on(name, exitAtOnce);
}

/** Under npm one Ctrl-C arrives twice: from the terminal and from npm. */
const SAME_SIGNAL_MS = 1_000;

/**
 * Resolves after a stop signal, once `stop` has resolved. A further signal after SAME_SIGNAL_MS exits immediately.
 * @param say prints or logs progress
 * @param delayS seconds by which `stop` waits on purpose
 */
export async function untilStopped(
  stop: () => Promise<void>,
  say: (message: string) => void,
  { delayS }: { readonly delayS: number } = { delayS: 0 },
): Promise<void> {
  const signal = await new Promise<NodeJS.Signals>((resolve) => {
    let firstAtMs: number | null = null;
    const onSignal = (name: NodeJS.Signals) => {
      if (firstAtMs !== null && performance.now() - firstAtMs > SAME_SIGNAL_MS) exitAtOnce(name);
      firstAtMs ??= performance.now();
      resolve(name);
    };
    // Added before the old one is removed: a signal without a listener ends the process at once and orphans its
    // children.
    for (const name of STOP_SIGNALS) process.on(name, onSignal).off(name, exitAtOnce);
  });
  say(`stopping (${signal})`);
  const withinMs = STOP_WITHIN_MS + delayS * 1_000;
  const cut = setTimeout(() => {
    say(`not everything stopped within ${withinMs / 1_000} s: exiting anyway`);
    process.exit(1);
  }, withinMs);
  await stop();
  clearTimeout(cut);
}

/** Why the server cannot listen and which setting to change; null if the error is about something else. */
export function listenProblem(error: unknown): string | null {
  // `settings` is the start of the settings' names: the port for metrics has its own.
  const { code, syscall, port, address, settings = "" } = error as Readonly<Record<string, unknown>>;
  const [portSetting, hostSetting] = [`${settings}PORT`, `${settings}HOST`];
  if (syscall === "getaddrinfo") return `${hostSetting} is not known on this machine: set it to one of its addresses`;
  if (syscall !== "listen") return null;
  if (code === "EADDRINUSE") return `port ${port} is in use: set ${portSetting} to another one`;
  if (code === "EACCES") return `this user may not listen on port ${port}: set ${portSetting} to one above 1023`;
  if (code === "EADDRNOTAVAIL") return `this machine has no address ${address}: set ${hostSetting} to one it has`;
  return null;
}
