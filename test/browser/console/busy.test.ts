// A busy server answers the console's long polls at once: the console then pauses before it asks again.
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
