import { expect, test } from "vitest";
import { buildServer } from "../../../src/http/server.ts";
import { fakeServices, openPayment, PARTNER_KEY, readableLogger, settingsWith } from "../../harness/fake-ports.ts";

test("has route, status and caller, and no keys, ids or bodies", async () => {
  const log = readableLogger();
  const payments = { findForBuyer: async () => openPayment("pay_secret"), apply: async () => false };
  const server = buildServer(fakeServices({ payments }), settingsWith(log.logger));
  const { headers } = await server.inject({
    method: "POST",
    url: "/v1/gateway/payment/pay_secret/confirm?maxPollMs=x",
    headers: { "api-key": PARTNER_KEY.apiKey, "client-id": "client-secret" },
    payload: { optionId: "option-secret", results: [] },
  });
  expect(log.lines).toHaveLength(1);
  expect(JSON.parse(log.lines[0] ?? "")).toMatchObject({
    requestId: headers["x-request-id"],
    method: "POST",
    route: "/v1/gateway/payment/:id/confirm",
    status: 400,
    durationMs: expect.any(Number),
    partnerId: "prtn_1",
    keyId: "key_1",
  });
  expect(log.lines.join()).not.toMatch(/secret|tp_partner/);
});
