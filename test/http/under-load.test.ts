// Load shedding, request ids, and the shape of unknown paths in the log.
import fastify, { type FastifyBaseLogger } from "fastify";
import { expect, test } from "vitest";
import { readAddresses } from "../../src/http/request/client-address.ts";
import { newRequestId } from "../../src/http/request/request-id.ts";
import { PROBES } from "../../src/http/routes/health.ts";
import { createErrorHandler } from "../../src/http/server/error-handler.ts";
import { shedLoad } from "../../src/http/server/load-shedding.ts";
import { logRequests } from "../../src/http/server/request-log.ts";
import { readableLogger } from "../harness/fake-ports.ts";

const UUID = /^[0-9a-f]{8}-[0-9a-f-]{27}$/;

test("beyond the limit a request gets 503 with Retry-After before it costs anything; probes are served", async () => {
  const { logger, lines } = readableLogger();
  const app = fastify({ loggerInstance: logger as FastifyBaseLogger });
  let isOver = true;
  app.setErrorHandler(createErrorHandler());
  shedLoad(app, { most: 2, isOver: () => isOver, exemptPaths: PROBES.map(({ path }) => path) });
  for (const path of ["/v1/payments", "/readyz"]) app.get(path, async () => ({}));
  for (let times = 0; times < 5; times++) {
    const { statusCode, headers, body } = await app.inject("/v1/payments");
    expect([statusCode, headers["retry-after"]]).toEqual([503, "1"]);
    expect(JSON.parse(body)).toMatchObject({ code: "internal_error", message: "The service is overloaded: retry" });
  }
  expect((await app.inject("/readyz")).statusCode).toBe(200);
  isOver = false;
  expect((await app.inject("/v1/payments")).statusCode).toBe(200);
  expect(lines.filter((line) => line.includes("responded with 503"))).toHaveLength(1);
  await app.close();
});

test.each([
  ["7f3a-1", true],
  ["Root=1-67891233-abcdef012345678912345678", false],
  ["a".repeat(128), true],
  ["a".repeat(129), false],
  ["a b", false],
  ['"}', false],
  [".hidden", false],
])("X-Request-Id %j is taken: %s", (given, isTaken) => {
  const id = newRequestId({ headers: { "x-request-id": given } });
  if (isTaken) expect(id).toBe(given);
  else expect(id).toMatch(UUID);
});

test("a path that no route serves is logged without its ids; a route by its pattern, with the client's address", async () => {
  const { logger, lines } = readableLogger();
  const app = fastify({ loggerInstance: logger as FastifyBaseLogger });
  readAddresses(app);
  logRequests(app, [{ path: "/v1/payments/:id" }]);
  app.get("/v1/payments/:id", async () => ({}));
  const long = "/a".repeat(20);
  for (const url of ["/v1/payments/pay_1", "/v1/paiments/pay_1?k=v", "/pay_1", "//v1", long]) await app.inject(url);
  const logged = lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === "request");
  expect(logged.map(({ route, path }) => route ?? path)).toEqual([
    "/v1/payments/:id",
    "/v1/*/*",
    "/*",
    "//v1",
    "/*/*/*/*/*/*/*/*",
  ]);
  expect(logged[0]).toMatchObject({ address: "127.0.0.1" });
  await app.close();
});
