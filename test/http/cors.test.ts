// Web wallets call the gateway from any origin; browsers never call partner endpoints.
import { describe, expect, test } from "vitest";
import { givenPayment } from "../routes/given.ts";
import { callTo, OF_GATEWAY, OF_PARTNER } from "../routes/server/every-endpoint/calls.ts";
import { sharedServerForFile } from "../routes/setup.ts";

const server = sharedServerForFile();
const ORIGIN = "https://wallet.example";
const EXPOSED = ["Pay-Version", "Retry-After", "RateLimit", "RateLimit-Policy", "X-Request-Id"];

const preflight = (path: string, method: string, asked: string) =>
  fetch(server().baseUrl + path, {
    method: "OPTIONS",
    headers: {
      origin: ORIGIN,
      "access-control-request-method": method,
      "access-control-request-headers": asked,
    },
  });

describe.each(OF_GATEWAY)("%s", (_, endpoint) => {
  test("its preflight allows the headers that wallets send, without credentials", async () => {
    const asked = "api-key,app-id,client-id,pay-version,wcp-version,sdk-name,x-own,content-type,authorization";
    const answer = await preflight(callTo(endpoint).path, endpoint.method, asked);
    expect(answer.status).toBe(204);
    expect(answer.headers.get("access-control-allow-origin")).toBe("*");
    expect(answer.headers.get("access-control-allow-methods")?.split(", ")).toContain(endpoint.method);
    expect(answer.headers.get("access-control-allow-headers")).toBe(asked);
    expect(answer.headers.get("access-control-allow-credentials")).toBeNull();
    expect(Number(answer.headers.get("access-control-max-age"))).toBeGreaterThan(0);
  });

  test("lets a page read its responses, including errors", async () => {
    for (const apiKey of [server().walletKey, null]) {
      const { headers } = await server().call(callTo(endpoint, { origin: ORIGIN, "api-key": apiKey }));
      expect(headers.get("access-control-allow-origin")).toBe("*");
      expect(headers.get("access-control-expose-headers")?.split(", ")).toEqual(EXPOSED);
    }
  });
});

test("lets a page read a success and the error of an unknown path", async () => {
  const paymentId = await givenPayment(server());
  for (const path of [`/v1/gateway/payment/${paymentId}`, "/v1/gateway/nothing"]) {
    const { headers } = await server().call({ path, headers: { origin: ORIGIN } });
    expect(headers.get("access-control-allow-origin")).toBe("*");
  }
});

describe.each(OF_PARTNER)("%s", (_, endpoint) => {
  test("sends a page no CORS headers and refuses the preflight", async () => {
    const { headers } = await server().call(callTo(endpoint, { origin: ORIGIN }));
    const answer = await preflight(callTo(endpoint).path, endpoint.method, "api-key");
    expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([405, "invalid_params"]);
    for (const sent of [headers, answer.headers]) {
      expect([...sent.keys()].filter((name) => name.startsWith("access-control-"))).toEqual([]);
    }
  });
});
