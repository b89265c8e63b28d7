// Maps anything thrown to an error response. Only refusals explain themselves; any other error is our fault: its cause
// goes to the log, and the caller gets the request id.
import { ERRORS, type ErrorBody, errorBody } from "../../contract/errors.ts";
import { Refusal } from "../../operations/errors/refusal.ts";
import { Unavailable } from "../../operations/errors/unavailable.ts";
import { RequestError } from "./request-error.ts";

export interface ErrorAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: ErrorBody;
}

/** Fastify's `statusCode` on an error of the request stream; a lost connection of our own has none. */
const BAD_REQUEST = 400;
const UNPROCESSABLE = 422;
/**
 * A dependency does not respond: the database, or a chain (for which operations refuse with internal_error on purpose).
 */
const UNAVAILABLE = 503;

export function answerTo(error: unknown, requestId: string): ErrorAnswer {
  if (error instanceof RequestError) {
    return { status: error.status, headers: error.headers, body: bodyOf(error.status, error, requestId) };
  }
  if (error instanceof Refusal) return answerToRefusal(error, requestId);
  if (error instanceof Unavailable) return answerToUnavailable(error, requestId);
  return answerTo(fromFramework(error) ?? new RequestError("internal_error"), requestId);
}

export function answerToRefusal(refusal: Refusal, requestId: string): ErrorAnswer {
  const status = statusOf(refusal);
  return {
    status,
    headers: refusal.retryAfterS === null ? {} : { "retry-after": String(refusal.retryAfterS) },
    body: bodyOf(status, refusal, requestId),
  };
}

const answerToUnavailable = ({ message, retryAfterS }: Unavailable, requestId: string): ErrorAnswer => ({
  status: UNAVAILABLE,
  headers: { "retry-after": String(retryAfterS) },
  body: errorBody(UNAVAILABLE, { code: "internal_error", message }, requestId),
});

function statusOf(refusal: Refusal): number {
  if (refusal.isUnprocessable) return UNPROCESSABLE;
  return refusal.code === "internal_error" ? UNAVAILABLE : ERRORS[refusal.code].status;
}

const bodyOf = (status: number, { code, message, issues }: RequestError | Refusal, requestId: string): ErrorBody =>
  errorBody(status, { code, message, issues: [...issues] }, requestId);

const FRAMEWORK_ERRORS: Readonly<Record<string, { status: number; message: string }>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: { status: 413, message: "The body is too large" },
  FST_ERR_CTP_INVALID_MEDIA_TYPE: {
    status: 415,
    message: "Send the body as JSON, with Content-Type: application/json",
  },
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: { status: 400, message: "The length of the body does not match Content-Length" },
  FST_ERR_BAD_URL: { status: 400, message: "The URL is malformed" },
};

const CLIENT_ERRORS_FROM = 400;
const SERVER_ERRORS_FROM = 500;
const FORBIDDEN = 403;

/** An error that Fastify or its plugins found in the request, whose `statusCode` is then 4xx; null for any other. */
function fromFramework(error: unknown): RequestError | null {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  if (code === "ECONNRESET" && (error as { statusCode?: unknown }).statusCode === BAD_REQUEST) {
    return new RequestError("invalid_params", { message: "The connection ended in the middle of the body" });
  }
  const known = FRAMEWORK_ERRORS[code];
  if (known) return new RequestError("invalid_params", known);
  const status = error instanceof Error && "statusCode" in error ? Number(error.statusCode) : Number.NaN;
  if (!(status >= CLIENT_ERRORS_FROM && status < SERVER_ERRORS_FROM)) return null;
  // 403 is an asset's path that leads out of its folder.
  return status === FORBIDDEN ? new RequestError("not_found") : new RequestError("invalid_params", { status });
}
