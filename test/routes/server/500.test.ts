// After an internal error the caller gets only the request id; the log has the cause.
import { expect, test } from "vitest";
import { buildServer } from "../../../src/http/server.ts";
import { Refusal } from "../../../src/operations/errors/refusal.ts";
import { fakeServices, PARTNER_KEY, readableLogger, settingsWith } from "../../harness/fake-ports.ts";
import { gateway, givenPayment } from "../given.ts";
import { serverForFile } from "../setup.ts";

const running = serverForFile();

test("a failing database", async () => {
  const paymentId = await givenPayment(running());
  await running().sql("alter table payments rename to payments_elsewhere");
  for (const path of [`/v1/payments/${paymentId}`, `/v1/payments/${paymentId}/status`]) {
    const { status, body, headers } = await running().call({ path });
    expect(status).toBe(500);
    expect(body).toEqual({
      code: "internal_error",
      message: "Internal error; the request may be retried",
      status: 500,
      error: { code: "internal_error", message: "Internal error; the request may be retried" },
      requestId: headers.get("x-request-id"),
    });
  }
  expect((await gateway(running(), paymentId, "/status")).body.code).toBe("internal_error");
  await running().sql("alter table payments_elsewhere rename to payments");
  expect((await gateway(running(), paymentId, "/status")).status).toBe(200);
});

const failing = (error: Error) => {
  const log = readableLogger();
  const server = buildServer(
    fakeServices({ payments: { findForBuyer: () => Promise.reject(error) } }),
    settingsWith(log.logger),
  );
  const headers = { "api-key": PARTNER_KEY.apiKey };
  return { log, answer: () => server.inject({ url: "/v1/gateway/payment/pay_1/status", headers }) };
};

test("logs the cause with the request id and keeps it out of the response", async () => {
  const { log, answer } = failing(new Error("select * from payments at postgres://user:secret@db/"));
  const { statusCode, body } = await answer();
  expect(statusCode).toBe(500);
  expect(body).not.toMatch(/select|postgres|secret|Error:|\.ts/);
  const { requestId } = JSON.parse(body);
  const lines = log.lines.filter((line) => line.includes(requestId));
  expect(lines.some((line) => line.includes("select * from payments"))).toBe(true);
});

test("a fault repeated at will raises ten alarms a minute, and its other lines are warnings", async () => {
  const { log, answer } = failing(new Error("always"));
  for (let count = 0; count < 15; count++) await answer();
  const levels = log.lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg.startsWith("the request failed"));
  expect(levels.map(({ level }) => level)).toEqual([...Array(10).fill(50), ...Array(5).fill(40)]);
  expect(levels.every(({ requestId, err }) => requestId && err)).toBe(true);
});

test("a temporary failure is 503 with Retry-After", async () => {
  const { answer } = failing(new Refusal("internal_error", "The chain is not responding", { retryAfterS: 1 }));
  const { statusCode, headers, body } = await answer();
  expect([statusCode, headers["retry-after"]]).toEqual([503, "1"]);
  expect(JSON.parse(body)).toMatchObject({ code: "internal_error", message: "The chain is not responding" });
});
