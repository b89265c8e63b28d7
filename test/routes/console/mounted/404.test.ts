// Unknown paths of the console's API return an error, not the console's page.
import { expect, test } from "vitest";
import { consoleCall, signIn } from "../../../harness/server/console.ts";
import { sharedServerForFile, type WireBody } from "../../setup.ts";

const server = sharedServerForFile();

test.each(["", "/", "/nothing", "/v1", "/v1/gateway/payment/pay_x", "/v1/nothing", "/session/x"])(
  "GET /console/api%s is unknown",
  async (path) => {
    const session = await signIn(server());
    const signedIn = await session.call<WireBody>({ path });
    const nobody = await consoleCall<WireBody>(server(), { path });
    for (const { status, body } of [signedIn, nobody]) expect([status, body.code]).toEqual([404, "not_found"]);
  },
);

test("a method that the path does not serve", async () => {
  const session = await signIn(server());
  for (const [method, path, allow] of [
    ["PUT", "/v1/refunds", "GET, HEAD, POST"],
    ["PUT", "/session", "DELETE, GET, HEAD, POST"],
    ["DELETE", "/v1/merchants/payments", "GET, HEAD"],
  ] as const) {
    const { status, headers } = await session.call({ method, path });
    expect([status, headers.get("allow")]).toEqual([405, allow]);
  }
});

test("every other path under /console returns the console's page", async () => {
  for (const path of ["/console", "/console/payments", "/console/apis"]) {
    const { status, headers } = await server().call({ path });
    expect([status, headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"]);
  }
});
