// The headers of requests and answers, as the specification describes them.

import type { JsonObject, OpenApiDocument } from "../../contract/openapi.ts";
import { PUBLISHED_VERSIONS } from "../../contract/versions.ts";
import type { Endpoint } from "../endpoint.ts";

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
    description: "The same API key; deprecated, and read by the deprecated list only.",
  },
  AppId: { type: "apiKey", in: "header", name: "App-Id", description: "A wallet's public id, as it was registered." },
  ClientId: { type: "apiKey", in: "header", name: "Client-Id", description: "Any text: the wallet's own client id." },
};

const KEY_LENGTH_MAX = 255;

const header = (name: string, description: string, schema: JsonObject = text, required = false) => ({
  name,
  in: "header" as const,
  description,
  ...(required && { required }),
  schema,
});

const MERCHANT_ID = "The merchant that the call is about.";
const IDEMPOTENCY_KEY =
  "Made by the caller, one per effect: a repeat with the same key and body is answered with the first answer. " +
  "Kept for at least 24 hours.";
const keySchema: JsonObject = { type: "string", minLength: 1, maxLength: KEY_LENGTH_MAX };

/** By the names that operations refer to them by. */
export const REQUEST_HEADERS: Shared["parameters"] = {
  PayVersion: header("Pay-Version", "The API version for this request, instead of the pinned one.", version),
  WcpVersion: header("WCP-Version", "Another name of Pay-Version, as wallet SDKs send it.", version),
  SdkName: header("Sdk-Name", "Name of the caller's SDK."),
  SdkVersion: header("Sdk-Version", "Version of the caller's SDK."),
  SdkPlatform: header("Sdk-Platform", "Platform of the caller's SDK."),
  MerchantId: header("Merchant-Id", MERCHANT_ID, text, true),
  MerchantIdOptional: header("Merchant-Id", `${MERCHANT_ID} Where it is sent, it must be the payment's.`),
  IdempotencyKey: header("Idempotency-Key", IDEMPOTENCY_KEY, keySchema, true),
  IdempotencyKeyOptional: header("Idempotency-Key", IDEMPOTENCY_KEY, keySchema),
};

/** The names of the headers that an endpoint reads. */
export function requestHeadersOf({ merchant, idempotency }: Endpoint): string[] {
  return [
    ...(merchant === "required" ? ["MerchantId"] : []),
    ...(merchant === "optional" ? ["MerchantIdOptional"] : []),
    ...(idempotency === "required" ? ["IdempotencyKey"] : []),
    ...(idempotency === "optional" ? ["IdempotencyKeyOptional"] : []),
    "PayVersion",
    "WcpVersion",
    "SdkName",
    "SdkVersion",
    "SdkPlatform",
  ];
}

const RETRY_AFTER = { type: "integer", minimum: 0 };

export const RESPONSE_HEADERS: Shared["headers"] = {
  "X-Request-Id": { description: "Names this request in our log.", schema: text },
  "Pay-Version": { description: "The API version that applied, once the caller is known.", schema: version },
  "Idempotent-Replayed": { description: "The answer is that of an earlier request.", schema: { const: "true" } },
  RateLimit: { description: "What is left of the caller's rate (draft-ietf-httpapi-ratelimit-headers).", schema: text },
  "RateLimit-Policy": { description: "The rate that applies to the caller, where there is one.", schema: text },
  Deprecation: {
    description: "Since when this endpoint is deprecated (RFC 9745).",
    schema: { type: "string", pattern: "^@[0-9]+$" },
  },
  Link: { description: "What replaces this endpoint (RFC 8288, RFC 5829).", schema: text },
  "Retry-After": { description: "Seconds after which a repeat makes sense.", schema: RETRY_AFTER },
};

/** Where they stand at all, they stand in every such answer. */
const ALWAYS = ["X-Request-Id", "Deprecation", "Link"];
/** Answers that may be given before the caller is known. */
const UNIDENTIFIED = [400, 401, 429, 500, 503];
const RETRYABLE = [409, 429, 500, 502, 503];

/** The headers of an endpoint's answer, as references. */
export function responseHeadersOf({ idempotency, deprecated }: Endpoint, status: number): JsonObject {
  const names = [
    "X-Request-Id",
    ...(status === 401 ? [] : ["Pay-Version"]),
    ...(idempotency !== "none" && (status < 300 || status === 409) ? ["Idempotent-Replayed"] : []),
    "RateLimit",
    "RateLimit-Policy",
    ...(deprecated ? ["Deprecation", "Link"] : []),
    ...(RETRYABLE.includes(status) ? ["Retry-After"] : []),
  ];
  return Object.fromEntries(
    names.map((name) => {
      const $ref = `#/components/headers/${name}`;
      // A header is required where every such answer has it.
      const isAlways = ALWAYS.includes(name) || (name === "Pay-Version" && !UNIDENTIFIED.includes(status));
      return [name, isAlways ? { ...RESPONSE_HEADERS[name], required: true } : { $ref }];
    }),
  );
}
