// Keys that may not sign in, and cross-site requests, which must not be able to use a session.
import { expect, test } from "vitest";
import { consoleCall, signIn } from "../../../harness/server/console.ts";
import { rowsOf, sharedServerForFile, type WireBody } from "../../setup.ts";

const server = sharedServerForFile();

test("a wallet's key cannot sign in to the console", async () => {
  const { status, body, headers } = await consoleCall<WireBody>(server(), {
    path: "/session",
    body: { apiKey: server().walletKey },
  });
  expect([status, body.code, headers.get("set-cookie")]).toEqual([403, "forbidden", null]);
});

const FROM_ELSEWHERE: readonly (readonly [string, Record<string, string | null>])[] = [
  ["without the page's header", { "turnpike-console": null }],
  ["with another value of the header", { "turnpike-console": "background" }],
  ["from another site, according to the browser", { "sec-fetch-site": "cross-site" }],
  ["from another host of the same site", { "sec-fetch-site": "same-site" }],
  ["from a typed address", { "sec-fetch-site": "none" }],
  ["from another origin", { origin: "https://evil.example" }],
  ["from an opaque origin", { origin: "null" }],
];

test.each(FROM_ELSEWHERE)("%s: nothing is changed", async (_, headers) => {
  const session = await signIn(server());
  const [merchants, sessions] = [await rowsOf(server(), "merchants"), await rowsOf(server(), "console_sessions")];
  const tries = [
    { path: "/session", body: { apiKey: server().apiKey } },
    { path: "/session", method: "DELETE" as const },
    { path: "/v1/merchants", body: { merchantName: "M", merchantEmail: "m@example.com" } },
  ];
  for (const request of tries) {
    const answer = await session.call<WireBody>({ ...request, headers: { "idempotency-key": "k", ...headers } });
    expect([answer.status, answer.body.code]).toEqual([403, "forbidden"]);
    expect(answer.headers.get("set-cookie")).toBeNull();
  }
  expect(await rowsOf(server(), "merchants")).toBe(merchants);
  expect(await rowsOf(server(), "console_sessions")).toBe(sessions);
});

test("requests from the page itself succeed", async () => {
  const origin = server().baseUrl;
  for (const headers of [
    { origin, "sec-fetch-site": "same-origin" },
    { origin },
    { "sec-fetch-site": "same-origin" },
  ]) {
    const session = await signIn(server());
    expect((await session.call({ path: "/session", method: "DELETE", headers })).status).toBe(200);
  }
});

test("a preflight gets no permission, so other pages cannot send the header", async () => {
  for (const path of ["/session", "/v1/payments", "/v1/merchants", "/nothing"]) {
    const answer = await fetch(`${server().baseUrl}/console/api${path}`, {
      method: "OPTIONS",
      headers: {
        origin: "https://evil.example",
        "access-control-request-method": "POST",
        "access-control-request-headers": "turnpike-console,content-type",
      },
    });
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect([...answer.headers.keys()].filter((name) => name.startsWith("access-control"))).toEqual([]);
  }
});
