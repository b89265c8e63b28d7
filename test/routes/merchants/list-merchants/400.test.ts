import type { Static } from "typebox";
import { beforeAll, expect, test } from "vitest";
import type { Merchants } from "../../../../src/contract/merchants/merchants.ts";
import { fieldsOf, sharedServerForFile } from "../../setup.ts";

const server = sharedServerForFile();
let cursor = "";

beforeAll(async () => {
  const { partnerId, store } = server();
  await store.merchants.insert({ id: "mrch_second", partnerId, name: "Second", email: null, logo: null });
  const { body } = await server().call<Static<typeof Merchants>>({ path: "/v1/merchants?limit=1&search=mrch" });
  cursor = body.nextCursor ?? "";
});

test.each([
  ["an unknown status", "?status=deleted", "status"],
  ["a status twice", "?status=active&status=inactive", "status"],
  ["an empty search", "?search=", "search"],
  ["a search that is too long", `?search=${"x".repeat(257)}`, "search"],
  ["a limit of 0", "?limit=0", "limit"],
  ["a limit of 101", "?limit=101", "limit"],
  ["a limit that is not an integer", "?limit=1.5", "limit"],
  ["an unknown parameter", "?page=2", "page"],
])("%s", async (_, query, field) => {
  const { status, body } = await server().call({ path: `/v1/merchants${query}` });
  expect([status, body.code, fieldsOf(body)]).toEqual([400, "params_validation", [field]]);
});

const ask = (query: string, apiKey = server().apiKey) =>
  server().call({ path: `/v1/merchants?${query}`, headers: { "api-key": apiKey } });

test("the cursor itself is valid, also with another limit", async () => {
  expect(cursor).not.toBe("");
  expect((await ask(`search=mrch&limit=1&cursor=${cursor}`)).status).toBe(200);
  expect((await ask(`search=mrch&limit=50&cursor=${cursor}`)).status).toBe(200);
});

test.each([
  ["of another search", () => `search=t&cursor=${cursor}`],
  ["of no search", () => `cursor=${cursor}`],
  ["of another status", () => `search=mrch&status=active&cursor=${cursor}`],
  ["with a changed character", () => `search=mrch&cursor=${cursor.slice(0, -1)}${cursor.endsWith("A") ? "B" : "A"}`],
  ["with an extra character", () => `search=mrch&cursor=${cursor}A`],
  ["without its last character", () => `search=mrch&cursor=${cursor.slice(0, -1)}`],
  ["with a character that decoding ignores", () => `search=mrch&cursor=${cursor}%21`],
  ["that is malformed", () => "search=mrch&cursor=abc"],
  ["that is empty", () => "search=mrch&cursor="],
  ["that is a position without a seal", () => `search=mrch&cursor=${btoa('["2030-01-01T00:00:00.000Z",""]')}`],
  ["that is very long", () => `search=mrch&cursor=${"A".repeat(4_000)}`],
])("a cursor %s", async (_, query) => {
  const { status, body } = await ask(query());
  expect([status, body.code, fieldsOf(body)]).toEqual([400, "invalid_params", ["cursor"]]);
});

test("another partner's cursor", async () => {
  const other = await server().newOwner();
  const { status, body } = await ask(`search=mrch&cursor=${cursor}`, other.apiKey);
  expect([status, body.code]).toEqual([400, "invalid_params"]);
});
