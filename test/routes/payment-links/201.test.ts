// POST /v1/payment-links.
import { expect, test } from "vitest";
import { sharedServerForFile } from "../setup.ts";
import { FIXED, linkBody, OPEN, readLink, type WireLink } from "./given-links.ts";

const server = sharedServerForFile("api");

test("a link of a fixed amount has an address, defaults and no figures yet", async () => {
  const { status, body } = await server().call<WireLink>({ path: "/v1/payment-links", body: linkBody() });
  expect(status).toBe(201);
  expect(body).toEqual({
    id: expect.stringMatching(/^plink_[0-9a-z]{32}$/),
    merchantId: server().merchantId,
    x402Url: expect.stringMatching(/\/x402\/links\/plink_[0-9a-z]{32}$/),
    url: expect.stringMatching(new RegExp(`^https?://[^/]+/pay-links/${body.id}$`)),
    status: "active",
    amount: { ...FIXED, display: { assetSymbol: "USD", assetName: "US Dollar", decimals: 2 } },
    description: null,
    referencePattern: "{date}-{number}",
    maxUses: null,
    expiresAt: null,
    fields: [],
    checkout: null,
    enabled: true,
    stats: { opened: 0, created: 0, open: 0, succeeded: 0, beyondLimit: 0, amounts: [] },
    createdAt: expect.any(String),
  });
  expect(await readLink(server(), body.id)).toEqual(body);
});

test("a link of an open amount keeps everything that was sent", async () => {
  const expiresAt = Math.floor(Date.now() / 1_000) + 86_400;
  const choice = {
    amount: OPEN,
    description: "Spende für 🐝 <b>Bienen</b>",
    referencePattern: "BEE-{number}",
    maxUses: 3,
    expiresAt,
    fields: [{ label: "Name", required: true, maxLength: 40 }, { label: "Message" }],
    checkout: { successUrl: "https://shop.example/thanks", errorUrl: "https://shop.example/sorry" },
    enabled: false,
  };
  const { status, body } = await server().call<WireLink>({ path: "/v1/payment-links", body: choice });
  expect(status).toBe(201);
  expect(body).toMatchObject({
    ...choice,
    status: "disabled",
    fields: [choice.fields[0], { label: "Message", required: false, maxLength: 200 }],
  });
});

test("a repeat with the same Idempotency-Key returns the same link", async () => {
  const call = { path: "/v1/payment-links", headers: { "idempotency-key": "link-1" }, body: linkBody() };
  const first = await server().call<WireLink>(call);
  const second = await server().call<WireLink>(call);
  expect(second.body).toEqual(first.body);
  expect(second.headers.get("idempotent-replayed")).toBe("true");
});
