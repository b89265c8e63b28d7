// The keys that lead to the search for payments.
import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestServer } from "../../harness/server/server.ts";
import { sharedServer } from "../../harness/server/shared-server.ts";
import { openConsole } from "../harness/console.ts";

let server: TestServer;

beforeAll(async () => {
  server = await sharedServer();
});
afterAll(() => server.stop());

test.each(["/", "Control+K"])("%s leads to the search from another page, and types nothing elsewhere", async (key) => {
  const page = await openConsole({ server, path: "/merchants" });
  await page.keyboard.press(key);
  await page.waitForURL(/\/payments$/);
  await page.getByLabel("Search payments").and(page.locator(":focus")).waitFor();
  await page.keyboard.type("a/b");
  expect(await page.getByLabel("Search payments").inputValue()).toBe("a/b");
});
