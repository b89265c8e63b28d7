// A browser gets a page for every error, and compressed text.
import { request } from "node:http";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { givenPayment } from "../given.ts";
import { sharedServerForFile } from "../setup.ts";

const server = sharedServerForFile();
/** Sent by Chromium and Firefox when they open an address. */
const NAVIGATION = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8";

const get = (path: string, headers: Record<string, string>) =>
  new Promise<{ status: number; headers: NodeJS.Dict<string | string[]>; body: Buffer }>((resolve, reject) => {
    const call = request(server().baseUrl + path, { headers }, async (response) => {
      const chunks = await response.toArray();
      resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) });
    });
    call.on("error", reject).end();
  });

describe("an error", () => {
  test.each([
    ["/nothing/here", 404, "Page not found"],
    ["/v1/payments", 401, "This address is for programs"],
    ["/v1/nothing", 404, "This address is for programs"],
    ["/v1/gateway/payment/pay_unknown/options", 405, "This address is for programs"],
    ["/console/api/session", 401, "This address is for programs"],
    ["/assets/nothing.js", 404, "Page not found"],
    ["/logos/nothing.webp", 404, "Page not found"],
    ["/%", 400, "This address is for programs"],
  ])("at %s is a page for a browser and JSON for everyone else", async (path, status, heading) => {
    const page = await get(path, { accept: NAVIGATION, "accept-language": "en" });
    expect([page.status, page.headers["content-type"]]).toEqual([status, "text/html; charset=utf-8"]);
    expect(page.body.toString()).toContain(`<h1>${heading}</h1>`);
    expect(page.body.toString()).toMatch(new RegExp(`Request <bdi>${page.headers["x-request-id"]}</bdi>`));
    expect(page.headers["content-security-policy"]).toContain("default-src 'none'");
    for (const accept of ["*/*", "application/json", "application/json, text/html"]) {
      const json = await get(path, { accept });
      expect([json.status, json.headers["content-type"]]).toEqual([status, "application/json; charset=utf-8"]);
      expect(JSON.parse(json.body.toString())).toHaveProperty("code");
    }
  });

  test("of a form is a page as well", async () => {
    const response = await fetch(`${server().baseUrl}/pay_unknown/cancel`, {
      method: "POST",
      headers: { accept: NAVIGATION, "content-type": "text/plain" },
      body: "x",
    });
    expect([response.status, response.headers.get("content-type")]).toEqual([415, "text/html; charset=utf-8"]);
  });

  test("is in the reader's language", async () => {
    const { body, headers } = await get("/nothing", { accept: NAVIGATION, "accept-language": "ar" });
    expect(headers["content-language"]).toBe("ar");
    expect(body.toString()).toContain('<html lang="ar" dir="rtl"');
  });
});

describe("compressed as the client accepts it", () => {
  const plain = { br: brotliDecompressSync, gzip: gunzipSync };

  test.each(["br", "gzip"] as const)("%s: pages, the specification and lists", async (coding) => {
    const key = { "api-key": server().apiKey, "merchant-id": server().merchantId };
    const paymentId = await givenPayment(server());
    for (const _ of [1, 2, 3]) await givenPayment(server());
    const paths = [`/${paymentId}`, "/openapi.json", "/v1/payments"];
    for (const path of paths) {
      const { headers, body } = await get(path, { ...key, "accept-encoding": coding });
      expect([path, headers["content-encoding"]]).toEqual([path, coding]);
      expect(headers.vary).toContain("Accept-Encoding");
      expect(Number(headers["content-length"])).toBe(body.length);
      expect(plain[coding](body).toString()).toMatch(/^(<!doctype html>|\{)/);
      const whole = await get(path, key);
      expect(whole.headers["content-encoding"]).toBeUndefined();
      expect(body.length).toBeLessThan(whole.body.length / 2);
    }
  });

  test("never: short responses, and the buyer-data form", async () => {
    const key = { "api-key": server().apiKey, "accept-encoding": "br, gzip" };
    const paymentId = await givenPayment(server());
    for (const path of [`/v1/payments/${paymentId}/status`, "/healthz", "/collect/nothing"]) {
      expect([path, (await get(path, key)).headers["content-encoding"]]).toEqual([path, undefined]);
    }
  });
});
