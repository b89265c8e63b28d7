import { expect, test } from "vitest";
import { paymentBody } from "../../given.ts";
import { rowsOf, serverForFile } from "../../setup.ts";

const server = serverForFile();

test.each(["suspended", "inactive"])("a merchant that is %s", async (merchantStatus) => {
  await server().sql("update merchants set status = $2 where id = $1", [server().merchantId, merchantStatus]);
  const { status, body } = await server().call({
    path: "/v1/payments",
    body: paymentBody(),
    headers: { "idempotency-key": "k" },
  });
  expect([status, body.code]).toEqual([403, "forbidden"]);
  expect(await rowsOf(server(), "payments")).toBe(0);
  expect(await rowsOf(server(), "idempotent_answers")).toBe(0);
});
