import { expect, test } from "vitest";
import { rowsOf, serverForFile } from "../setup.ts";

const server = serverForFile();
const create = (body: object, key: string) =>
  server().call({ path: "/v1/merchants", body, headers: { "idempotency-key": key, "merchant-id": null } });
const merchant = { merchantName: "Tea & Co", merchantEmail: "tea@example.com" };

test("the new merchant is active", async () => {
  const { status, body } = await create(merchant, "m1");
  expect(status).toBe(201);
  expect(body).toEqual({
    merchant: {
      id: expect.stringMatching(/^mrch_[0-9a-z]{32}$/),
      name: "Tea & Co",
      email: "tea@example.com",
      status: "active",
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    },
  });
});

test.each([
  ["the longest name", { ...merchant, merchantName: "é".repeat(256) }],
  ["the shortest name", { ...merchant, merchantName: "x" }],
  ["null as logo", { ...merchant, iconUrl: null }],
])("with %s", async (name, body) => {
  expect((await create(body, name)).status).toBe(201);
});

test("a repeat returns the merchant that was created first, and creates none", async () => {
  const first = await create(merchant, "again");
  const before = await rowsOf(server(), "merchants");
  const second = await create(merchant, "again");
  expect([second.status, second.body]).toEqual([201, first.body]);
  expect(second.headers.get("idempotent-replayed")).toBe("true");
  expect(await rowsOf(server(), "merchants")).toBe(before);
});

test("of requests with one key at once, one creates", async () => {
  const before = await rowsOf(server(), "merchants");
  const answers = await Promise.all(Array.from({ length: 8 }, () => create(merchant, "at-once")));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
  expect(new Set(answers.map(({ body }) => body.merchant.id)).size).toBe(1);
  expect(await rowsOf(server(), "merchants")).toBe(before + 1);
});
