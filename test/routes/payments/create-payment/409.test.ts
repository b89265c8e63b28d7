import { expect, test } from "vitest";
import { paymentBody } from "../../given.ts";
import { rowsOf, sharedServerForFile } from "../../setup.ts";

const server = sharedServerForFile();

test("a key already used for another body", async () => {
  const create = (body: object) =>
    server().call({ path: "/v1/payments", body, headers: { "idempotency-key": "used" } });
  await create(paymentBody());
  const { status, body } = await create(paymentBody({ referenceId: "order-2" }));
  expect([status, body.code]).toEqual([409, "idempotency_conflict"]);
  expect(await rowsOf(server(), "payments")).toBe(1);
});
