import { afterEach, expect, test } from "vitest";
import { givenLogoServer } from "../../logo-server.ts";
import { fieldsOf, serverForFile } from "../../setup.ts";

const logos = givenLogoServer();
const server = serverForFile({ logoSource: logos.source });

const update = (body: unknown) =>
  server().call({ method: "PATCH", path: `/v1/merchants/${server().merchantId}`, body });

afterEach(async () => {
  const { body } = await server().call({ path: `/v1/merchants/${server().merchantId}` });
  expect(body.merchant).toMatchObject({ name: "Test shop", email: "shop@example.com", iconUrl: null });
  expect(await server().sql("select from logos")).toEqual([]);
});

test.each([
  ["no fields", {}, "body"],
  ["not an object", [], "body"],
  ["an unknown field", { merchantName: "N", name: "N" }, "name"],
  ["a status", { status: "active" }, "status"],
  ["an empty name", { merchantName: "" }, "merchantName"],
  ["a name that is too long", { merchantName: "x".repeat(257) }, "merchantName"],
  ["a name with a control character", { merchantName: "Demo\u001b[2J" }, "merchantName"],
  ["a name that isolates text", { merchantName: "\u2067Demo" }, "merchantName"],
  ["a null name", { merchantName: null }, "merchantName"],
  ["an invalid email address", { merchantEmail: "shop" }, "merchantEmail"],
  ["an email address with a control character", { merchantEmail: '"a\u001bb"@example.com' }, "merchantEmail"],
  ["an email address with a line break", { merchantEmail: '"a\r\nb"@example.com' }, "merchantEmail"],
  ["a null email address", { merchantEmail: null }, "merchantEmail"],
  ["a colour by name", { branding: { color: "green" } }, "branding.color"],
  ["a colour with a rule after it", { branding: { color: "#0b6e4f;}" } }, "branding.color"],
  ["an empty brand name", { branding: { color: "#0b6e4f", name: "" } }, "branding.name"],
  ["a logo over http", { iconUrl: "http://logo.example/square.png" }, "iconUrl"],
])("%s", async (_, body, field) => {
  const answer = await update(body);
  expect([answer.status, answer.body.code, fieldsOf(answer.body)]).toEqual([400, "params_validation", [field]]);
});

test("an empty update lists the valid field names", async () => {
  const { body } = await update({});
  expect(body.issues).toEqual([
    { field: "body", message: "must have at least one of merchantName, merchantEmail, iconUrl, branding" },
  ]);
});

test("a refused logo keeps the other fields unchanged", async () => {
  const { status, body } = await update({ merchantName: "New", iconUrl: logos.url("/wide.png") });
  expect([status, body.issues]).toEqual([
    400,
    [{ field: "iconUrl", message: "must be square (1:1, within 5 %), but is 1000 by 500 pixels" }],
  ]);
});
