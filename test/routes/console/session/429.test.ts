// Sign-in attempts are limited per address, with a valid or an invalid key.
import { expect, test } from "vitest";
import { consoleCall } from "../../../harness/server/console.ts";
import { serverForFile, type WireBody } from "../../setup.ts";

const server = serverForFile({
  environment: { RATE_LIMITS: "read=100/60,write=100/60,gateway=100/60,app=100/60,anonymous=3/3600" },
});

test("attempts above the limit are refused until the bucket refills", async () => {
  const attempt = (apiKey: string) => consoleCall<WireBody>(server(), { path: "/session", body: { apiKey } });
  const statuses = [];
  for (const apiKey of ["wrong", server().apiKey, "wrong"]) statuses.push((await attempt(apiKey)).status);
  expect(statuses).toEqual([401, 200, 401]);
  const { status, body, headers } = await attempt(server().apiKey);
  expect([status, body.code]).toEqual([429, "rate_limited"]);
  expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
});
