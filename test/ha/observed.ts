// Records the observations of clients during one fault: acknowledged writes, refusals, payments that succeeded, and
// broken promises.

export class Observed {
  readonly #writes: { readonly atMs: number; readonly api: string }[] = [];
  readonly #paidMs: number[] = [];
  readonly #refusals = new Map<string, number>();
  /** Responses that a client must never get. */
  readonly broken: string[] = [];

  wrote(api: string): void {
    this.#writes.push({ atMs: performance.now(), api });
  }

  paid(): void {
    this.#paidMs.push(performance.now());
  }

  get paidCount(): number {
    return this.#paidMs.length;
  }

  refused(how: string): void {
    this.#refusals.set(how, (this.#refusals.get(how) ?? 0) + 1);
  }

  refusals(): string {
    return [...this.#refusals].map(([how, count]) => `${count} × ${how}`).join(", ") || "none";
  }

  /** Seconds of the longest pause between acknowledged writes. @param api of this API only */
  writePauseS(sinceMs: number, api?: string): number {
    const writes = this.#writes.filter((write) => api === undefined || write.api === api);
    return longestPauseS(
      writes.map(({ atMs }) => atMs),
      sinceMs,
    );
  }

  /** Seconds of the longest pause between payments that succeeded. */
  paidPauseS(sinceMs: number): number {
    return longestPauseS(this.#paidMs, sinceMs);
  }
}

function longestPauseS(timesMs: readonly number[], sinceMs: number): number {
  const later = timesMs.filter((atMs) => atMs > sinceMs);
  return Math.max(...later.map((atMs, index) => atMs - (later[index - 1] ?? sinceMs)), 0) / 1_000;
}
