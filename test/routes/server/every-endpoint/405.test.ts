import { describe, expect, test } from "vitest";
import { sharedServerForFile } from "../../setup.ts";
import { EVERY, pathOf } from "./calls.ts";

const server = sharedServerForFile();
const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;

describe.each(EVERY)("the path of %s", (_, { path }) => {
  const served = EVERY.filter(([, endpoint]) => endpoint.path === path).map(([, { method }]) => method);

  test.each(METHODS.filter((method) => !served.includes(method)))("with %s", async (method) => {
    const { status, body, headers } = await server().call({ method, path: pathOf({ path } as (typeof EVERY)[0][1]) });
    expect([status, body.code]).toEqual([405, "invalid_params"]);
    expect(
      headers
        .get("allow")
        ?.split(", ")
        .filter((name) => name !== "HEAD"),
    ).toEqual([...served].sort());
    expect(headers.get("pay-version")).toBe("2026-02-18");
  });
});

test.each(["/healthz", "/pay_1", "/"])("POST %s", async (path) => {
  const { status, headers } = await server().call({ method: "POST", path });
  expect([status, headers.get("allow")]).toEqual([405, "GET, HEAD"]);
});
