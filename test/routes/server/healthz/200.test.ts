import { expect, test } from "vitest";
import { sharedServerForFile } from "../../setup.ts";

const server = sharedServerForFile();

test("needs no key", async () => {
  const { status, body } = await server().call({ path: "/healthz", headers: { "api-key": null, "merchant-id": null } });
  expect([status, body]).toEqual([200, { status: "ok" }]);
});
