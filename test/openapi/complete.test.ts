// The specification lacks nothing that an endpoint takes, and a generator finds a name for everything in it.
import Type, { type TSchema } from "typebox";
import { describe, expect, test } from "vitest";
import type { JsonObject, Parameter, Response } from "../../src/contract/openapi.ts";
import { EVENT_TYPES } from "../../src/events/types.ts";
import { ENDPOINTS } from "../../src/http/endpoints.ts";
import { openApiDocument } from "../../src/http/openapi/document.ts";
import { templateOf } from "../../src/http/openapi/operation.ts";
import { READ_HEADERS } from "../../src/http/steps/check-headers.ts";
import { validatorOf } from "./validator.ts";

const document: ReturnType<typeof openApiDocument> = JSON.parse(JSON.stringify(openApiDocument(ENDPOINTS)));
const { resolve } = validatorOf(document);

/** A schema without references. */
function inFull(value: unknown): unknown {
  const found: unknown = resolve(value as JsonObject);
  if (Array.isArray(found)) return found.map(inFull);
  if (typeof found !== "object" || found === null) return found;
  return Object.fromEntries(Object.entries(found).map(([name, field]) => [name, inFull(field)]));
}

/** Each property with its place, its types, limits and formats: `lineItems[].name.maxLength=120`. */
function factsOf(schema: unknown, place = ""): string[] {
  if (typeof schema !== "object" || schema === null) return [];
  const { properties = {}, items, anyOf = [], type, description, ...facts } = schema as Record<string, unknown>;
  const types = [type ?? []].flat().filter((each) => each !== "null");
  return [
    ...types.map((each) => `${place} is ${each}`),
    // The rule that a pattern states may be in the description.
    ...Object.entries(facts).flatMap(([name, fact]) => (name === "pattern" ? [] : `${place}.${name}=${fact}`)),
    ...Object.entries(properties as object).flatMap(([name, field]) => factsOf(field, `${place}.${name}`)),
    ...factsOf(items, `${place}[]`),
    ...(anyOf as unknown[]).flatMap((one) => factsOf(one, place)),
  ];
}
/** Every pattern of a schema, with its description. */
const patternsOf = (schema: unknown): string[] =>
  [...JSON.stringify(schema ?? null).matchAll(/"pattern":("(?:[^"\\]|\\.)*")/g)].map(([, text]) =>
    JSON.parse(text ?? ""),
  );

const plain = (schema: TSchema): unknown => JSON.parse(JSON.stringify(schema));

describe.each(ENDPOINTS.map((endpoint) => [endpoint.id, endpoint] as const))("%s", (_, endpoint) => {
  const operation = document.paths[templateOf(endpoint.path)]?.[endpoint.method.toLowerCase()];
  const parameters = (operation?.parameters ?? []).map((each): Parameter => resolve(each as Parameter));
  const named = (place: Parameter["in"]) => parameters.filter((each) => each.in === place);

  test("has each key of its query", () => {
    const { properties, required = [] } = (endpoint.query ?? Type.Object({})) as ReturnType<typeof Type.Object>;
    expect(named("query").map(({ name }) => name)).toEqual(Object.keys(properties));
    for (const { name, required: isRequired = false, schema } of named("query")) {
      expect([name, isRequired]).toEqual([name, required.includes(name as never)]);
      const { deprecated: _, ...own } = plain(properties[name] as TSchema) as JsonObject;
      expect(factsOf(inFull(schema)).sort()).toEqual(factsOf(own).sort());
    }
  });

  test("has each header that it reads", () => {
    const names = [
      ...(endpoint.merchant === "none" ? [] : ["Merchant-Id"]),
      ...(endpoint.idempotency === "none" ? [] : ["Idempotency-Key"]),
    ];
    expect(named("header").map(({ name }) => name)).toEqual([...names, "Pay-Version"]);
    const required = named("header").filter((each) => each.required);
    expect(required.map(({ name }) => name)).toEqual([
      ...(endpoint.merchant === "required" ? ["Merchant-Id"] : []),
      ...(endpoint.idempotency === "required" ? ["Idempotency-Key"] : []),
    ]);
  });

  test("has each key of its body, and says whether it needs one", () => {
    const shown = operation?.requestBody;
    if (!endpoint.body) return expect(shown).toBeUndefined();
    expect(factsOf(inFull(shown?.content["application/json"].schema)).sort()).toEqual(
      factsOf(plain(endpoint.body)).sort(),
    );
    const mayBeNull = [(plain(endpoint.body) as { type: unknown }).type].flat().includes("null");
    expect(shown?.required).toBe(!mayBeNull);
  });

  test("has each key of its response, under a name", () => {
    const [content] = Object.values(resolve(operation?.responses[endpoint.status] as Response).content);
    const schema = content?.schema;
    expect(factsOf(inFull(schema)).sort()).toEqual(factsOf(plain(endpoint.response)).sort());
    expect(schema).toHaveProperty("$ref");
    if (operation?.requestBody) {
      expect(operation.requestBody.content["application/json"].schema).toHaveProperty("$ref");
    }
  });

  test("says every pattern, as one or in words", () => {
    const shown =
      JSON.stringify(inFull(operation?.parameters)) + JSON.stringify(inFull(operation?.requestBody ?? null));
    for (const pattern of [...patternsOf(endpoint.query), ...patternsOf(endpoint.body)]) {
      expect(shown).toContain(JSON.stringify(pattern).slice(1, -1));
    }
  });
});

test("each header that the server reads is a parameter, a credential, or in the introduction", () => {
  const schemes = Object.values(document.components.securitySchemes) as { name?: string }[];
  const known = [
    ...Object.values(document.components.parameters).map(({ name }) => name),
    ...schemes.map(({ name = "Authorization" }) => name),
    ...[...document.info.description.matchAll(/`([A-Za-z]+(?:-[A-Za-z]+)+)`/g)].map(([, name]) => name ?? ""),
  ].map((name) => name.toLowerCase());
  expect([...READ_HEADERS, "x-request-id"].filter((name) => !known.includes(name))).toEqual([]);
});

test("has patterns that every language reads alike", () => {
  const patterns = patternsOf(document);
  expect(patterns.length).toBeGreaterThan(5);
  // RE2 and Python's `re` have no \p{…}, \u…, lookaround or references alike.
  expect(patterns.filter((pattern) => /\\[pPuk1-9]|\(\?/.test(pattern))).toEqual([]);
});

test("each type of event has a webhook with a named body", () => {
  const bodies = EVENT_TYPES.map((type) => {
    const { schema } = document.webhooks[type]?.post.requestBody?.content["application/json"] ?? {};
    expect(inFull(schema)).toMatchObject({ properties: { type: { enum: [type] } } });
    return schema?.$ref;
  });
  expect(new Set(bodies).size).toBe(EVENT_TYPES.length);
  expect(bodies).toContain("#/components/schemas/PaymentSucceededEvent");
  for (const type of ["charge:created", "charge:confirmed", "charge:failed", "charge:delayed"]) {
    expect(document.webhooks).toHaveProperty([type]);
  }
});

test("every component is used, and has a name that is an identifier", () => {
  const { securitySchemes, ...others } = document.components;
  const used = new Set([...JSON.stringify(document).matchAll(/"#\/components\/([^"]+)"/g)].map(([, place]) => place));
  const names = Object.entries(others).flatMap(([kind, components]) =>
    Object.keys(components).map((name) => `${kind}/${name}`),
  );
  // A reader finds every error there is.
  expect(names.filter((name) => !used.has(name) && !name.startsWith("examples/"))).toEqual([]);
  const schemas = [...Object.keys(others.schemas), ...Object.keys(others.responses)];
  expect(schemas.filter((name) => !/^[A-Z][A-Za-z0-9]*$/.test(name))).toEqual([]);
  const things = [
    "Event",
    "WebhookEndpoint",
    "Delivery",
    "PaymentLink",
    "Charge",
    "Payment",
    "Merchant",
    "PartnerError",
  ];
  expect(Object.keys(others.schemas)).toEqual(expect.arrayContaining(things));
  expect(document.info.license).toEqual({ name: "MIT", identifier: "MIT" });
});
