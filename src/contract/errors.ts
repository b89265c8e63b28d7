// Every error on the wire. The gateway's codes are a closed list: wallet SDKs decode them as an enum, so an unknown
// code would hide the error from the buyer.
import Type, { type Static } from "typebox";
import { oneOf } from "./primitives.ts";

/** Ordered by precedence: of two errors in one request, the earlier one is returned. */
export const GATEWAY_ERROR_CODES = [
  "rate_limited",
  "header_not_ascii",
  "invalid_api_version",
  "unknown_api_version",
  "missing_auth_headers",
  "conflicting_auth_headers",
  "missing_api_key",
  "invalid_api_key",
  "missing_app_id",
  "missing_client_id",
  "invalid_app_id",
  "unauthorized",
  "forbidden",
  "missing_merchant_id",
  "invalid_params",
  "params_validation",
  "merchant_not_found",
  "payment_not_found",
  "idempotency_conflict",
  "payment_expired",
  "invalid_state",
  "quote_expired",
  "sanctioned_user",
  "payment_not_succeeded",
  "already_refunded",
  "internal_error",
] as const;

const PARTNER_ONLY_ERROR_CODES = [
  "missing_idempotency_key",
  "not_found",
  "settlement_asset_conflict",
  "limit_exceeded",
  "second_person_required",
  "request_closed",
  "bad_gateway",
] as const;

export const PARTNER_ERROR_CODES = [...GATEWAY_ERROR_CODES, ...PARTNER_ONLY_ERROR_CODES] as const;

export type ErrorCode = (typeof PARTNER_ERROR_CODES)[number];

interface ErrorFacts {
  /** HTTP status, unless the error sets another (params_validation is 422 for well-formed but wrong input). */
  readonly status: number;
  /** The message, unless the error sets another. */
  readonly title: string;
}

export const ERRORS = {
  rate_limited: { status: 429, title: "Too many requests" },
  header_not_ascii: { status: 400, title: "A header contains non-ASCII characters" },
  invalid_api_version: { status: 400, title: "Malformed Pay-Version" },
  unknown_api_version: { status: 400, title: "Unknown Pay-Version" },
  missing_auth_headers: { status: 401, title: "Send Api-Key, or App-Id with Client-Id" },
  conflicting_auth_headers: { status: 401, title: "Two different API keys were sent" },
  missing_api_key: { status: 401, title: "Send the header Api-Key" },
  invalid_api_key: { status: 401, title: "Unknown or revoked API key" },
  missing_app_id: { status: 401, title: "Send the header App-Id with Client-Id" },
  missing_client_id: { status: 401, title: "Send the header Client-Id with App-Id" },
  invalid_app_id: { status: 401, title: "Unknown App-Id" },
  unauthorized: { status: 401, title: "Not authenticated" },
  forbidden: { status: 403, title: "The API key may not do this" },
  missing_merchant_id: { status: 401, title: "Send the header Merchant-Id" },
  invalid_params: { status: 400, title: "Malformed request" },
  params_validation: { status: 400, title: "Invalid request" },
  merchant_not_found: { status: 404, title: "Merchant not found" },
  payment_not_found: { status: 404, title: "Payment not found" },
  idempotency_conflict: { status: 409, title: "Idempotency-Key was used for another request" },
  payment_expired: { status: 410, title: "Payment expired" },
  invalid_state: { status: 400, title: "The payment's status does not allow this" },
  quote_expired: { status: 409, title: "The option's quote has expired" },
  sanctioned_user: { status: 451, title: "This account cannot be used" },
  payment_not_succeeded: { status: 400, title: "The payment has not succeeded" },
  already_refunded: { status: 409, title: "The payment is already refunded" },
  internal_error: { status: 500, title: "Internal error; the request may be retried" },
  missing_idempotency_key: { status: 400, title: "Send the header Idempotency-Key" },
  not_found: { status: 404, title: "Not found" },
  settlement_asset_conflict: { status: 409, title: "The merchant already has a destination for this asset" },
  limit_exceeded: { status: 409, title: "The partner has as many of these as it may have" },
  second_person_required: { status: 403, title: "A second person must approve this in the console" },
  request_closed: { status: 409, title: "The request can no longer be decided" },
  bad_gateway: { status: 502, title: "An upstream service did not respond" },
} as const satisfies Record<ErrorCode, ErrorFacts>;

/** Coinbase Commerce's types. Its Node client takes an error of any other type and status for a success, except 503. */
const COMMERCE_ERROR_TYPES = [
  "param_required",
  "validation_error",
  "invalid_request",
  "authentication_error",
  "not_found",
  "rate_limit_exceeded",
  "internal_server_error",
  "service_unavailable",
] as const;

const errorSchema = (codes: readonly ErrorCode[]) =>
  Type.Object({
    code: oneOf(codes),
    message: Type.String(),
    status: Type.Integer({ description: "the HTTP status" }),
    error: Type.Object(
      {
        code: oneOf(codes),
        message: Type.String(),
        type: Type.Optional(
          Type.Unsafe<(typeof COMMERCE_ERROR_TYPES)[number]>({
            ...oneOf(COMMERCE_ERROR_TYPES),
            description: "of the charges API only",
          }),
        ),
      },
      { description: "`code` and `message` again, for clients that read them here" },
    ),
    /** `field` is a dotted path in the body, or the name of a query parameter or header. */
    issues: Type.Optional(Type.Array(Type.Object({ field: Type.String(), message: Type.String() }))),
    requestId: Type.String(),
  });

export const GatewayError = errorSchema(GATEWAY_ERROR_CODES);
export const PartnerError = errorSchema(PARTNER_ERROR_CODES);
export type ErrorBody = Static<typeof PartnerError>;

export function errorBody(
  status: number,
  { code, message, issues = [] }: Pick<ErrorBody, "code" | "message" | "issues">,
  requestId: string,
): ErrorBody {
  const facts = { code, message, status, error: { code, message } };
  return issues.length > 0 ? { ...facts, issues, requestId } : { ...facts, requestId };
}
