// A buyer's signed receipt: offered on the receipt without script, downloaded by the payment's id alone.
import { expect, test } from "vitest";
import { verifyReceipt } from "../../../src/client/index.ts";
import { givenPayment, givenSucceededPayment } from "../given.ts";
import { givenRefund } from "../refunds/given-refunds.ts";
import { serverForFile } from "../setup.ts";

const server = serverForFile();
const withoutKeys = serverForFile({ environment: { RECEIPT_KEYS: "" } });
const NOBODY = { "api-key": null, "merchant-id": null };
const get = (path: string, headers: Record<string, string> = {}, at = server) =>
  at().call<string>({ path, headers: { ...NOBODY, ...headers } });

test("the receipt links to the file, which is the one that the partner gets", async () => {
  const paymentId = await givenSucceededPayment(server());
  const page = (await get(`/${paymentId}`)).body;
  expect(page).toContain(`<a class="button plain" href="/${paymentId}/receipt" download>Save signed receipt</a>`);
  expect(page).toContain('href="/docs/operations/receipts"');
  const file = await get(`/${paymentId}/receipt`, { accept: "text/html" });
  expect(file.status).toBe(200);
  expect(Object.fromEntries(file.headers)).toMatchObject({
    "content-type": "application/jwt",
    "content-disposition": 'attachment; filename="receipt.jwt"',
    "cache-control": "no-store",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
  });
  const partners = await server().call<{ receipt: string }>({ path: `/v1/payments/${paymentId}/receipt` });
  expect(file.body).toBe(partners.body.receipt);
  const { body: jwks } = await server().call<{ keys: object[] }>({ path: "/.well-known/jwks.json", headers: NOBODY });
  expect(await verifyReceipt(file.body, { jwks })).toMatchObject({ sub: paymentId });
});

test("an open payment and an unknown one have none: a page for people, JSON for programs", async () => {
  const paymentId = await givenPayment(server());
  expect((await get(`/${paymentId}`)).body).not.toContain(`/${paymentId}/receipt`);
  expect(await get(`/${paymentId}/receipt`)).toMatchObject({ status: 400, body: { code: "payment_not_succeeded" } });
  expect(await get("/pay_unknown/receipt")).toMatchObject({ status: 404, body: { code: "payment_not_found" } });
  expect(await get(`/pay_${"x".repeat(100)}/receipt`)).toMatchObject({ status: 404 });
  const page = await get("/pay_unknown/receipt", { accept: "text/html" });
  expect([page.status, page.headers.get("content-type")]).toEqual([404, "text/html; charset=utf-8"]);
});

test("the gateway payment of a refund has none, as if it were unknown", async () => {
  const { gatewayPaymentId } = await givenRefund(server());
  const answer = await get(`/${gatewayPaymentId}/receipt`);
  expect(answer).toMatchObject({ status: 404, body: { code: "payment_not_found" } });
});

test("without keys, the receipt offers no file", async () => {
  const paymentId = await givenSucceededPayment(withoutKeys());
  const { status, body } = await get(`/${paymentId}`, {}, withoutKeys);
  expect([status, body.includes("Print receipt"), body.includes(`/${paymentId}/receipt`)]).toEqual([200, true, false]);
  expect(await get(`/${paymentId}/receipt`, {}, withoutKeys)).toMatchObject({ status: 404 });
});
