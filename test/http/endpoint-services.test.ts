// An endpoint gets only the services in its `uses`, also inside the transaction that stores its response.
import Type from "typebox";
import { afterAll, beforeAll, describe, expect, expectTypeOf, test } from "vitest";
import { CONSOLE_ENDPOINTS } from "../../src/http/console/routes.ts";
import { type Endpoint, endpoint } from "../../src/http/endpoint.ts";
import { ENDPOINTS } from "../../src/http/endpoints.ts";
import { createRateLimiter } from "../../src/http/limits/rate-limit.ts";
import { registerEndpoint } from "../../src/http/register-endpoint.ts";
import { buildServer } from "../../src/http/server.ts";
import type { Services } from "../../src/http/services.ts";
import { fakeServices, PARTNER_KEY, readableLogger, settingsWith } from "../harness/fake-ports.ts";

/** The services passed to each call of the endpoint below. */
const seen: { services: string[]; transaction: string[] } = { services: [], transaction: [] };

const probe = endpoint({
  id: "probe",
  tag: "Payments",
  summary: "Note which services are within reach",
  route: "POST /v1/probe",
  caller: "partner",
  idempotency: "optional",
  request: { body: Type.Object({}) },
  response: [200, Type.Object({})],
  examples: { requests: { nothing: {} }, responses: { nothing: {} } },
  uses: ["merchants", "chains", "nowMs"],
  handle(services, call) {
    expectTypeOf(services).toEqualTypeOf<Pick<Services, "merchants" | "chains" | "nowMs">>();
    seen.services = Object.keys(services);
    return call.once(async (tx) => {
      expectTypeOf<keyof typeof tx>().toEqualTypeOf<"merchants">();
      seen.transaction = Object.keys(tx);
      return {};
    });
  },
});

/** Every service, so that a missing one is missing on purpose. */
const everything = fakeServices({
  merchants: {},
  payments: {},
  logos: {},
  settlements: {},
  keyRecords: {},
  madeByKeys: {},
  sessions: {},
  cursorKeys: [Buffer.alloc(32)],
  idempotency: {
    once: async (_partnerId, _request, effect) => ({
      answer: await effect({ merchants: {}, payments: {}, logos: {}, settlements: {} } as Parameters<typeof effect>[0]),
      isReplay: false,
    }),
  },
});

describe("an endpoint", () => {
  const { logger } = readableLogger();
  const app = buildServer(everything, settingsWith(logger));
  const limiter = createRateLimiter(null);
  const host = {
    services: everything,
    settings: settingsWith(logger),
    hold: () => null,
    limiter,
  };
  beforeAll(async () => {
    registerEndpoint(app, host, probe);
    await app.ready();
  });
  afterAll(() => app.close());

  test.each([[{}], [{ "gets the services that it lists and no others, with %o": "k" }]])(
    "gets only the services that it lists, with headers %o",
    async (headers) => {
      const { statusCode } = await app.inject({
        method: "POST",
        url: "/v1/probe",
        headers: { "api-key": PARTNER_KEY.apiKey, ...headers },
        payload: {},
      });
      expect(statusCode).toBe(200);
      expect(seen).toEqual({ services: ["merchants", "chains", "nowMs"], transaction: ["merchants"] });
    },
  );
});

test("no API endpoint gets keys or sessions, and no wallet endpoint a partner's data", () => {
  const using = (endpoints: readonly Endpoint[], names: readonly (keyof Services)[]) =>
    endpoints
      .filter(({ uses }) => uses.some((name) => names.includes(name)))
      .map(({ method, path }) => `${method} ${path}`);
  expect(using(ENDPOINTS, ["keys", "keyRecords", "sessions", "pageKeys"])).toEqual([]);
  const ofWallets = ENDPOINTS.filter(({ caller }) => caller === "wallet");
  expect(using(ofWallets, ["merchants", "settlements", "lists", "exceptions", "audit"])).toEqual([]);
  expect(using(CONSOLE_ENDPOINTS, ["optionKeys", "buyerDataTokenKeys", "buyerData", "buyerDataKeys"])).toEqual([]);
});
