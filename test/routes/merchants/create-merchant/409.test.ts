import { expect, test } from "vitest";
import { rowsOf, sharedServerForFile } from "../../setup.ts";

const server = sharedServerForFile();

test("a key already used for another merchant", async () => {
  const create = (merchantName: string) =>
    server().call({
      path: "/v1/merchants",
      body: { merchantName, merchantEmail: "a@example.com" },
      headers: { "idempotency-key": "used" },
    });
  await create("One");
  const { status, body } = await create("Two");
  expect([status, body.code]).toEqual([409, "idempotency_conflict"]);
  expect(await rowsOf(server(), "merchants")).toBe(2);
});
