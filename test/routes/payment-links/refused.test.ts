// Links that are refused: 400, 404 and 409.
import { expect, test } from "vitest";
import { fieldsOf, sharedServerForFile } from "../setup.ts";
import { givenLink, linkBody } from "./given-links.ts";

const server = sharedServerForFile("api");

const create = (changes: object) => server().call({ path: "/v1/payment-links", body: linkBody(changes) });
const amount = (fields: object) => ({ amount: { unit: "iso4217/USD", ...fields } });
const field = (fields: object) => ({ fields: [{ label: "Name", ...fields }] });

test.each<[title: string, changes: object, fields: string[]]>([
  ["no amount", { amount: undefined }, ["amount"]],
  ["neither a value nor bounds", amount({}), ["amount"]],
  ["a value and bounds", amount({ value: "1", min: "1", max: "2" }), ["amount"]],
  ["a value and a suggestion", amount({ value: "1", suggested: "1" }), ["amount"]],
  ["one bound", amount({ min: "1" }), ["amount"]],
  ["an unknown currency", { amount: { unit: "iso4217/XXX", value: "1" } }, ["amount.unit"]],
  ["a token", { amount: { unit: "caip19/eip155:1/slip44:60", value: "1" } }, ["amount.unit"]],
  ["a fraction", amount({ value: "1.5" }), ["amount.value"]],
  ["a negative value", amount({ value: "-1" }), ["amount.value"]],
  ["a value of 19 digits", amount({ value: "1".repeat(19) }), ["amount.value"]],
  ["bounds of zero", amount({ min: "0", max: "0" }), ["amount.max", "amount.min"]],
  ["crossed bounds", amount({ min: "5", max: "4" }), ["amount.max"]],
  ["a suggestion above the bounds", amount({ min: "1", max: "2", suggested: "3" }), ["amount.suggested"]],
  ["an empty description", { description: "" }, ["description"]],
  ["a long description", { description: "x".repeat(257) }, ["description"]],
  ["a description that reorders text", { description: "a\u202eb" }, ["description"]],
  ["a reference without a number", { referencePattern: "A-{date}" }, ["referencePattern"]],
  ["an unknown placeholder", { referencePattern: "{number}{name}" }, ["referencePattern"]],
  ["an open brace", { referencePattern: "{number}{" }, ["referencePattern"]],
  ["no uses", { maxUses: 0 }, ["maxUses"]],
  ["too many uses", { maxUses: 10_001 }, ["maxUses"]],
  ["an expiry in the past", { expiresAt: 1 }, ["expiresAt"]],
  ["a field without a label", field({ label: "" }), ["fields.0.label"]],
  ["a field of no length", field({ maxLength: 0 }), ["fields.0.maxLength"]],
  ["an unknown property of a field", field({ type: "email" }), ["fields.0.type"]],
  ["two equal labels", { fields: [{ label: "Name" }, { label: "Name" }] }, ["fields.1.label"]],
  ["eleven fields", { fields: Array.from({ length: 11 }, (_, no) => ({ label: `${no}` })) }, ["fields"]],
  [
    "redirects to plain HTTP",
    { checkout: { successUrl: "http://shop.example", errorUrl: "https://a:b@shop.example" } },
    ["checkout.errorUrl", "checkout.successUrl"],
  ],
  ["an unknown field", { price: 1 }, ["price"]],
])("%s is 400", async (_, changes, fields) => {
  const { status, body } = await create(changes);
  expect([status, body.code]).toEqual([400, "params_validation"]);
  expect(fieldsOf(body)).toEqual(fields);
});

test("an empty change and one into the past are 400", async () => {
  const { id } = await givenLink(server());
  for (const body of [{}, { expiresAt: 1 }, { maxUses: 0 }, { amount: { unit: "iso4217/USD", value: "2" } }]) {
    expect((await server().call({ method: "PATCH", path: `/v1/payment-links/${id}`, body })).status).toBe(400);
  }
});

test("an unknown merchant is 404, and so is a deleted link", async () => {
  const headers = { "merchant-id": "mrch_unknown" };
  const refused = await server().call({ path: "/v1/payment-links", headers, body: linkBody() });
  expect([refused.status, refused.body.code]).toEqual([404, "merchant_not_found"]);
  const path = `/v1/payment-links/${(await givenLink(server())).id}`;
  expect((await server().call({ method: "DELETE", path })).status).toBe(200);
  for (const call of [{ method: "DELETE" as const }, { method: "PATCH" as const, body: { enabled: true } }, {}]) {
    const { status, body } = await server().call({ ...call, path });
    expect([status, body.code]).toEqual([404, "not_found"]);
  }
});

test("more than 1 000 links of a partner are 409, and deleted ones do not count", async () => {
  const { id } = await givenLink(server());
  await server().sql(
    `insert into payment_links (id, partner_id, merchant_id, currency, amount, reference_pattern)
     select 'plink_' || gen_random_uuid(), l.partner_id, merchant_id, currency, amount, reference_pattern
       from payment_links l, generate_series(1, 1000 - count_payment_links($2)) where l.id = $1`,
    [id, server().partnerId],
  );
  const { status, body } = await create({});
  expect([status, body.code]).toEqual([409, "limit_exceeded"]);
  await server().call({ method: "DELETE", path: `/v1/payment-links/${id}` });
  expect((await create({})).status).toBe(201);
});
