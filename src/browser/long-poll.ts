// Long polling: one held request after another.

export interface LongPoll<Answer> {
  request(signal: AbortSignal): Promise<Answer>;
  /**
   * @param tookMs time from the request to its response
   * @returns milliseconds until the next request, or null to end the loop
   */
  onAnswer(answer: Answer, tookMs: number): number | null;
  /** @returns milliseconds until the next attempt, or null to end the loop */
  onFailure(error: unknown): number | null;
}

/** Resolves when a callback ends the loop or the signal aborts; after that no callback runs. */
export async function longPoll<Answer>(
  { request, onAnswer, onFailure }: LongPoll<Answer>,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    const askedMs = performance.now();
    const wait = await request(signal).then(
      (answer) => (signal.aborted ? null : onAnswer(answer, performance.now() - askedMs)),
      (error: unknown) => (signal.aborted ? null : onFailure(error)),
    );
    if (wait === null) return;
    await pause(wait, signal);
  }
}

const UNHELD_MS = 1_000;

/** A busy server does not hold the response. @returns `pauseMs`, or a second after a response that came sooner */
export const pauseUnlessHeld = (tookMs: number, pauseMs: number): number => (tookMs > UNHELD_MS ? pauseMs : UNHELD_MS);

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
