// The specification is valid OpenAPI 3.1, complete, and equals both the table of endpoints and the committed file.
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { Validator } from "@seriousme/openapi-schema-validator";
import { expect, test } from "vitest";
import { PARTNER_ERROR_CODES } from "../../src/contract/errors.ts";
import type { Response } from "../../src/contract/openapi.ts";
import { ENDPOINTS } from "../../src/http/endpoints.ts";
import { openApiDocument } from "../../src/http/openapi/document.ts";
import { validatorOf } from "./validator.ts";

const document = openApiDocument(ENDPOINTS);
const plain: typeof document = JSON.parse(JSON.stringify(document));

const specification = validatorOf(plain);

const operations = Object.entries(plain.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ name: `${method.toUpperCase()} ${path}`, operation })),
);

test("openapi.json is up to date with the table of endpoints", () => {
  // The file that scripts/openapi.js writes. `npm run check` runs that script.
  const committed = readFileSync(resolve(import.meta.dirname, "../../openapi.json"), "utf8");
  expect(committed).toBe(`${JSON.stringify(document, null, 2)}\n`);
});

test("is valid OpenAPI 3.1", async () => {
  const { valid, errors } = await new Validator().validate({ ...plain });
  expect({ valid, errors }).toEqual({ valid: true, errors: undefined });
});

test("has exactly the endpoints, each with a unique id and a summary", () => {
  const templates = ENDPOINTS.map(({ method, path }) => `${method} ${path.replace(/:(\w+)/g, "{$1}")}`);
  expect(operations.map(({ name }) => name).sort()).toEqual(templates.sort());
  for (const { name, operation } of operations) expect(operation.summary, name).toMatch(/\w/);
  for (const { id, body, examples } of ENDPOINTS)
    expect([id, examples.requests !== undefined]).toEqual([id, body !== undefined]);
  const ids = operations.map(({ operation }) => operation.operationId);
  expect(new Set(ids).size).toBe(ENDPOINTS.length);
});

test("paths for other clients are in the last group, with unique titles", () => {
  expect(plain.tags.at(-1)?.name).toBe("Other clients");
  const others = operations.filter(({ operation }) => operation.tags.includes("Other clients"));
  expect(others.map(({ name }) => name.replace(/^\w+ /, "")).sort()).toEqual([
    "/v1/merchant/payment",
    "/v1/merchant/payment/{id}",
    "/v1/merchant/payment/{id}/status",
    "/v1/merchants/{merchantId}/payments",
  ]);
  const titles = others.map(({ operation }) => operation.summary);
  const elsewhere = operations.filter(({ operation }) => !operation.tags.includes("Other clients"));
  expect(elsewhere.filter(({ operation }) => titles.includes(operation.summary))).toEqual([]);
});

test("has every error code with an example", () => {
  const shown = new Set(
    operations.flatMap(({ operation }) =>
      Object.values(operation.responses)
        .map((response) => specification.resolve(response))
        .flatMap(({ content }) => Object.keys(content["application/json"]?.examples ?? {})),
    ),
  );
  // Wallet SDKs know the first, but no endpoint returns it. Only the console's own endpoints return the second.
  const unused = ["unauthorized", "request_closed"];
  expect(PARTNER_ERROR_CODES.filter((code) => !shown.has(code) && !unused.includes(code))).toEqual([]);
});

test("a refusal shared by several operations is defined once", () => {
  const { responses } = plain.components;
  const texts = Object.values(responses).map((response) => JSON.stringify(response));
  expect(new Set(texts).size).toBe(texts.length);
  const referred = operations
    .flatMap(({ operation }) => Object.entries(operation.responses))
    .filter(([status]) => status >= "4");
  expect(referred.filter(([, response]) => !("$ref" in response))).toEqual([]);
  for (const [status, response] of referred) {
    const { content } = specification.resolve(response);
    expect(specification.faults(content["application/json"]?.schema ?? {}, { code: "x" }), status).not.toEqual([]);
  }
});

test("every path parameter is described, and every reference resolves", () => {
  for (const { name, operation } of operations) {
    for (const parameter of operation.parameters) {
      if ("in" in parameter && parameter.in === "path") {
        expect(parameter.description, `${name}: ${parameter.name}`).toBeTypeOf("string");
      }
    }
  }
  const targets = [...JSON.stringify(plain).matchAll(/"\$ref":"#\/([^"]+)"/g)].map(([, pointer]) => pointer ?? "");
  for (const pointer of new Set(targets)) {
    let found: unknown = plain;
    for (const step of pointer.split("/")) found = (found as Record<string, unknown> | undefined)?.[step];
    expect(found, pointer).toBeTypeOf("object");
  }
});

test.each(operations.map(({ name, operation }) => [name, operation] as const))(
  "%s has valid examples of its body and its response",
  (_, operation) => {
    const contents: Response["content"][] = [
      ...(operation.requestBody ? [operation.requestBody.content] : []),
      ...Object.values(operation.responses).map((response) => specification.resolve(response).content),
    ];
    for (const content of contents.flatMap((each) => Object.values(each))) {
      const examples = Object.values(content.examples);
      expect(examples.length).toBeGreaterThan(0);
      for (const example of examples) {
        expect(specification.faults(content.schema, specification.resolve(example).value)).toEqual([]);
      }
    }
  },
);

test.each(Object.entries(plain.webhooks))(
  "the webhook %s has a valid sample, which names its type",
  (type, { post }) => {
    const { schema, examples } = post.requestBody?.content["application/json"] ?? { schema: {}, examples: {} };
    const [sample] = Object.values(examples).map((example) => specification.resolve(example).value);
    expect(specification.faults(schema, sample)).toEqual([]);
    expect(JSON.stringify(sample)).toContain(`"type":"${type}"`);
  },
);

test("each error says what to do", () => {
  for (const [code, { summary, description }] of Object.entries(plain.components.examples)) {
    expect(summary, code).toMatch(/^[A-Z]/);
    expect(description, code).toMatch(/^[A-Z].*\.$/s);
  }
});
