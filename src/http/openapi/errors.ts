// The errors an endpoint can respond with: most follow from its properties, the others are in its `errors`.
import { ERRORS, type ErrorCode } from "../../contract/errors.ts";
import type { DocumentedEndpoint } from "../endpoint.ts";

const TOO_LARGE = 413;
const UNSUPPORTED_TYPE = 415;
const UNAVAILABLE = 503;

/** @returns statuses in ascending order, each with its codes in order of precedence */
export function errorsOf(endpoint: DocumentedEndpoint): readonly [status: number, codes: ErrorCode[]][] {
  const found = new Map<number, Set<ErrorCode>>();
  const add = (status: number, code: ErrorCode) => found.set(status, (found.get(status) ?? new Set()).add(code));
  for (const code of impliedBy(endpoint)) add(ERRORS[code].status, code);
  if (endpoint.method !== "GET") {
    add(TOO_LARGE, "invalid_params");
    add(UNSUPPORTED_TYPE, "invalid_params");
  }
  add(UNAVAILABLE, "internal_error");
  for (const [status, codes] of Object.entries(endpoint.errors ?? {}))
    for (const code of codes ?? []) add(Number(status), code);
  const precedence = Object.keys(ERRORS);
  return [...found]
    .sort(([a], [b]) => a - b)
    .map(([status, codes]) => [status, [...codes].sort((a, b) => precedence.indexOf(a) - precedence.indexOf(b))]);
}

function impliedBy({ caller, path, merchant, idempotency, unknownId, query, body }: DocumentedEndpoint): ErrorCode[] {
  const isPartner = caller === "partner";
  const isChecked = isPartner || query !== undefined || body !== undefined;
  return [
    "rate_limited",
    "header_not_ascii",
    "invalid_api_version",
    "unknown_api_version",
    ...(isPartner ? PARTNER_AUTHENTICATION : WALLET_AUTHENTICATION),
    "forbidden",
    "invalid_params",
    ...(isChecked ? ["params_validation" as const] : []),
    ...(merchant === "required" ? ["missing_merchant_id" as const, "merchant_not_found" as const] : []),
    ...(path.includes(":") || merchant === "optional" ? [unknownId] : []),
    ...(idempotency === "none" ? [] : ["idempotency_conflict" as const]),
    ...(idempotency === "required" ? ["missing_idempotency_key" as const] : []),
    "internal_error",
  ];
}

const PARTNER_AUTHENTICATION = ["missing_api_key", "conflicting_auth_headers", "invalid_api_key"] as const;
const WALLET_AUTHENTICATION = [
  "missing_auth_headers",
  "conflicting_auth_headers",
  "invalid_api_key",
  "missing_app_id",
  "missing_client_id",
  "invalid_app_id",
] as const;
