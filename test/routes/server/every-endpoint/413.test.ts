import { describe, expect, test } from "vitest";
import { sharedServerForFile } from "../../setup.ts";
import { callTo, everythingIn, LET_THROUGH, WITH_BODY } from "./calls.ts";

const server = sharedServerForFile();
const BODY_BYTES_MAX = 65_536;
const bodyOf = (bytes: number): string => `{"x":"${"x".repeat(bytes - 8)}"}`;

describe.each(WITH_BODY)("%s", (_, endpoint) => {
  test("with a body of 64 KiB, and of one byte more", async () => {
    const before = await everythingIn(server());
    const most = await server().call({ ...callTo(endpoint), body: bodyOf(BODY_BYTES_MAX) });
    expect(LET_THROUGH).toContain(most.body.code);
    const more = await server().call({ ...callTo(endpoint), body: bodyOf(BODY_BYTES_MAX + 1) });
    expect([more.status, more.body.code]).toEqual([413, "invalid_params"]);
    expect(more.headers.get("pay-version")).toBe("2026-02-18");
    expect(await everythingIn(server())).toEqual(before);
  });
});
