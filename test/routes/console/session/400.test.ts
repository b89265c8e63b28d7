import { expect, test } from "vitest";
import { consoleCall } from "../../../harness/server/console.ts";
import { rowsOf, sharedServerForFile } from "../../setup.ts";

const server = sharedServerForFile();

test.each([
  [{}],
  [{ apiKey: 1 }],
  [{ apiKey: null }],
  [{ apiKey: "x", role: "partner" }],
  [{ apiKey: "x".repeat(257) }],
  ["["],
])("%j", async (body) => {
  const answer = await consoleCall<{ code: string }>(server(), { path: "/session", body });
  expect(answer.status).toBe(400);
  expect(answer.headers.get("set-cookie")).toBeNull();
  expect(await rowsOf(server(), "console_sessions")).toBe(0);
});
