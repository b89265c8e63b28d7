import { expect, test } from "vitest";
import { givenLogoServer } from "../../logo-server.ts";
import { serverForFile } from "../../setup.ts";

const logos = givenLogoServer();
const server = serverForFile({ logoSource: logos.source });

test("a logo is public and immutable, and its headers allow nothing else", async () => {
  const { body } = await server().call({
    method: "PATCH",
    path: `/v1/merchants/${server().merchantId}`,
    body: { iconUrl: logos.url("/square.png") },
  });
  const { pathname } = new URL(body.merchant.iconUrl ?? "");
  const response = await fetch(server().baseUrl + pathname);
  expect(response.status).toBe(200);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    "content-type": "image/webp",
    "cache-control": "public, max-age=31536000, immutable",
    "content-security-policy": "default-src 'none'; sandbox",
    "x-content-type-options": "nosniff",
    "cross-origin-resource-policy": "cross-origin",
  });
  const bytes = await response.arrayBuffer();
  const digest = Buffer.from(await crypto.subtle.digest("SHA-256", bytes)).toString("hex");
  expect(pathname).toBe(`/logos/${digest}.webp`);
  expect(response.headers.get("content-length")).toBe(String(bytes.byteLength));
  expect((await fetch(server().baseUrl + pathname, { method: "HEAD" })).status).toBe(200);
});
