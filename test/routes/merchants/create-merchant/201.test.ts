import { expect, test } from "vitest";
import { givenLogoServer } from "../../logo-server.ts";
import { rowsOf, serverForFile } from "../../setup.ts";

const logos = givenLogoServer();
const server = serverForFile({ logoSource: logos.source });
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
  ["a null logo", { ...merchant, iconUrl: null }],
])("with %s", async (name, body) => {
  expect((await create(body, name)).status).toBe(201);
});

test("a repeat returns the merchant created first and creates none", async () => {
  const first = await create(merchant, "again");
  const before = await rowsOf(server(), "merchants");
  const second = await create(merchant, "again");
  expect([second.status, second.body]).toEqual([201, first.body]);
  expect(second.headers.get("idempotent-replayed")).toBe("true");
  expect(await rowsOf(server(), "merchants")).toBe(before);
});

test("concurrent requests with one key create one merchant", async () => {
  const before = await rowsOf(server(), "merchants");
  const answers = await Promise.all(Array.from({ length: 8 }, () => create(merchant, "at-once")));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
  expect(new Set(answers.map(({ body }) => body.merchant.id)).size).toBe(1);
  expect(await rowsOf(server(), "merchants")).toBe(before + 1);
});

const withLogo = () => ({ ...merchant, iconUrl: logos.url("/square.png") });

test("the logo is fetched during the call and copied", async () => {
  const { status, body } = await create(withLogo(), "logo");
  expect([status, Object.keys(body.merchant)]).toEqual([201, ["id", "name", "email", "status", "createdAt"]]);
  const profile = await server().call({ path: `/v1/merchants/${body.merchant.id}` });
  expect(profile.body.merchant.iconUrl).toMatch(/^http:\/\/localhost:\d+\/logos\/[0-9a-f]{64}\.webp$/);
});

test("a repeat does not fetch the logo again, even when it is gone", async () => {
  const body = { ...merchant, iconUrl: logos.url("/changing.png") };
  const first = await create(body, "logo-again");
  const before = logos.requests();
  const second = await create(body, "logo-again");
  expect([second.status, second.body]).toEqual([201, first.body]);
  expect(second.headers.get("idempotent-replayed")).toBe("true");
  expect(logos.requests()).toBe(before);
});

test("concurrent requests with one key and a logo create one merchant", async () => {
  const before = await rowsOf(server(), "merchants");
  const answers = await Promise.all(Array.from({ length: 8 }, () => create(withLogo(), "logo-at-once")));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
  expect(new Set(answers.map(({ body }) => body.merchant.id)).size).toBe(1);
  expect(await rowsOf(server(), "merchants")).toBe(before + 1);
});

test("no transaction is open while a logo is fetched", async () => {
  const open = () =>
    server().sql(
      `select query from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
          and state like 'idle in transaction%'`,
    );
  const seen: unknown[] = [];
  logos.onRequest(async () => {
    // Transactions of workers end; one that waits for this response does not.
    let found = await open();
    for (let looks = 0; found.length > 0 && looks < 50; looks++) found = await open();
    seen.push(found);
  });
  await create(withLogo(), "logo-slow");
  expect(seen).toEqual([[]]);
});
