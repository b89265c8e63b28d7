// A price out of an HTTP answer in JSON.
import { isPositive, parseDecimal } from "../money/fraction.ts";
import { fetchText } from "../outbound/fetch-text.ts";
import type { HttpSource } from "./config.ts";
import { parseKeepingNumbers, textAt } from "./json-number.ts";
import { fault, type Reading } from "./reading.ts";

/** A price is some bytes; lists of all prices have some ten thousand. */
const BYTES_MAX = 262_144;
/** Ahead of our clock by no more than clocks differ. */
const AHEAD_MAX_S = 60;
const PRICE_TEXT_MAX = 60;

/** Fetches a source's answer. @throws FetchRefusedError */
export const fetchAnswer = ({ url, headers }: HttpSource, timeoutMs: number): Promise<string> =>
  fetchText({ url, headers: { accept: "application/json", ...headers }, bytesMax: BYTES_MAX, timeoutMs });

/** Takes the price out of an answer. */
export function readAnswer(source: HttpSource, answer: string, nowS: number): Reading {
  let body: unknown;
  try {
    body = parseKeepingNumbers(answer);
  } catch (error) {
    if (error instanceof SyntaxError) return fault("refused", "was answered with something that is not JSON");
    throw error;
  }
  return toReading(source, body, nowS);
}

function toReading({ path, timePath }: HttpSource, body: unknown, nowS: number): Reading {
  const text = textAt(body, path);
  if (text === null) return fault("refused", `was answered without a price at ${path}`);
  const price = text.length <= PRICE_TEXT_MAX ? parseDecimal(text) : null;
  if (!price || !isPositive(price)) return fault("refused", `was answered with no positive number at ${path}`);
  const time = timePath === null ? nowS : secondsOf(textAt(body, timePath) ?? "");
  if (time === null) return fault("refused", `was answered without a time at ${timePath}`);
  if (time > nowS + AHEAD_MAX_S) return fault("refused", `was answered with a time in the future at ${timePath}`);
  return { observation: { price, text, observedAtS: Math.min(time, nowS) } };
}

/** Seconds since 1970 have ten digits until the year 2286, milliseconds thirteen. */
const MILLISECONDS = /^[0-9]{13}$/;
const SECONDS = /^([0-9]{10})(?:\.[0-9]{1,9})?$/;
/** RFC 3339; without an offset nobody knows which time is meant. */
const DATE_TIME = /^[0-9]{4}-[0-9]{2}-[0-9]{2}[T ][0-9:.]{5,18}(?:Z|[+-][0-9]{2}:[0-9]{2})$/;

function secondsOf(text: string): number | null {
  if (MILLISECONDS.test(text)) return Math.floor(Number(text) / 1_000);
  const [, seconds] = SECONDS.exec(text) ?? [];
  if (seconds !== undefined) return Number(seconds);
  const ms = DATE_TIME.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(ms) ? null : Math.floor(ms / 1_000);
}
