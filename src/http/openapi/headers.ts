// The request and response headers in the specification.
import type { JsonObject, OpenApiDocument } from "../../contract/openapi.ts";
import { DEFAULT_VERSION, PUBLISHED_VERSIONS } from "../../contract/versions.ts";
import type { Endpoint } from "../endpoint.ts";
import { MERCHANT_ID as EXAMPLE_MERCHANT } from "./example-values.ts";

type Shared = OpenApiDocument["components"];

const text: JsonObject = { type: "string" };
const version: JsonObject = { type: "string", enum: [...PUBLISHED_VERSIONS] };

export const SECURITY_SCHEMES: JsonObject = {
  ApiKey: { type: "apiKey", in: "header", name: "Api-Key", description: "The API key." },
  Bearer: { type: "http", scheme: "bearer", description: "The same API key as `Authorization: Bearer`." },
  LegacyApiKey: {
    type: "apiKey",
    in: "header",
    name: "X-Api-Key",
    description: "The same API key. Deprecated; accepted only by the deprecated list.",
  },
  CommerceApiKey: {
    type: "apiKey",
    in: "header",
    name: "X-CC-Api-Key",
    description: "The same API key; accepted only by the charges API.",
  },
  AppId: { type: "apiKey", in: "header", name: "App-Id", description: "A wallet's registered public id." },
  ClientId: { type: "apiKey", in: "header", name: "Client-Id", description: "The wallet's own client id: any text." },
};

const KEY_LENGTH_MAX = 255;

const header = (name: string, description: string, schema: JsonObject = text, required = false) => ({
  name,
  in: "header" as const,
  description,
  ...(required && { required }),
  schema,
});

const MERCHANT_ID = "The merchant for which the call is made.";
const IDEMPOTENCY_KEY =
  "Chosen by the caller, a new one for each intended effect. A repeat with the same key and body gets the first response. " +
  "Keys are kept for at least 24 hours.";
const PAY_VERSION =
  "The API version for this request, in place of the one that the partner is pinned to: the default, unless the operator " +
  "has chosen another.";
const keySchema: JsonObject = { type: "string", minLength: 1, maxLength: KEY_LENGTH_MAX };

/** Keys are the names that operations refer to. */
export const REQUEST_HEADERS: Shared["parameters"] = {
  // Tools that fill in every header send the default.
  PayVersion: header("Pay-Version", PAY_VERSION, { ...version, default: DEFAULT_VERSION }),
  MerchantId: { ...header("Merchant-Id", MERCHANT_ID, text, true), example: EXAMPLE_MERCHANT },
  MerchantIdOptional: header("Merchant-Id", `${MERCHANT_ID} If sent, it must be the payment's merchant.`),
  IdempotencyKey: header("Idempotency-Key", IDEMPOTENCY_KEY, keySchema, true),
  IdempotencyKeyOptional: header("Idempotency-Key", IDEMPOTENCY_KEY, keySchema),
};

/** Headers that every endpoint takes. They are no parameters: tools would send them with placeholders. */
export const OPTIONAL_HEADERS: Readonly<Record<string, string>> = {
  "WCP-Version": "an alias of `Pay-Version`",
  "Sdk-Name": "the caller's SDK, which changes nothing",
  "Sdk-Version": "its version",
  "Sdk-Platform": "its platform",
  "X-Request-Id": "the request's id in the server's log, up to 128 characters",
};

/** The names of the headers that the endpoint reads. */
export function requestHeadersOf({ merchant, idempotency }: Endpoint): string[] {
  return [
    ...(merchant === "required" ? ["MerchantId"] : []),
    ...(merchant === "optional" ? ["MerchantIdOptional"] : []),
    ...(idempotency === "required" ? ["IdempotencyKey"] : []),
    ...(idempotency === "optional" ? ["IdempotencyKeyOptional"] : []),
    "PayVersion",
  ];
}

/** Pay-Version in responses that may precede the caller's identification. */
const UNTIL_KNOWN = "Pay-Version-If-Known";

const RETRY_AFTER = { type: "integer", minimum: 0 };

export const RESPONSE_HEADERS: Shared["headers"] = {
  "X-Request-Id": { description: "Identifies this request in the server's log.", required: true, schema: text },
  "Pay-Version": { description: "The API version that applied.", required: true, schema: version },
  [UNTIL_KNOWN]: { description: "The API version that applied; absent until the caller is known.", schema: version },
  "Idempotent-Replayed": {
    description: "This is the stored response of an earlier request.",
    schema: { const: "true" },
  },
  RateLimit: {
    description: "The remaining quota of the caller's rate limit (draft-ietf-httpapi-ratelimit-headers).",
    schema: text,
  },
  "RateLimit-Policy": { description: "The caller's rate limit, if any.", schema: text },
  "Books-Checksum": {
    description: "SHA-256 of the closed month in the format `canonical`, in hex; absent while the month is open.",
    schema: { type: "string", pattern: "^[0-9a-f]{64}$" },
  },
  Deprecation: {
    description: "When this endpoint was deprecated (RFC 9745).",
    required: true,
    schema: { type: "string", pattern: "^@[0-9]+$" },
  },
  Link: { description: "The endpoint that replaces this one (RFC 8288, RFC 5829).", required: true, schema: text },
  "Retry-After": { description: "Seconds to wait before a retry.", schema: RETRY_AFTER },
};

/** Statuses that may be returned before the caller is identified. */
const UNIDENTIFIED = [400, 401, 429, 500, 503];
const RETRYABLE = [409, 429, 500, 502, 503];

/** The headers of an endpoint's response, as references. */
export function responseHeadersOf({ idempotency, deprecated, textTypes }: Endpoint, status: number): JsonObject {
  const names = [
    "X-Request-Id",
    ...(status === 401 ? [] : ["Pay-Version"]),
    ...(idempotency !== "none" && (status < 300 || status === 409) ? ["Idempotent-Replayed"] : []),
    "RateLimit",
    "RateLimit-Policy",
    ...(textTypes && status < 300 ? ["Books-Checksum"] : []),
    ...(deprecated ? ["Deprecation", "Link"] : []),
    ...(RETRYABLE.includes(status) ? ["Retry-After"] : []),
  ];
  return Object.fromEntries(
    names.map((name) => {
      const component = name === "Pay-Version" && UNIDENTIFIED.includes(status) ? UNTIL_KNOWN : name;
      return [name, { $ref: `#/components/headers/${component}` }];
    }),
  );
}
