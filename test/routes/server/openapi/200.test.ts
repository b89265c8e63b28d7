import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, test } from "vitest";
import { ENDPOINTS } from "../../../../src/http/endpoints.ts";
import { openApiDocument } from "../../../../src/http/openapi/document.ts";
import type { PublicRoute } from "../../../../src/http/public-route.ts";
import { specificationRoute } from "../../../../src/http/routes/pages/specification.ts";
import { sharedServerForFile } from "../../setup.ts";

const server = sharedServerForFile();

test("is public and equals the committed specification", async () => {
  const headers = { "api-key": null, "merchant-id": null };
  const answer = await server().call<object>({ path: "/openapi.json", headers });
  expect(answer.status).toBe(200);
  expect(answer.headers.get("content-type")).toBe("application/json; charset=utf-8");
  expect(answer.headers.get("cache-control")).toBe("public, max-age=300");
  const checkedIn = readFileSync(resolve(import.meta.dirname, "../../../../openapi.json"), "utf8");
  const servers = [{ url: server().baseUrl.replace("127.0.0.1", "localhost"), description: "This server." }];
  expect(answer.body).toEqual({ ...JSON.parse(checkedIn), servers });
});

test.each(["/openapi.json", "/docs", "/docs/reference", "/docs/webhooks.md", "/llms.txt"])(
  "%s is sent once to a client that keeps it",
  async (path) => {
    const first = await fetch(server().baseUrl + path);
    const etag = first.headers.get("etag") ?? "";
    expect(etag).toMatch(/^W\/"[\w-]{43}"$/);
    for (const given of [etag, `"other", ${etag.slice(2)}`, "*"]) {
      const { status, headers } = await fetch(server().baseUrl + path, { headers: { "if-none-match": given } });
      expect([status, headers.get("etag"), headers.get("cache-control")]).toEqual([304, etag, "public, max-age=300"]);
    }
    const other = await fetch(server().baseUrl + path, { headers: { "if-none-match": '"other"' } });
    expect([other.status, (await other.text()).length]).toEqual([200, (await first.text()).length]);
  },
);

test("is compressed once", async () => {
  const { handle } = specificationRoute((publicUrl) => openApiDocument(ENDPOINTS, publicUrl));
  const host = { settings: { publicUrl: "https://pay.example" } } as Parameters<PublicRoute["handle"]>[0];
  const ask = (coding: string) => {
    const request = { headers: { "accept-encoding": coding } } as Parameters<PublicRoute["handle"]>[1];
    return handle(host, request, { headers: () => {} } as unknown as Parameters<PublicRoute["handle"]>[2]);
  };
  for (const coding of ["br", "gzip", "identity"]) {
    const body = await ask(coding);
    expect(body).toBeInstanceOf(Buffer);
    expect(await ask(coding)).toBe(body);
  }
});
