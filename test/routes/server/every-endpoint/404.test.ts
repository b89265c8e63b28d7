import { describe, expect, test } from "vitest";
import { errorOf, sharedServerForFile } from "../../setup.ts";
import { callTo, EVERY } from "./calls.ts";

const server = sharedServerForFile();

test.each([
  ["GET", "/v1/nothing", "not_found"],
  ["POST", "/v1/payment", "not_found"],
  ["GET", "/v1/payments/a/b/c", "not_found"],
  ["GET", "/nothing.ico", "not_found"],
  ["GET", "/v1/gateway", "not_found"],
  ["GET", "/v1/gateway/nothing", "payment_not_found"],
  ["POST", "/v1/gateway/payment/pay_1/nothing", "payment_not_found"],
] as const)("%s %s, with a key and without", async (method, path, code) => {
  const known = await server().call({ method, path });
  const unknown = await server().call({ method, path, headers: { "api-key": null } });
  for (const { status, body } of [known, unknown]) expect([status, body.code]).toEqual([404, code]);
  expect(known.headers.get("pay-version")).toBe("2026-02-18");
  expect(unknown.headers.get("pay-version")).toBeNull();
});

const WITH_ID = EVERY.filter(([, { path, body }]) => path.includes(":") && (!body || path.endsWith("/cancel")));

describe.each(WITH_ID)("%s", (_, endpoint) => {
  test.each([
    ["unknown", "pay_unknown"],
    ["empty", ""],
    ["too long", "x".repeat(65)],
    ["as long as two can be in a URL", "x".repeat(7_000)],
    ["made of other characters", "💥/../'; drop table payments; --"],
  ])("an id that is %s", async (_, id) => {
    const { status, code } = await errorOf(server().call(callTo(endpoint, { "merchant-id": null, ...needed() }, id)));
    expect([status, code]).toEqual([404, endpoint.unknownId]);
  });

  const needed = () => (endpoint.merchant === "required" ? { "merchant-id": server().merchantId } : {});
});
