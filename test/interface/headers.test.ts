import { describe, expect, test } from "vitest";
import { givenPayment } from "../routes/given.ts";
import { callTo, EVERY, OF_PARTNER } from "../routes/server/every-endpoint/calls.ts";
import { errorOf, sharedServerForFile } from "../routes/setup.ts";

const server = sharedServerForFile();

describe.each(EVERY)("%s", (_, endpoint) => {
  test("the headers of an SDK change nothing", async () => {
    const sdk = { "sdk-name": "turnpike-js", "sdk-version": "1.0.0", "sdk-platform": "node" };
    const without = await errorOf(server().call(callTo(endpoint)));
    expect(await errorOf(server().call(callTo(endpoint, sdk)))).toEqual(without);
  });
});

test("an Idempotency-Key on a read is ignored", async () => {
  const headers = { "idempotency-key": "k".repeat(300) };
  for (const [, endpoint] of OF_PARTNER.filter(([, { method }]) => method === "GET")) {
    const without = await errorOf(server().call(callTo(endpoint, { "idempotency-key": null })));
    expect(await errorOf(server().call(callTo(endpoint, headers)))).toEqual(without);
  }
  const path = `/v1/payments/${await givenPayment(server())}`;
  const answers = [await server().call({ path, headers }), await server().call({ path, headers })];
  for (const answer of answers) {
    expect([answer.status, answer.headers.get("idempotent-replayed")]).toEqual([200, null]);
  }
});
