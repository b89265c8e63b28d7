// Valid and invalid requests to every endpoint never cause a server error, and every response conforms to the
// specification. A failure prints its seed and the request.
import { Agent } from "node:http";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ENDPOINTS } from "../../src/http/endpoints.ts";
import { openApiDocument } from "../../src/http/openapi/document.ts";
import { validatorOf } from "../openapi/validator.ts";
import { serverForFile } from "../routes/setup.ts";
import { LENGTH, SEED } from "../soak/length.ts";
import { callsTo, type FuzzCall, placesOf, type World } from "./calls.ts";
import { faultsOf, send } from "./exchange.ts";
import { givenWorld } from "./world.ts";

const RUNS = 120 * LENGTH;
const OPENAPI = openApiDocument(ENDPOINTS);
const specification = validatorOf(JSON.parse(JSON.stringify(OPENAPI)));

// The server fetches logos from any URL in a request; a test must not reach the internet.
const logoSource = { fetch: async () => ({ ok: false as const, message: "cannot be fetched in this test" }) };
const server = serverForFile({ logoSource });
const agent = new Agent({ keepAlive: true });
let worldOf: (path: string) => Promise<World>;
beforeAll(() => {
  worldOf = (path) => givenWorld(server(), specification, path.includes("refund"));
});
afterAll(() => agent.destroy());

describe.each(placesOf(OPENAPI).map((place) => [`${place.method} ${place.path}`, place] as const))("%s", (_, place) => {
  test("returns only responses that the specification allows", async () => {
    const world = await worldOf(place.path);
    const statuses = new Map<number, number>();
    const property = fc.asyncProperty(callsTo(place, world), async (call) => {
      const answer = await send(server().baseUrl, agent, call);
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
      expect(faultsOf(place.operation, specification, answer)).toEqual([]);
    });
    const right = world.right[place.operation.operationId];
    const examples: [FuzzCall][] = right ? [[right]] : [];
    await fc.assert(property, { seed: SEED, numRuns: RUNS, endOnFailure: true, examples });
    // Guards the test itself: some requests must succeed, and some must fail.
    expect([...statuses.keys()].some((status) => status < 300)).toBe(true);
    expect([...statuses.keys()].some((status) => status >= 400)).toBe(true);
  });
});
