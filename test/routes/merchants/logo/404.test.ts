import { expect, test } from "vitest";
import { sharedServerForFile } from "../../setup.ts";

const server = sharedServerForFile();

test.each([
  ["an unknown hash", `${"a".repeat(64)}.webp`],
  ["upper case", `${"A".repeat(64)}.webp`],
  ["a shorter hash", `${"a".repeat(63)}.webp`],
  ["another ending", `${"a".repeat(64)}.png`],
  ["a path", "..%2f..%2fetc%2fpasswd"],
])("%s", async (_, file) => {
  const { status, body } = await server().call({ path: `/logos/${file}`, headers: { "api-key": null } });
  expect([status, body.code]).toEqual([404, "not_found"]);
});

test("caches must not keep the 404", async () => {
  const { headers } = await server().call({ path: `/logos/${"a".repeat(64)}.webp` });
  expect(headers.get("cache-control")).toBe("no-store");
});
