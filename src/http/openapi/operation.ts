import Type, { type TSchema } from "typebox";
import type { Examples, JsonObject, Operation, Parameter, Reference } from "../../contract/openapi.ts";
import type { Documentation, DocumentedEndpoint, Endpoint } from "../endpoint.ts";
import {
  DELIVERY_ID,
  ENDPOINT_ID,
  EVENT_ID,
  EXCEPTION,
  LINK_ID,
  MERCHANT_ID,
  PAYMENT_ID,
  REFUND_ID,
  SETTLEMENT_ID,
} from "./example-values.ts";
import { requestHeadersOf, responseHeadersOf } from "./headers.ts";
import { shown } from "./schemas.ts";

/** @param refusals references to the endpoint's error responses, by status */
export function operationOf(endpoint: DocumentedEndpoint, refusals: Readonly<Record<string, Reference>>): Operation {
  const { id, tag, summary, about, examples, status, body } = endpoint;
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
    ...(body && { requestBody: requestBody(body, examples) }),
    responses: {
      [status]: {
        description: "Success.",
        headers: responseHeadersOf(endpoint, status),
        content: contentOf(endpoint, examples.responses),
      },
      ...(endpoint.also && {
        [endpoint.also.status]: {
          description: "Created.",
          headers: responseHeadersOf(endpoint, endpoint.also.status),
          content: json(shown(endpoint.also.response), valuesOf(endpoint.also.examples)),
        },
      }),
      ...refusals,
    },
  };
}

function contentOf({ response, textTypes }: Endpoint, values: Documentation["examples"]["responses"]) {
  const schema = shown(response);
  if (!textTypes) return json(schema, valuesOf(values));
  return Object.fromEntries(
    Object.entries(textTypes).map(([name, type]) => [type, { schema, examples: { [name]: { value: values[name] } } }]),
  );
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
  refunds: { description: "A refund's id.", example: REFUND_ID },
  exceptions: { description: "An exception's id.", example: EXCEPTION.id },
  "webhook-deliveries": { description: "A delivery's id.", example: DELIVERY_ID },
};

/** Reads the schema itself: the specification may show it as a reference, which has no properties. */
function queryParameters({ query }: Endpoint): Parameter[] {
  if (!query) return [];
  if (!Type.IsObject(query)) throw new TypeError("a query's schema is an object");
  return Object.entries(query.properties).map(([name, property]) => {
    const { description, deprecated, ...schema } = shown(property);
    return {
      name,
      in: "query",
      ...(description !== undefined && { description: String(description) }),
      ...(query.required?.includes(name) && { required: true }),
      ...(deprecated === true && { deprecated }),
      schema,
    };
  });
}

/** A body is optional if its schema allows null: an empty body is read as null. */
const requestBody = (body: TSchema, { requests = {} }: Documentation["examples"]) => ({
  required: !("type" in body && Array.isArray(body.type) && body.type.includes("null")),
  content: json(shown(body), valuesOf(requests)),
});

export const json = (schema: JsonObject, examples: Examples) => ({ "application/json": { schema, examples } });

const valuesOf = (examples: Readonly<Record<string, unknown>>): Examples =>
  Object.fromEntries(Object.entries(examples).map(([name, value]) => [name, { value }]));
