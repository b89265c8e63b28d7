// Reads a price from a JSON response over HTTP.
import { isPositive, parseDecimal } from "../money/fraction.ts";
import { fetchText } from "../outbound/fetch-text.ts";
import type { HttpSource } from "./config.ts";
import { parseKeepingNumbers, textAt } from "./json-number.ts";
import { faultReading, type Reading } from "./reading.ts";

/** A single price takes a few bytes, a list of all prices tens of thousands. */
const BYTES_MAX = 262_144;
/** Tolerated clock difference. */
const AHEAD_MAX_S = 60;
const PRICE_TEXT_MAX = 60;

/** @throws FetchRefusedError */
export const fetchAnswer = ({ url, headers }: HttpSource, timeoutMs: number): Promise<string> =>
  fetchText({ url, headers: { accept: "application/json", ...headers }, bytesMax: BYTES_MAX, timeoutMs });

/** Extracts the price from a response. */
export function readAnswer(source: HttpSource, answer: string, nowS: number): Reading {
  let body: unknown;
  try {
    body = parseKeepingNumbers(answer);
  } catch (error) {
    if (error instanceof SyntaxError) return faultReading("refused", "returned invalid JSON");
    throw error;
  }
  return toReading(source, body, nowS);
}

function toReading({ path, timePath }: HttpSource, body: unknown, nowS: number): Reading {
  const text = textAt(body, path);
  if (text === null) return faultReading("refused", `returned no price at ${path}`);
  const price = text.length <= PRICE_TEXT_MAX ? parseDecimal(text) : null;
  if (!price || !isPositive(price)) return faultReading("refused", `returned no positive number at ${path}`);
  const time = timePath === null ? nowS : secondsOf(textAt(body, timePath) ?? "");
  if (time === null) return faultReading("refused", `returned no time at ${timePath}`);
  if (time > nowS + AHEAD_MAX_S) return faultReading("refused", `returned a time in the future at ${timePath}`);
  return { kind: "observation", observation: { price, text, observedAtS: Math.min(time, nowS) } };
}

/** Unix seconds have ten digits until 2286, milliseconds thirteen. */
const MILLISECONDS = /^[0-9]{13}$/;
const SECONDS = /^([0-9]{10})(?:\.[0-9]{1,9})?$/;
/** RFC 3339; the offset is required, or the time would be ambiguous. */
const DATE_TIME = /^[0-9]{4}-[0-9]{2}-[0-9]{2}[T ][0-9:.]{5,18}(?:Z|[+-][0-9]{2}:[0-9]{2})$/;

function secondsOf(text: string): number | null {
  if (MILLISECONDS.test(text)) return Math.floor(Number(text) / 1_000);
  const [, seconds] = SECONDS.exec(text) ?? [];
  if (seconds !== undefined) return Number(seconds);
  const ms = DATE_TIME.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(ms) ? null : Math.floor(ms / 1_000);
}
