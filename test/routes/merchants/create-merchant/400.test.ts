import { afterEach, expect, test } from "vitest";
import { givenLogoServer } from "../../logo-server.ts";
import { fieldsOf, rowsOf, serverForFile } from "../../setup.ts";

const logos = givenLogoServer();
const server = serverForFile({ logoSource: logos.source });
const merchant = { merchantName: "Shop", merchantEmail: "shop@example.com" };
const create = (body: object, key: string | null = "k") =>
  server().call({ path: "/v1/merchants", body, headers: { "idempotency-key": key } });

afterEach(async () => {
  expect(await rowsOf(server(), "merchants")).toBe(1); // the one created at the start
  expect(await rowsOf(server(), "idempotent_answers")).toBe(0);
  expect(await server().sql("select from logos")).toEqual([]);
});

test.each([
  ["no name and no email", { merchantName: undefined, merchantEmail: undefined }, ["merchantEmail", "merchantName"]],
  ["an empty name", { merchantName: "" }, ["merchantName"]],
  ["a name that is too long", { merchantName: "é".repeat(257) }, ["merchantName"]],
  ["a name with a line break", { merchantName: 'Demo\r\n=HYPERLINK("http://evil.example","x")' }, ["merchantName"]],
  ["a name with a line separator", { merchantName: "Demo\u2028=1" }, ["merchantName"]],
  ["a name that reorders text", { merchantName: "Demo \u202egnp.exe" }, ["merchantName"]],
  ["a name with a bidi mark", { merchantName: "Demo\u200f" }, ["merchantName"]],
  ["a name of the wrong type", { merchantName: 7 }, ["merchantName"]],
  ["an invalid email address", { merchantEmail: "shop" }, ["merchantEmail"]],
  ["a null email address", { merchantEmail: null }, ["merchantEmail"]],
  ["an email address that is too long", { merchantEmail: `${"x".repeat(250)}@example.com` }, ["merchantEmail"]],
  ["an email address with a line break", { merchantEmail: '"a\nb"@example.com' }, ["merchantEmail"]],
  ["an email address that reorders text", { merchantEmail: '"a\u202eb"@example.com' }, ["merchantEmail"]],
  ["a logo over http", { iconUrl: "http://shop.example/logo.png" }, ["iconUrl"]],
  ["a logo that is not a URL", { iconUrl: "logo.png" }, ["iconUrl"]],
  ["a logo with credentials", { iconUrl: "https://user:pw@shop.example/logo.png" }, ["iconUrl"]],
  ["an unknown field", { name: "Shop" }, ["name"]],
])("%s", async (_, change, fields) => {
  const { status, body } = await create({ ...merchant, ...change });
  expect([status, body.code]).toEqual([400, "params_validation"]);
  expect(fieldsOf(body)).toEqual(fields);
});

test("no Idempotency-Key", async () => {
  const { status, body } = await create(merchant, null);
  expect([status, body.code]).toEqual([400, "missing_idempotency_key"]);
});

test.each(["", "k".repeat(256)])("the Idempotency-Key '%s'", async (key) => {
  const { status, body } = await create(merchant, key);
  expect([status, body.code, fieldsOf(body)]).toEqual([400, "params_validation", ["Idempotency-Key"]]);
});

test.each([
  ["does not exist", "/none.png", "responded with status 404, not 200"],
  ["is not square", "/wide.png", "must be square (1:1, within 5 %), but is 1000 by 500 pixels"],
  ["is an SVG", "/logo.svg", "must be a JPEG, PNG, WebP or AVIF image that can be decoded"],
  [
    "redirects to a private address",
    "/redirect",
    "must be public: its host is at an address that is not on the public internet",
  ],
])("a logo that %s", async (_, path, message) => {
  const { status, body } = await create({ ...merchant, iconUrl: logos.url(path) });
  expect([status, body.code, body.issues]).toEqual([400, "params_validation", [{ field: "iconUrl", message }]]);
});
