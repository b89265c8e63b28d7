// Shows the progress of a long command on a terminal; nothing is written to scripts and logs.

const EVERY_MS = 1_000;
/** Back to the start of the line, and erase to its end (ECMA-48 CR, EL). */
const CLEAR = "\r\u001b[K";

export interface Progress {
  /** Sets the state to show, from the next second on. */
  report(state: string): void;
  /** Clears the progress line, so that a line can be printed. */
  clear(): void;
}

interface Terminal {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

/** Runs `work`. After one second, a line on standard error shows its state and the time elapsed. */
export async function withProgress<T>(
  task: string,
  work: (progress: Progress) => Promise<T>,
  terminal: Terminal = process.stderr,
): Promise<T> {
  if (!terminal.isTTY) return work({ report: () => {}, clear: () => {} });
  const startedAtMs = performance.now();
  let state = "";
  let isShown = false;
  const show = () => {
    const seconds = Math.floor((performance.now() - startedAtMs) / 1_000);
    terminal.write(`${CLEAR}${[task, state, `${seconds} s`].filter(Boolean).join(", ")}`);
    isShown = true;
  };
  const clear = () => {
    if (isShown) terminal.write(CLEAR);
    isShown = false;
  };
  const timer = setInterval(show, EVERY_MS);
  try {
    return await work({
      report: (next) => {
        state = next;
      },
      clear,
    });
  } finally {
    clearInterval(timer);
    clear();
  }
}
