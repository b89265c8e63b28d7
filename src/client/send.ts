// One HTTP call with the API's recommended retries: only after a 5xx or a failed connection, 3 times, after 100 ms and
// twice as long each time, with jitter. Unsafe calls carry an Idempotency-Key.
import { ApiError, type Issue, NoAnswerError } from "./errors.ts";

export interface Connection {
  /** No trailing slash. */
  readonly baseUrl: string;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly fetch: typeof globalThis.fetch;
  readonly retries: number;
  /** Per attempt. */
  readonly timeoutMs: number;
  readonly wait: (ms: number) => Promise<void>;
  /** Whether refusals that pass by themselves (a rate limit, a first request still running) are retried as well. */
  readonly retriesLimits?: boolean;
}

export type QueryValue = string | number | boolean | readonly string[] | undefined;

export interface Request {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  readonly path: string;
  readonly query?: Readonly<Record<string, QueryValue>>;
  readonly headers?: Readonly<Record<string, string | undefined>>;
  readonly body?: unknown;
  /** How long the server may hold the response, on top of the timeout. */
  readonly heldMs?: number;
  readonly signal?: AbortSignal | undefined;
  /** The answer is a text, not JSON. */
  readonly isText?: true;
}

export const RETRIES = 3;
export const TIMEOUT_MS = 30_000;
const FIRST_BACKOFF_MS = 100;
/** If a server asks for a longer wait, its error is returned instead. */
const RETRY_AFTER_S_MAX = 10;
const REDIRECT = 300;
const CLIENT_ERROR = 400;
const SERVER_ERROR = 500;
/** A conflict with Retry-After: the first request with this Idempotency-Key is still running. */
const LIMITS = [409, 429];

/** @throws ApiError, NoAnswerError, or the reason of the caller's own signal */
export async function send<Answer>(connection: Connection, request: Request): Promise<Answer> {
  for (let attempt = 0; ; attempt++) {
    const outcome = await attemptOnce<Answer>(connection, request);
    if (outcome.kind === "ok") return outcome.answer;
    request.signal?.throwIfAborted();
    const { error } = outcome;
    const retryAfterS = error instanceof ApiError ? error.retryAfterS : null;
    const isWorthIt = error instanceof ApiError ? isPassing(error, connection) : true;
    if (!isWorthIt || attempt >= connection.retries || (retryAfterS ?? 0) > RETRY_AFTER_S_MAX) {
      throw error instanceof ApiError ? error : new NoAnswerError(attempt + 1, error);
    }
    const backoffMs = FIRST_BACKOFF_MS * 2 ** attempt * (1 + Math.random());
    await connection.wait(Math.max(backoffMs, (retryAfterS ?? 0) * 1000));
    request.signal?.throwIfAborted();
  }
}

/** The limits' responses, and only they, say when to retry. */
const isPassing = ({ status, retryAfterS }: ApiError, { retriesLimits = false }: Connection): boolean =>
  status >= SERVER_ERROR || (retriesLimits && LIMITS.includes(status) && retryAfterS !== null);

async function attemptOnce<Answer>(
  connection: Connection,
  request: Request,
): Promise<{ readonly kind: "ok"; readonly answer: Answer } | { readonly kind: "failed"; readonly error: unknown }> {
  const { method, path, query = {}, body, heldMs = 0, signal } = request;
  const timeout = AbortSignal.timeout(connection.timeoutMs + heldMs);
  const { fetch } = connection; // browsers reject calling theirs as a method of another object
  try {
    const response = await fetch(connection.baseUrl + path + queryText(query), {
      method,
      headers: present({
        ...connection.headers,
        ...request.headers,
        ...(body !== undefined && { "content-type": "application/json" }),
      }),
      ...(body !== undefined && { body: JSON.stringify(body) }),
      redirect: "manual", // the key is for this server only; edge runtimes do not have "error"
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    });
    if (isRedirect(response))
      return { kind: "failed", error: new TypeError("The API does not redirect: check baseUrl") };
    const text = await response.text();
    if (!response.ok) return { kind: "failed", error: errorFrom(response, text) };
    return { kind: "ok", answer: (request.isText ? text : JSON.parse(text)) as Answer };
  } catch (error) {
    return { kind: "failed", error };
  }
}

/** A browser hides the status of a redirect. */
const isRedirect = ({ type, status }: Response): boolean =>
  type === "opaqueredirect" || (status >= REDIRECT && status < CLIENT_ERROR);

const present = (headers: Readonly<Record<string, string | undefined>>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).filter((entry): entry is [string, string] => entry[1] !== undefined));

/** A list becomes a repeated parameter. */
export function queryText(query: Readonly<Record<string, QueryValue>>): string {
  const given = Object.entries(query).flatMap(([name, value]) =>
    value === undefined
      ? []
      : (Array.isArray(value) ? value : [value]).map((each): [string, string] => [name, String(each)]),
  );
  return given.length === 0 ? "" : `?${new URLSearchParams(given)}`;
}

/** @param text the response's body, which may be a proxy's page */
export function errorFrom(response: Response, text: string): ApiError {
  const { code, message, issues, requestId } = objectIn(text);
  const retryAfterS = Number(response.headers.get("retry-after") ?? Number.NaN);
  return new ApiError(
    response.status,
    {
      code: typeof code === "string" ? code : "unknown",
      message: typeof message === "string" ? message : `HTTP ${response.status}`,
      issues: Array.isArray(issues) ? (issues as Issue[]) : [],
      requestId: typeof requestId === "string" ? requestId : response.headers.get("x-request-id"),
    },
    Number.isFinite(retryAfterS) ? retryAfterS : null,
  );
}

function objectIn(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
