import { expect, test } from "vitest";
import { sharedServerForFile } from "../../setup.ts";

const server = sharedServerForFile();

test("lists the published versions without a key", async () => {
  const { status, body } = await server().call({ path: "/versions", headers: { "api-key": null } });
  expect([status, body]).toEqual([200, { stable: ["2026-02-18"], preview: ["2026-02-19.preview"] }]);
});
