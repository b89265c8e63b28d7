// Errors of the charges API. Clients of Coinbase Commerce read `error.type`, and take an error whose type and status
// they don't know for a success.
import type { ErrorBody } from "../../contract/errors.ts";

const PATH = /^\/commerce(?:\/|$|\?)/;

const TYPES: Readonly<Record<number, ErrorBody["error"]["type"]>> = {
  401: "authentication_error",
  403: "authentication_error",
  404: "not_found",
  429: "rate_limit_exceeded",
  503: "service_unavailable",
};
const SERVER_ERRORS_FROM = 500;

/** The body with its type, under the charges API; any other body unchanged. @param url path and query */
export function withCommerceType(url: string, body: ErrorBody): ErrorBody {
  return PATH.test(url) ? { ...body, error: { ...body.error, type: typeOf(body) } } : body;
}

function typeOf({ status, code, issues = [] }: ErrorBody): NonNullable<ErrorBody["error"]["type"]> {
  if (code === "params_validation") {
    return issues.some(({ message }) => message === "is required") ? "param_required" : "validation_error";
  }
  return TYPES[status] ?? (status >= SERVER_ERRORS_FROM ? "internal_server_error" : "invalid_request");
}
