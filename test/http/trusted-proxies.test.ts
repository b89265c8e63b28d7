// X-Forwarded-For is trusted only from configured proxies. Otherwise any caller could choose the address whose bucket
// it uses up.
import { expect, test } from "vitest";
import { buildServer } from "../../src/http/server.ts";
import { fakeServices, readableLogger, settingsWith } from "../harness/fake-ports.ts";

const RATE = { quota: 1, windowS: 3_600 };
const rateLimits = { read: RATE, write: RATE, gateway: RATE, app: RATE, anonymous: RATE, addresses: RATE };

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

test("from no address by default", async () => {
  expect(await statuses([], ["10.0.0.1", "10.0.0.2"])).toEqual([401, 429]);
});

test("not from a caller outside the trusted range", async () => {
  expect(await statuses(["192.168.0.0/16"], ["10.0.0.1", "10.0.0.2"])).toEqual([401, 429]);
});

test("from a trusted caller: the last address that is not a proxy's", async () => {
  const through = ["10.0.0.1", "10.0.0.2", "10.0.0.1", "10.9.9.9, 10.0.0.3", "10.8.8.8, 10.0.0.3"];
  expect(await statuses(["127.0.0.0/8"], through)).toEqual([401, 401, 429, 401, 429]);
});

test("one client, however the proxies write its address", async () => {
  const forms = ["192.0.2.1:5678", "::ffff:192.0.2.1", '"192.0.2.1:9"', "[::ffff:192.0.2.1]:443", " 192.0.2.1 "];
  expect(await statuses(["127.0.0.1"], ["192.0.2.1", ...forms])).toEqual([401, 429, 429, 429, 429, 429]);
});

test("clients behind a proxy that adds ports are apart", async () => {
  expect(await statuses(["127.0.0.1"], ["192.0.2.1:1", "192.0.2.2:1", "[2001:db8::1]:1", "192.0.2.1:2"])).toEqual([
    401, 401, 401, 429,
  ]);
});

test("a trusted proxy's address is recognised in each form", async () => {
  const through = ["10.0.0.9:443", "::ffff:10.0.0.9", "[::ffff:10.0.0.9]:1", '"10.0.0.9"'].map(
    (proxy) => `192.0.2.1, ${proxy}`,
  );
  expect(await statuses(["127.0.0.1", "10.0.0.0/24"], ["192.0.2.1", ...through])).toEqual([401, 429, 429, 429, 429]);
});

test("a client that the proxy does not know does not get the address of another one", async () => {
  expect(await statuses(["127.0.0.1"], ["192.0.2.1, unknown", "192.0.2.1", "_hidden", "192.0.2.2"])).toEqual([
    401, 401, 429, 401,
  ]);
});
