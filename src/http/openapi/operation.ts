import type { Examples, JsonObject, Operation, Parameter, Reference } from "../../contract/openapi.ts";
import { closed } from "../../contract/primitives.ts";
import type { Documentation, DocumentedEndpoint, Endpoint } from "../endpoint.ts";
import {
  DELIVERY_ID,
  ENDPOINT_ID,
  EVENT_ID,
  LINK_ID,
  MERCHANT_ID,
  PAYMENT_ID,
  SETTLEMENT_ID,
} from "./example-values.ts";
import { requestHeadersOf, responseHeadersOf } from "./headers.ts";
import { shown } from "./schemas.ts";

/** @param refusals references to the endpoint's error responses, by status */
export function operationOf(endpoint: DocumentedEndpoint, refusals: Readonly<Record<string, Reference>>): Operation {
  const { id, tag, summary, about, examples, status, response, body } = endpoint;
  return {
    operationId: id,
    summary,
    ...(about !== undefined && { description: about }),
    ...(endpoint.deprecated && { deprecated: true }),
    tags: [tag],
    security: securityOf(endpoint),
    parameters: [
      ...pathParameters(endpoint.path),
      ...queryParameters(endpoint),
      ...requestHeadersOf(endpoint).map((name) => ({ $ref: `#/components/parameters/${name}` })),
    ],
    ...(body && { requestBody: requestBody(shown(body), examples) }),
    responses: {
      [status]: {
        description: "Success.",
        headers: responseHeadersOf(endpoint, status),
        content: json(shown(response), valuesOf(examples.responses)),
      },
      ...refusals,
    },
  };
}

const securityOf = ({ caller, legacyKey, commerceKey }: Endpoint): readonly JsonObject[] => [
  { ApiKey: [] },
  { Bearer: [] },
  ...(legacyKey ? [{ LegacyApiKey: [] }] : []),
  ...(commerceKey ? [{ CommerceApiKey: [] }] : []),
  ...(caller === "wallet" ? [{ AppId: [], ClientId: [] }] : []),
];

/** Fastify's `/v1/payments/:id` as the specification's `/v1/payments/{id}`. */
export const templateOf = (path: string): string => path.replace(/:(\w+)(?:\([^)]*\))?/g, "{$1}");

function pathParameters(path: string): Parameter[] {
  return [...path.matchAll(/([^/]+)\/:(\w+)/g)].map(([, parent, name]) => ({
    name: name ?? "",
    in: "path",
    required: true,
    ...PATH_IDS[parent ?? ""],
    schema: { type: "string" },
  }));
}

/** The ids in paths, by the path segment before them. */
const PATH_IDS: Readonly<Record<string, { description: string; example: string }>> = {
  payment: { description: "A payment's id.", example: PAYMENT_ID },
  payments: { description: "A payment's id.", example: PAYMENT_ID },
  charges: { description: "A charge's id, or its code.", example: PAYMENT_ID },
  merchants: { description: "A merchant's id.", example: MERCHANT_ID },
  crypto: { description: "A crypto settlement's id.", example: SETTLEMENT_ID },
  events: { description: "An event's id.", example: EVENT_ID },
  "payment-links": { description: "A payment link's id.", example: LINK_ID },
  "webhook-endpoints": { description: "A webhook endpoint's id.", example: ENDPOINT_ID },
  "webhook-deliveries": { description: "A delivery's id.", example: DELIVERY_ID },
};

function queryParameters({ query }: Endpoint): Parameter[] {
  const { properties = {}, required = [] } = shown(query ?? closed({})) as {
    properties?: Record<string, JsonObject & { description?: string; deprecated?: boolean }>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, { description, deprecated, ...schema }]) => ({
    name,
    in: "query",
    ...(description !== undefined && { description }),
    ...(required.includes(name) && { required: true }),
    ...(deprecated && { deprecated }),
    schema,
  }));
}

/** A body is optional if its schema allows null: an empty body is read as null. */
const requestBody = (schema: JsonObject, { requests = {} }: Documentation["examples"]) => ({
  required: !(Array.isArray(schema.type) && schema.type.includes("null")),
  content: json(schema, valuesOf(requests)),
});

export const json = (schema: JsonObject, examples: Examples) => ({ "application/json": { schema, examples } });

const valuesOf = (examples: Readonly<Record<string, unknown>>): Examples =>
  Object.fromEntries(Object.entries(examples).map(([name, value]) => [name, { value }]));
