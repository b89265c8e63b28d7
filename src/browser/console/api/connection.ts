// How the console calls its server: the API is mounted below /console/api, and the session cookie replaces the API key.
import type { Send } from "../../../client/call.ts";
import { connect } from "../../../client/connect.ts";
import { ApiError } from "../../../client/errors.ts";
import { type Connection, type Request, send } from "../../../client/send.ts";

export const API = "/console/api";

/** CSRF protection: another site can't send this header without a preflight, which the server refuses. */
const NOT_FORGED = { "turnpike-console": "1" };

const MODE = "turnpike-mode";
const TEST = "test";
/** Whether this tab shows test payments. Each tab has its own mode, and sends it with each request. */
let isTest = askedMode() === TEST || keptMode() === TEST;

/** Links in mail about test payments name their mode (src/pages/mail/notice.ts). */
function askedMode(): string | null {
  return new URLSearchParams(location.search).get("mode");
}

/** Storage may be blocked; the mode then lasts until the page is reloaded. */
function keptMode(): string | null {
  try {
    return sessionStorage.getItem(MODE);
  } catch {
    return null;
  }
}

export const modeHeader = (): Readonly<Record<string, string>> => (isTest ? { [MODE]: TEST } : {});

/** The session that the server showed decides: requests must not be of another mode than the page. */
export function followMode({ livemode }: { readonly livemode: boolean }): void {
  isTest = !livemode;
  try {
    if (isTest) sessionStorage.setItem(MODE, TEST);
    else sessionStorage.removeItem(MODE);
  } catch {
    // Storage is blocked.
  }
}

/** The `Date` header has whole seconds, and each response takes a different time to arrive. */
const JITTER_MS = 2_500;
let offsetMs = 0;

/**
 * Unix milliseconds by the server's clock, within a few seconds. It decides what has expired, and the clock of a tablet
 * at a counter may be hours off.
 */
export const serverNowMs = (): number => Date.now() + offsetMs;

const fetchWithClock: typeof globalThis.fetch = async (input, init) => {
  const response = await fetch(input, init);
  const aheadMs = Date.parse(response.headers.get("date") ?? "") - Date.now();
  // A small correction would make countdowns jump.
  if (Math.abs(aheadMs - offsetMs) > JITTER_MS) offsetMs = aheadMs;
  return response;
};

const connection = connect({ baseUrl: location.origin + API, fetch: fetchWithClock }, NOT_FORGED);
const sessionEnded = new Set<() => void>();

/** @returns the unsubscribe function */
export function onSessionEnd(listener: () => void): () => void {
  sessionEnded.add(listener);
  return () => sessionEnded.delete(listener);
}

/** @throws what `send` throws; also notifies the listeners of an ended session */
export const request: Send = (each) => requestBy(connection, each);

async function requestBy<Answer>(way: Connection, each: Request): Promise<Answer> {
  try {
    return await send<Answer>({ ...way, headers: { ...way.headers, ...modeHeader() } }, each);
  } catch (error) {
    if (isSessionEnd(error)) for (const listener of sessionEnded) listener();
    throw error;
  }
}

/** Makes calls that require the API key again. @param apiKey empty for a user, who has confirmed by other means */
export const requestWithKey =
  (apiKey: string): Send =>
  (each) =>
    requestBy(connection, withKey(apiKey, each));

/**
 * Like `requestWithKey`, for calls without an Idempotency-Key: never retried, because a lost response may have had an
 * effect.
 */
export const requestOnceWithKey =
  (apiKey: string): Send =>
  (each) =>
    requestBy({ ...connection, retries: 0 }, withKey(apiKey, each));

const withKey = (apiKey: string, each: Request): Request =>
  apiKey === "" ? each : { ...each, headers: { ...each.headers, "api-key": apiKey } };

export const isSessionEnd = (error: unknown): boolean =>
  error instanceof ApiError && error.status === 401 && error.code === "unauthorized";

export const isInvalid = (error: unknown): boolean => error instanceof ApiError && error.status === 400;
