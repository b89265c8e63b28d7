import { beforeEach, expect, test } from "vitest";
import { givenLogoServer } from "../../logo-server.ts";
import { serverForFile } from "../../setup.ts";

const logos = givenLogoServer();
const server = serverForFile({ logoSource: logos.source });

const update = (body: object) =>
  server().call({
    method: "PATCH",
    path: `/v1/merchants/${server().merchantId}`,
    body,
    headers: { "merchant-id": null },
  });

const ORIGINAL = { merchantName: "Test shop", merchantEmail: "shop@example.com", iconUrl: null, branding: null };
beforeEach(async () => {
  await update(ORIGINAL);
});

const profile = (changes: object = {}) => ({
  merchant: {
    id: server().merchantId,
    name: "Test shop",
    email: "shop@example.com",
    status: "active",
    iconUrl: null,
    createdAt: expect.any(String),
    ...changes,
  },
});

const OUR_COPY = /^http:\/\/localhost:\d+\/logos\/[0-9a-f]{64}\.webp$/;

test.each([
  ["the name", { merchantName: "É".repeat(256) }, { name: "É".repeat(256) }],
  ["the email address", { merchantEmail: "new@example.com" }, { email: "new@example.com" }],
  ["both", { merchantName: "N", merchantEmail: "n@example.com" }, { name: "N", email: "n@example.com" }],
  [
    "the branding",
    { branding: { color: "#0B6E4F", name: "Group" } },
    { branding: { color: "#0b6e4f", name: "Group" } },
  ],
  ["a name that equals the old one", { merchantName: "Test shop" }, {}],
])("changes %s and keeps everything else", async (_, body, changes) => {
  const { status, body: answer } = await update(body);
  expect([status, answer]).toEqual([200, profile(changes)]);
  const { body: read } = await server().call({ path: `/v1/merchants/${server().merchantId}` });
  expect(read.merchant).toMatchObject(changes);
});

test("a new logo is copied, and a change of the name keeps it", async () => {
  const { status, body } = await update({ iconUrl: logos.url("/square.png") });
  expect([status, body]).toEqual([200, profile({ iconUrl: expect.stringMatching(OUR_COPY) })]);
  const renamed = await update({ merchantName: "Renamed" });
  expect(renamed.body.merchant.iconUrl).toBe(body.merchant.iconUrl);
});

test("null removes the logo", async () => {
  await update({ iconUrl: logos.url("/square.png") });
  expect((await update({ iconUrl: null })).body).toEqual(profile());
});

test("a picture replaced at the same address is fetched at the next update, not before", async () => {
  const path = "/changing.png";
  const first = await update({ iconUrl: logos.url(path) });
  logos.change();
  const read = await server().call({ path: `/v1/merchants/${server().merchantId}` });
  expect(read.body.merchant.iconUrl).toBe(first.body.merchant.iconUrl);
  const second = await update({ iconUrl: logos.url(path) });
  expect(second.body.merchant.iconUrl).not.toBe(first.body.merchant.iconUrl);
});

test("an inactive merchant can be changed and stays inactive", async () => {
  await server().store.merchants.setStatus(server().merchantId, "inactive");
  const { status, body } = await update({ merchantName: "Quiet" });
  expect([status, body]).toEqual([200, profile({ name: "Quiet", status: "inactive" })]);
  await server().store.merchants.setStatus(server().merchantId, "active");
});
