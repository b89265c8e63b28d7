import { expect, test } from "vitest";
import { ERRORS, GATEWAY_ERROR_CODES, PARTNER_ERROR_CODES } from "../../src/contract/errors.ts";

/** The codes that wallet SDKs decode. Any other code would hide the error from the buyer. */
const KNOWN_TO_WALLETS = [
  "rate_limited",
  "invalid_params",
  "params_validation",
  "payment_not_found",
  "idempotency_conflict",
  "internal_error",
  "invalid_api_key",
  "unauthorized",
  "forbidden",
  "invalid_state",
  "payment_expired",
  "quote_expired",
  "missing_api_key",
  "missing_merchant_id",
  "merchant_not_found",
  "missing_app_id",
  "missing_client_id",
  "invalid_app_id",
  "conflicting_auth_headers",
  "missing_auth_headers",
  "invalid_api_version",
  "unknown_api_version",
  "sanctioned_user",
  "payment_not_succeeded",
  "already_refunded",
  "header_not_ascii",
];

test("the gateway uses exactly the codes that wallets know", () => {
  expect([...GATEWAY_ERROR_CODES].sort()).toEqual([...KNOWN_TO_WALLETS].sort());
});

test("partners get seven more codes", () => {
  const more = PARTNER_ERROR_CODES.filter((code) => !KNOWN_TO_WALLETS.includes(code));
  expect(more.sort()).toEqual([
    "bad_gateway",
    "limit_exceeded",
    "missing_idempotency_key",
    "not_found",
    "request_closed",
    "second_person_required",
    "settlement_asset_conflict",
  ]);
});

test("every error has its status", () => {
  const statuses = Object.fromEntries(PARTNER_ERROR_CODES.map((code) => [code, ERRORS[code].status]));
  expect(statuses).toMatchInlineSnapshot(`
    {
      "already_refunded": 409,
      "bad_gateway": 502,
      "conflicting_auth_headers": 401,
      "forbidden": 403,
      "header_not_ascii": 400,
      "idempotency_conflict": 409,
      "internal_error": 500,
      "invalid_api_key": 401,
      "invalid_api_version": 400,
      "invalid_app_id": 401,
      "invalid_params": 400,
      "invalid_state": 400,
      "limit_exceeded": 409,
      "merchant_not_found": 404,
      "missing_api_key": 401,
      "missing_app_id": 401,
      "missing_auth_headers": 401,
      "missing_client_id": 401,
      "missing_idempotency_key": 400,
      "missing_merchant_id": 401,
      "not_found": 404,
      "params_validation": 400,
      "payment_expired": 410,
      "payment_not_found": 404,
      "payment_not_succeeded": 400,
      "quote_expired": 409,
      "rate_limited": 429,
      "request_closed": 409,
      "sanctioned_user": 451,
      "second_person_required": 403,
      "settlement_asset_conflict": 409,
      "unauthorized": 401,
      "unknown_api_version": 400,
    }
  `);
});
