// X-Forwarded-For is believed from proxies that the operator named, and from nobody else: otherwise everybody could
// choose the address whose bucket they use up.
import { expect, test } from "vitest";
import { buildServer } from "../../src/http/server.ts";
import { fakeServices, readableLogger, settingsWith } from "../harness/fake-ports.ts";

const RATE = { quota: 1, windowS: 3_600 };
const rateLimits = { read: RATE, write: RATE, gateway: RATE, app: RATE, anonymous: RATE };

const statuses = async (trustedProxies: readonly string[], forwardedFor: readonly string[]) => {
  const server = buildServer(fakeServices({}), {
    ...settingsWith(readableLogger().logger),
    rateLimits,
    trustedProxies,
  });
  const answers: number[] = [];
  for (const address of forwardedFor) {
    const headers = { "x-forwarded-for": address };
    answers.push((await server.inject({ url: "/v1/payments/pay_1", headers })).statusCode);
  }
  return answers;
};

test("of nobody, by default", async () => {
  expect(await statuses([], ["10.0.0.1", "10.0.0.2"])).toEqual([401, 429]);
});

test("of a proxy elsewhere, neither", async () => {
  expect(await statuses(["192.168.0.0/16"], ["10.0.0.1", "10.0.0.2"])).toEqual([401, 429]);
});

test("of the proxy that is asked through: the last address that is not a proxy's", async () => {
  const through = ["10.0.0.1", "10.0.0.2", "10.0.0.1", "10.9.9.9, 10.0.0.3", "10.8.8.8, 10.0.0.3"];
  expect(await statuses(["127.0.0.0/8"], through)).toEqual([401, 401, 429, 401, 429]);
});
