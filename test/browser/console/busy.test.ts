// A busy server answers the console's long polls at once: the console then pauses before it asks again. The person who
// exports is told when.
import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestServer } from "../../harness/server/server.ts";
import { sharedServer } from "../../harness/server/shared-server.ts";
import { openConsole } from "../harness/console.ts";

let server: TestServer;
beforeAll(async () => {
  server = await sharedServer();
});
afterAll(() => server.stop());

test("requests for changes that the server does not hold are a second apart", async () => {
  const page = await openConsole({ server });
  const askedMs: number[] = [];
  const asked = new Promise<void>((resolve) => {
    void page.route("**/console/api/changes?after=*", async (route) => {
      const cursor = new URL(route.request().url()).searchParams.get("after");
      if (askedMs.push(performance.now()) === 3) resolve();
      await route.fulfill({ json: { cursor, paymentIds: [], isComplete: true } });
    });
  });
  await page.goto("/console/payments");
  await asked;
  const [first = 0, , third = 0] = askedMs;
  expect(third - first).toBeGreaterThan(1_500); // two pauses, less the test's own delays
});

test.each([
  [
    "a proxy's page",
    { status: 502, contentType: "text/html", body: "<html><h1>502 Bad Gateway</h1></html>" },
    ["Something went wrong on the server", "Try again. If it happens again"],
  ],
  [
    "a rate limit",
    { status: 429, headers: { "retry-after": "7" }, json: { code: "rate_limited", message: "Slow down" } },
    ["Too many requests", "Wait 7 seconds, then try again."],
  ],
] as const)("an export that %s refuses says what to do", async (_, response, shown) => {
  const allows = [{ kind: "server", what: /payments\.csv/, why: "the test itself sends this response" }] as const;
  const page = await openConsole({ server, path: "/payments", allows });
  await page.route("**/console/api/payments.csv?*", (route) => route.fulfill(response));
  await page.getByRole("button", { name: "Export" }).click();
  for (const text of shown) await page.getByRole("alert").getByText(text).waitFor();
});
