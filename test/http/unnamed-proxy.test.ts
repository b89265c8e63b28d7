// A proxy that TRUSTED_PROXIES does not name is told to the operator, once.
import { expect, onTestFinished, test } from "vitest";
import { seenMetrics } from "../harness/server/metrics.ts";
import { startServer } from "../harness/server/server.ts";

const FORWARDED = { "x-forwarded-for": "203.0.113.7" };

test.each([
  ["is not named", {}, FORWARDED, 1],
  ["is named", { TRUSTED_PROXIES: "127.0.0.1" }, FORWARDED, 0],
  ["is none, because no header names a client", {}, {}, 0],
])("a proxy that %s", async (_, environment, headers, lines) => {
  const seen = seenMetrics();
  const server = await startServer({ environment, log: seen.log });
  onTestFinished(() => server.stop());
  for (const path of ["/healthz", "/healthz"]) await fetch(`${server.baseUrl}${path}`, { headers });
  const said = seen.lines().filter((line) => JSON.stringify(line).includes("TRUSTED_PROXIES does not name"));
  expect(said).toHaveLength(lines);
  for (const line of said) expect(line).toMatchObject({ level: 40, proxy: "127.0.0.1" });
});
