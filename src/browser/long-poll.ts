// Long polling: one held request after another.

export interface LongPoll<Answer> {
  request(signal: AbortSignal): Promise<Answer>;
  /** @returns milliseconds until the next request, or null to end the loop */
  onAnswer(answer: Answer): number | null;
  /** @returns milliseconds until the next attempt, or null to end the loop */
  onFailure(error: unknown): number | null;
}

/** Resolves when a callback ends the loop or the signal aborts; after that no callback runs. */
export async function longPoll<Answer>(
  { request, onAnswer, onFailure }: LongPoll<Answer>,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    const wait = await request(signal).then(
      (answer) => (signal.aborted ? null : onAnswer(answer)),
      (error: unknown) => (signal.aborted ? null : onFailure(error)),
    );
    if (wait === null) return;
    await pause(wait, signal);
  }
}

/** Resolves after `ms`, or when the signal aborts. Removes its listener: the signal lives as long as the page. */
export const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const end = (): void => {
      clearTimeout(timer);
      signal.removeEventListener("abort", end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal.addEventListener("abort", end);
  });
