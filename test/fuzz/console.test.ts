// Arbitrary requests to everything under /console/api by a signed-in user never cause a server error.
import { Agent } from "node:http";
import fc from "fast-check";
import { afterAll, describe, expect, test } from "vitest";
import { SIGN_IN_ROUTES } from "../../src/http/console/people/sign-in.ts";
import { CONSOLE_ROUTES } from "../../src/http/console/routes.ts";
import { asPartner } from "../harness/server/as-partner.ts";
import { OWN_PAGE, signIn } from "../harness/server/console.ts";
import { givenPayment } from "../routes/given.ts";
import { type RouteServer, serverForFile } from "../routes/setup.ts";
import { LENGTH, SEED } from "../soak/length.ts";
import { send } from "./exchange.ts";
import { junk, junkText } from "./junk.ts";

const RUNS = 40 * LENGTH;

const logoSource = { fetch: async () => ({ ok: false as const, message: "cannot be fetched in this test" }) };
const server = serverForFile({ logoSource });
const agent = new Agent({ keepAlive: true });
afterAll(() => agent.destroy());

const ROUTES = [
  ...CONSOLE_ROUTES.map(({ method, path, endpoint }) => ({ method, path, names: namesIn(endpoint.query) })),
  ...SIGN_IN_ROUTES.map((route) => ({ ...route, names: [] as string[] })),
];

/** Query parameters, except the one that holds the response. */
function namesIn(query: object | undefined): string[] {
  const properties = query && "properties" in query ? Object.keys(query.properties as object) : [];
  return properties.filter((name) => name !== "maxPollMs");
}

const VALUES = [
  "",
  "0",
  "1",
  "-1",
  "day",
  "hour",
  "UTC",
  "Europe/Berlin",
  "2026-01-01T00:00:00Z",
  "9999-12-31T23:59:59Z",
  "asc",
];
const value = fc.oneof(fc.constantFrom(...VALUES), junkText);

describe.each(ROUTES.map((route) => [`${route.method} ${route.path}`, route] as const))("%s", (_, route) => {
  test("responds without a server error", async () => {
    // A separate partner per route, because one route's requests delete data that the next one needs.
    const owner = asPartner(server(), await server().newOwner());
    const { cookie } = await signIn(owner);
    const ids = [await givenPayment(owner as RouteServer), owner.merchantId, "key_unknown"];
    const segment = fc.oneof(
      fc.constantFrom(...ids),
      junkText.map((text) => encodeURIComponent(text.replace(/\p{Cs}/gu, ""))),
    );
    const call = fc.record({
      path: fc.array(segment, { minLength: 2, maxLength: 2 }).map((parts) => {
        const left = [...parts];
        return route.path.replace(/:\w+/g, () => left.pop() || "x");
      }),
      query: fc.array(fc.tuple(fc.constantFrom(...route.names, "unknown"), value), { maxLength: 6 }),
      headers: fc.constantFrom({}, { "api-key": owner.apiKey }, { "idempotency-key": "k", "merchant-id": "x" }),
      body: fc.option(junk.map((body) => JSON.stringify(body))),
    });
    const property = fc.asyncProperty(call, async ({ path, query, headers, body }) => {
      const answer = await send(server().baseUrl, agent, {
        method: route.method,
        path: query.length > 0 ? `${path}?${new URLSearchParams(query)}` : path,
        headers: { ...OWN_PAGE, cookie, "content-type": "application/json", ...headers },
        body: route.method === "GET" ? null : body,
      });
      expect([path, answer.status < 500]).toEqual([path, true]);
    });
    await fc.assert(property, { seed: SEED, numRuns: RUNS, endOnFailure: true });
  });
});
