// What each error asks of the caller's developer, for the specification and the catalogue that is made from it.
import type { ErrorCode } from "../../contract/errors.ts";

export const ERROR_ADVICE = {
  rate_limited: "Wait for the seconds in `Retry-After`, then repeat the request.",
  header_not_ascii: "Send ASCII only in headers. Other characters belong in the body.",
  invalid_api_version: "Send a published version as `Pay-Version`, or omit the header.",
  unknown_api_version: "Send a published version as `Pay-Version`, or omit the header.",
  missing_auth_headers: "Send an API key as `Api-Key`. A wallet may send `App-Id` with `Client-Id` in its place.",
  conflicting_auth_headers: "Send one API key, in one header.",
  missing_api_key: "Send the API key as `Api-Key`.",
  invalid_api_key:
    "Check that the key is complete, and that it is a key of this server. A revoked or expired key stays so: create " +
    "another one in the console.",
  missing_app_id: "Send the wallet's registered id as `App-Id`, beside `Client-Id`.",
  missing_client_id: "Send a `Client-Id` of the wallet's choice, beside `App-Id`.",
  invalid_app_id: "Ask the operator to register the wallet app, and send the id that it got.",
  unauthorized: "Sign in again.",
  forbidden:
    "Use a key whose role allows the call. The message says if the merchant is not active, or if the key may not be " +
    "used from this address.",
  missing_merchant_id: "Send the id of one of your merchants as `Merchant-Id`.",
  invalid_params: "Send a JSON object in UTF-8 of at most 64 KiB, and the header `Content-Type: application/json`.",
  params_validation: "Correct the fields that `issues` names. The same request fails again.",
  merchant_not_found: "Send the id of one of your merchants. A test key has separate merchants.",
  payment_not_found: "Check the id, and that the key is of the same partner and mode as the payment.",
  idempotency_conflict:
    "Send a new `Idempotency-Key` for a new request, and the same body in a retry. With `Retry-After` the first request " +
    "is still running: wait, then repeat it unchanged.",
  payment_expired: "Create another payment with a new `Idempotency-Key`.",
  invalid_state: "Read the payment's status and decide by it. The same request fails again.",
  quote_expired: "List the options again and show the buyer the new price.",
  sanctioned_user: "Let the buyer pay from another account. The reason is told to nobody.",
  payment_not_succeeded: "Wait until the payment has succeeded. Only a paid payment can be refunded.",
  already_refunded: "Nothing. The payment was refunded before.",
  internal_error:
    "Repeat the request with the same `Idempotency-Key`, three times at most and with a growing pause. Tell the operator " +
    "`requestId` if it stays.",
  missing_idempotency_key: "Send an `Idempotency-Key` of your choice, a new one for each intended effect.",
  not_found: "Check the id and the path. What belongs to another partner looks the same as what does not exist.",
  settlement_asset_conflict: "Change the merchant's destination for this asset, or delete it first.",
  limit_exceeded: "Delete what you no longer need, or ask the operator for a higher limit.",
  second_person_required: "Ask for the change in the console, where a second person approves it.",
  request_closed: "Nothing. Somebody has decided, withdrawn or let it expire.",
  bad_gateway: "Check the address that you sent, for example of a logo, then repeat the request.",
} as const satisfies Record<ErrorCode, string>;
