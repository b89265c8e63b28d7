import { describe, expect, test } from "vitest";
import { sharedServerForFile } from "../../setup.ts";
import { callTo, LET_THROUGH, WITH_BODY } from "./calls.ts";

const server = sharedServerForFile();

describe.each(WITH_BODY)("%s", (_, endpoint) => {
  test.each(["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", "application/jsonx", "x"])(
    "with a body of the type %s",
    async (type) => {
      const { status, body, headers } = await server().call(callTo(endpoint, { "content-type": type }));
      expect([status, body.code]).toEqual([415, "invalid_params"]);
      expect(headers.get("pay-version")).toBe("2026-02-18");
    },
  );

  test.each(["iso-8859-1", '"ISO-8859-1"', "utf-16", "windows-1252", "us-ascii"])(
    "with a body in the charset %s",
    async (charset) => {
      const type = `application/json; charset=${charset}`;
      const { status, body } = await server().call(callTo(endpoint, { "content-type": type }));
      expect([status, body.code]).toEqual([415, "invalid_params"]);
      expect(body.message).toMatch(/charset=utf-8/);
    },
  );

  test.each([
    "application/json",
    "application/json; charset=utf-8",
    "Application/JSON",
    'application/json;Charset="UTF8"',
  ])("accepts %s", async (type) => {
    const { body } = await server().call(callTo(endpoint, { "content-type": type }));
    expect(LET_THROUGH).toContain(body.code);
  });
});
