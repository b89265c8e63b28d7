import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { ENDPOINTS } from "../../../src/http/endpoints.ts";
import { openApiDocument } from "../../../src/http/openapi/document.ts";
import { ICON_LINK, ICON_PATH } from "../../../src/pages/icon.ts";
import { sharedServerForFile } from "../setup.ts";

const server = sharedServerForFile();
const read = () => server().call<string>({ path: "/docs", headers: { "api-key": null, "merchant-id": null } });
const { paths, components } = openApiDocument(ENDPOINTS);

test("is public and links to every endpoint, error and schema", async () => {
  const { status, headers, body } = await read();
  expect([status, headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"]);
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods));
  expect(operations).toHaveLength(ENDPOINTS.length);
  for (const { operationId } of operations) expect(body).toContain(`<section id="${operationId}">`);
  for (const code of Object.keys(components.examples)) expect(body).toContain(`id="error-${code}"`);
  for (const name of Object.keys(components.schemas)) expect(body).toContain(`id="schema-${name}"`);
});

test("every link points into the document or to the document itself, except the tab icon", async () => {
  const { body } = await read();
  const targets = [...body.matchAll(/href="([^"]*)"/g)].map(([, target]) => target ?? "");
  const ids = new Set([...body.matchAll(/ id="([^"]*)"/g)].map(([, id]) => `#${id}`));
  expect(targets.filter((target) => !ids.has(target) && !["/openapi.json", ICON_PATH].includes(target))).toEqual([]);
});

test("needs no script and no outside resources, and its policy allows neither", async () => {
  const { headers, body } = await read();
  const style = /<style>([\s\S]*?)<\/style>/.exec(body)?.[1] ?? "";
  const hash = createHash("sha256").update(style).digest("base64");
  const policy = headers.get("content-security-policy")?.split("; ");
  expect(policy).toEqual(expect.arrayContaining(["default-src 'none'", `style-src 'sha256-${hash}'`]));
  expect(body.replace(ICON_LINK, "")).not.toMatch(/<script|<link|<img|<iframe|style="|\son\w+=|src=/);
  expect(style).toContain("prefers-color-scheme: dark");
});
