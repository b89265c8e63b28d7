import { expect, test } from "vitest";
import { serverForFile } from "../setup.ts";

const server = serverForFile();

test.each(["/pay_unknown", `/pay_${"x".repeat(500)}`, "/?pid=pay_unknown", "/?pid=a&pid=b", "/"])(
  "%s",
  async (path) => {
    const { status, body, headers } = await server().call<string>({ path });
    expect([status, headers.get("content-type")]).toEqual([404, "text/html; charset=utf-8"]);
    expect(body).toContain("Payment not found");
  },
);
