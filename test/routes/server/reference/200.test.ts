import { expect, test } from "vitest";
import { sharedServerForFile } from "../../setup.ts";

const server = sharedServerForFile();
const read = (path: string) => server().call<string>({ path, headers: { "api-key": null, "merchant-id": null } });

test("is public, and all its scripts and styles are this server's content-addressed files", async () => {
  const { status, headers, body } = await read("/docs/reference");
  expect([status, headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"]);
  const loaded = [...body.matchAll(/ (?:src|href)="([^"]*\.(?:js|css))"/g)].map(([, path]) => path ?? "");
  expect(loaded).not.toEqual([]);
  for (const path of loaded) {
    expect(path).toMatch(/^\/assets\/reference\/[\w-]+\.(js|css)$/);
    const asset = await fetch(server().baseUrl + path);
    expect([asset.status, asset.headers.get("cache-control")]).toEqual([200, "public, max-age=31536000, immutable"]);
  }
});

test("its policy forbids inline scripts, eval and other hosts", async () => {
  const { headers, body } = await read("/docs/reference");
  expect(headers.get("content-security-policy")?.split("; ")).toEqual([
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ]);
  expect(body).not.toMatch(/<script>|\son\w+=|https?:/);
});

test("refers to the specification for readers without JavaScript", async () => {
  const { body } = await read("/docs/reference");
  const [, path = ""] = /href="([^"]+)">OpenAPI specification</.exec(body) ?? [];
  expect((await read(path)).body).toMatchObject({ openapi: "3.1.0" });
});
