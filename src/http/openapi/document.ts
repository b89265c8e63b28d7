// Builds the OpenAPI 3.1 document from the endpoints and the schemas that validate their requests.
import { ERRORS, type ErrorCode } from "../../contract/errors.ts";
import type { OpenApiDocument, Operation, Server } from "../../contract/openapi.ts";
import { DEFAULT_VERSION, PUBLISHED_VERSIONS } from "../../contract/versions.ts";
import type { DocumentedEndpoint, Tag } from "../endpoint.ts";
import { ERROR_ADVICE } from "./error-advice.ts";
import { OPTIONAL_HEADERS, REQUEST_HEADERS, RESPONSE_HEADERS, SECURITY_SCHEMES } from "./headers.ts";
import { operationOf, templateOf } from "./operation.ts";
import { refusalsOf } from "./refusals.ts";
import { namedSchemas } from "./schemas.ts";
import { webhookOperations } from "./webhooks.ts";

const TAGS: Readonly<Record<Tag, string>> = {
  Payments: "Create, read and cancel payments, as a partner.",
  Refunds: "Send a payment's money back, or mark the payment as refunded, as a partner.",
  "Payment links": "Pages on which buyers create payments, as a partner.",
  Merchants: "Manage merchants and their settlement destinations, as a partner.",
  Webhooks: "Events of payments, merchants and settlements, and the endpoints that receive them, as a partner.",
  Gateway: "For the buyer's wallet. The payment's id is the capability: any valid key or registered app may call.",
  Books: "Months of payments, refunds and exceptions for accountants, as a partner.",
  Charges: "Payments in the form of Coinbase Commerce, for its clients. Errors also have `error.type`.",
  x402: "A facilitator for a partner's own servers, which sell to programs by x402 version 2.",
  "Other clients": "Paths that existing clients call, points of sale for example. New programs use the group Payments.",
};

const VERSIONS = PUBLISHED_VERSIONS.map((version) => `\`${version}\``).join(", ");

const HEADERS = Object.entries(OPTIONAL_HEADERS).map(([name, what]) => `\`${name}\` (${what})`);

const INTRODUCTION = [
  "JSON over HTTP. An amount consists of a unit (`iso4217/USD`, `caip19/<CAIP-19 asset>`) and an integer value in the " +
    "smallest unit, as a string.",
  "**Errors** are `{code, message, status, error: {code, message}, issues?, requestId}`. Retry a request only after a 5xx or a lost connection: 3 times, " +
    "after 100 ms and twice as long each time, with jitter. An unsupported method returns 405 with `Allow`, a request " +
    "that takes over 30 s to arrive 408, and headers over 16 KiB 431.",
  "**Unknown fields and parameters** are refused by the partner endpoints and ignored by the gateway. Another partner's " +
    "id gets the same response as one that does not exist.",
  `**Versions**: ${VERSIONS}. A partner is pinned to one; \`Pay-Version\` selects another for a single request.`,
  `**Optional headers** of every request: ${HEADERS.join(", ")}.`,
].join("\n\n");

/** The server of the committed specification, which belongs to no installation. */
const ANY_SERVER: Server = {
  url: "https://pay.example",
  description: "Put the address of your Turnpike here. The specification at its own /openapi.json has it.",
};

/** @param publicUrl the address of the server that serves the document; null: of no server */
export function openApiDocument(
  endpoints: readonly DocumentedEndpoint[],
  publicUrl: string | null = null,
): OpenApiDocument {
  const paths: Record<string, Record<string, Operation>> = {};
  const refusals = refusalsOf(endpoints);
  for (const endpoint of endpoints) {
    const operation = operationOf(endpoint, refusals.of(endpoint));
    const path = templateOf(endpoint.path);
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation };
  }
  const webhooks = webhookOperations();
  const components = {
    securitySchemes: SECURITY_SCHEMES,
    parameters: REQUEST_HEADERS,
    headers: RESPONSE_HEADERS,
    examples: errorExamples(),
    responses: refusals.responses,
  };
  return {
    openapi: "3.1.0",
    jsonSchemaDialect: "https://json-schema.org/draft/2020-12/schema",
    info: {
      title: "Turnpike",
      version: DEFAULT_VERSION,
      description: INTRODUCTION,
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [publicUrl === null ? ANY_SERVER : { url: publicUrl, description: "This server." }],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    paths,
    webhooks,
    components: { ...components, schemas: namedSchemas([paths, webhooks, components]) },
  };
}

const errorExamples = () =>
  Object.fromEntries(
    Object.entries(ERRORS).map(([code, { status, title: message }]) => {
      const issues = code === "params_validation" ? { issues: [{ field: "amount.value", message }] } : {};
      const requestId = "8e0d2a51-5b1f-4f2c-9a53-0f6f3a1c7b9e";
      const value = { code, message, status, error: { code, message }, ...issues, requestId };
      return [code, { summary: message, description: ERROR_ADVICE[code as ErrorCode], value }];
    }),
  );
