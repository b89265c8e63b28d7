// Files at fixed addresses that browsers and search engines ask for by themselves.
import { expect, test } from "vitest";
import { sharedServerForFile } from "./setup.ts";

const server = sharedServerForFile("api");

test("the icon is at its customary address", async () => {
  const { status, headers, body } = await server().call<string>({ path: "/favicon.ico" });
  expect([status, headers.get("content-type")]).toEqual([200, "image/svg+xml"]);
  expect(body).toContain("<svg");
});

test("search engines may open no address with a payment", async () => {
  const { status, headers, body } = await server().call<string>({ path: "/robots.txt" });
  expect([status, headers.get("content-type")]).toEqual([200, "text/plain; charset=utf-8"]);
  expect(body).toMatch(/^User-agent: \*$/m);
  expect(body).toMatch(/^Disallow: \/$/m);
  expect(body.match(/^Allow: .+$/gm)).toEqual([
    "Allow: /docs",
    "Allow: /llms.txt",
    "Allow: /openapi.json",
    "Allow: /assets/",
  ]);
});
