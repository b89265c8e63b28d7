// One endpoint as an operation of the specification.
import { type ErrorCode, GatewayError, PartnerError } from "../../contract/errors.ts";
import type { Examples, JsonObject, Operation, Parameter, Response } from "../../contract/openapi.ts";
import { closed } from "../../contract/primitives.ts";
import type { Endpoint } from "../endpoint.ts";
import type { Description } from "./descriptions.ts";
import { errorsOf } from "./errors.ts";
import type { EndpointExamples } from "./examples/example.ts";
import { MERCHANT_ID, PAYMENT_ID, SETTLEMENT_ID } from "./examples/values.ts";
import { requestHeadersOf, responseHeadersOf } from "./headers.ts";
import { shown } from "./schemas.ts";

export function operationOf(
  endpoint: Endpoint,
  { id, tag, summary, description, errors = {} }: Description,
  examples: EndpointExamples,
): Operation {
  const { status, response, body } = endpoint;
  return {
    operationId: id,
    summary,
    ...(description !== undefined && { description }),
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
        description: "Done.",
        headers: responseHeadersOf(endpoint, status),
        content: json(shown(response), valuesOf(examples.answers)),
      },
      ...Object.fromEntries(errorsOf(endpoint, errors).map(([code, codes]) => [code, refusal(endpoint, code, codes)])),
    },
  };
}

const securityOf = ({ side, legacyKey }: Endpoint): readonly JsonObject[] => [
  { ApiKey: [] },
  { Bearer: [] },
  ...(legacyKey ? [{ LegacyApiKey: [] }] : []),
  ...(side === "gateway" ? [{ AppId: [], ClientId: [] }] : []),
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

/** What an id stands for, by the path segment before it. */
const PATH_IDS: Readonly<Record<string, { description: string; example: string }>> = {
  payment: { description: "A payment's id.", example: PAYMENT_ID },
  payments: { description: "A payment's id.", example: PAYMENT_ID },
  merchants: { description: "A merchant's id.", example: MERCHANT_ID },
  crypto: { description: "A crypto settlement's id.", example: SETTLEMENT_ID },
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

/** A body may be left out where its schema takes null, which is what an empty one is read as. */
const requestBody = (schema: JsonObject, { bodies = {} }: EndpointExamples) => ({
  required: !(Array.isArray(schema.type) && schema.type.includes("null")),
  content: json(schema, valuesOf(bodies)),
});

const refusal = (endpoint: Endpoint, status: number, codes: readonly ErrorCode[]): Response => ({
  description: DESCRIPTION_OF_STATUS[status] ?? "Refused.",
  headers: responseHeadersOf(endpoint, status),
  content: json(
    {
      allOf: [
        shown(endpoint.side === "gateway" ? GatewayError : PartnerError),
        { properties: { code: { enum: [...codes] } } },
      ],
    },
    Object.fromEntries(codes.map((code) => [code, { $ref: `#/components/examples/${code}` }])),
  ),
});

const DESCRIPTION_OF_STATUS: Readonly<Record<number, string>> = {
  400: "The request is wrong; a repeat of it will not help. `issues` names the fields.",
  401: "The caller is not known.",
  403: "The caller may not do this.",
  404: "There is no such thing for this caller.",
  409: "It conflicts with what was done before.",
  410: "The payment's time has run out.",
  413: "The body is larger than 256 KiB.",
  415: "The body is not JSON.",
  422: "Well-formed, but an account or a signature in it does not hold.",
  429: "Too many requests; wait as long as Retry-After says.",
  451: "This account cannot be used.",
  500: "A fault of the server; the request may be repeated.",
  502: "A service behind this one did not answer; the request may be repeated.",
  503: "Something the server needs does not answer right now; the request may be repeated.",
};

const json = (schema: JsonObject, examples: Examples) => ({ "application/json": { schema, examples } });

const valuesOf = (examples: Readonly<Record<string, unknown>>): Examples =>
  Object.fromEntries(Object.entries(examples).map(([name, value]) => [name, { value }]));
