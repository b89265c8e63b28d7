// When a delivery is attempted again.

const MINUTE_S = 60;
const HOUR_S = 60 * MINUTE_S;

/** Seconds between an attempt and the next: ten attempts in 75.6 hours. */
const DELAYS_S = [
  5,
  5 * MINUTE_S,
  30 * MINUTE_S,
  2 * HOUR_S,
  5 * HOUR_S,
  10 * HOUR_S,
  14 * HOUR_S,
  20 * HOUR_S,
  24 * HOUR_S,
] as const;

/** Spreads the retries of many deliveries that failed together. */
const JITTER = 0.1;
const RETRY_AFTER_MAX_S = HOUR_S;
const MAY_ASK_TO_WAIT: readonly (number | null)[] = [429, 503];

/** Attempts before a delivery fails for good. */
export const ATTEMPTS_MAX = DELAYS_S.length + 1;

export interface Failure {
  /** The HTTP status; null without a response. */
  readonly status: number | null;
  /** The response's Retry-After in seconds, if it has one. */
  readonly retryAfterS: number | null;
}

/**
 * Seconds until the next attempt; null after the last one.
 * @param tries attempts so far, this one included
 * @param random from 0 to 1
 */
export function nextDelayS(tries: number, { status, retryAfterS }: Failure, random: number): number | null {
  const delayS = DELAYS_S[tries - 1];
  if (delayS === undefined) return null;
  const jittered = delayS * (1 - JITTER + 2 * JITTER * random);
  if (retryAfterS === null || !MAY_ASK_TO_WAIT.includes(status)) return jittered;
  return Math.max(jittered, Math.min(retryAfterS, RETRY_AFTER_MAX_S));
}

/** RFC 9110 §5.6.7, without the obsolete forms. */
const HTTP_DATE = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;

/** A header Retry-After (RFC 9110 §10.2.3) in seconds from `nowMs`; null if it is missing or malformed. */
export function parseRetryAfter(text: string | undefined, nowMs: number): number | null {
  if (text === undefined) return null;
  if (/^[0-9]{1,9}$/.test(text)) return Number(text);
  const atMs = HTTP_DATE.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(atMs) ? null : Math.max(0, Math.ceil((atMs - nowMs) / 1_000));
}
