// The specification: a valid OpenAPI 3.1 document, complete, true to the table of endpoints, and what is checked in.
import { execFileSync } from "node:child_process";
import { resolve } from "node:path";
import { Validator } from "@seriousme/openapi-schema-validator";
import { expect, test } from "vitest";
import { PARTNER_ERROR_CODES } from "../../src/contract/errors.ts";
import { ENDPOINTS } from "../../src/http/endpoints.ts";
import { openApiDocument } from "../../src/http/openapi/document.ts";
import { validatorOf } from "./validator.ts";

const document = openApiDocument(ENDPOINTS);
const plain: typeof document = JSON.parse(JSON.stringify(document));

const specification = validatorOf(plain);

const operations = Object.entries(plain.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ name: `${method.toUpperCase()} ${path}`, operation })),
);

test("openapi.json is what the table of endpoints makes today", () => {
  const script = resolve(import.meta.dirname, "../../scripts/openapi.js");
  execFileSync(process.execPath, [script, "--check"], { stdio: ["ignore", "ignore", "pipe"] });
});

test("it is valid OpenAPI 3.1", async () => {
  const { valid, errors } = await new Validator().validate({ ...plain });
  expect({ valid, errors }).toEqual({ valid: true, errors: undefined });
});

test("it has every endpoint, each with a unique id and a summary, and nothing else", () => {
  const templates = ENDPOINTS.map(({ method, path }) => `${method} ${path.replace(/:(\w+)/g, "{$1}")}`);
  expect(operations.map(({ name }) => name).sort()).toEqual(templates.sort());
  for (const { name, operation } of operations) expect(operation.summary, name).toMatch(/\w/);
  for (const { id, body, examples } of ENDPOINTS)
    expect([id, examples.requests !== undefined]).toEqual([id, body !== undefined]);
  const ids = operations.map(({ operation }) => operation.operationId);
  expect(new Set(ids).size).toBe(ENDPOINTS.length);
});

test("it names every error code, and each with an example", () => {
  const shown = new Set(
    operations.flatMap(({ operation }) =>
      Object.values(operation.responses)
        .map((response) => specification.resolve(response))
        .flatMap(({ content }) => Object.keys(content["application/json"].examples)),
    ),
  );
  // Codes that nothing answers today, though wallet SDKs know them.
  const unused = ["unauthorized"];
  expect(PARTNER_ERROR_CODES.filter((code) => !shown.has(code) && !unused.includes(code))).toEqual([]);
});

test("a refusal that several operations have stands in it once", () => {
  const { responses } = plain.components;
  const texts = Object.values(responses).map((response) => JSON.stringify(response));
  expect(new Set(texts).size).toBe(texts.length);
  const referred = operations
    .flatMap(({ operation }) => Object.entries(operation.responses))
    .filter(([status]) => status >= "4");
  expect(referred.filter(([, response]) => !("$ref" in response))).toEqual([]);
  for (const [status, response] of referred) {
    const { content } = specification.resolve(response);
    expect(specification.faults(content["application/json"].schema, { code: "x" }), status).not.toEqual([]);
  }
});

test("every path parameter is described, and every reference leads somewhere", () => {
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
  "%s has examples of body and answer, and they are valid",
  (_, operation) => {
    const contents = [
      ...(operation.requestBody ? [operation.requestBody.content] : []),
      ...Object.values(operation.responses).map((response) => specification.resolve(response).content),
    ];
    for (const { "application/json": content } of contents) {
      const examples = Object.values(content.examples);
      expect(examples.length).toBeGreaterThan(0);
      for (const example of examples) {
        expect(specification.faults(content.schema, specification.resolve(example).value)).toEqual([]);
      }
    }
  },
);
