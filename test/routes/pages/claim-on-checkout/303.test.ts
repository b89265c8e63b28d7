import { expect, test } from "vitest";
import { claimAs, readRefund } from "../../../harness/chain/refunds.ts";
import { givenPayment } from "../../given.ts";
import { sharedServerForFile } from "../../setup.ts";
import { pageOf, textOf } from "../page-text.ts";
import { givenClaim, submit, tokenIn } from "./given.ts";

const server = sharedServerForFile();

test("the compared address is claimed, and the page says that the shop has to accept it", async () => {
  const { paymentId, refundId } = await givenClaim(server());
  const token = await tokenIn(server(), paymentId);
  const { address, account } = await server().newBuyer(0n);
  const fields = { token, address, step: "use", lang: "ar" };
  expect(await submit(server(), paymentId, fields)).toMatchObject({ status: 303, location: `/${paymentId}?lang=ar` });
  expect((await readRefund(server(), refundId)).claim).toMatchObject({ account, by: "buyer" });
  const text = textOf(await pageOf(server(), `/${paymentId}`));
  expect(text).toContain("Test shop has to accept your address first.");
  expect(text).toContain(address);
  const other = await server().newBuyer(0n);
  expect((await submit(server(), paymentId, { ...fields, address: other.address })).status).toBe(303);
  expect((await readRefund(server(), refundId)).claim).toMatchObject({ account });
});

test("a missing token and another payment's token claim nothing", async () => {
  const { paymentId, refundId } = await givenClaim(server());
  const other = await tokenIn(server(), (await givenClaim(server())).paymentId);
  const { address } = await server().newBuyer(0n);
  for (const token of ["", "page_AAAA", other])
    expect((await submit(server(), paymentId, { token, address, step: "use" })).status).toBe(303);
  expect((await readRefund(server(), refundId)).claim).toBeUndefined();
});

test("where nothing waits for an address, the form leads back to the page", async () => {
  const open = await givenPayment(server());
  const { address, account } = await server().newBuyer(0n);
  const openToken = await tokenIn(server(), open);
  expect(await submit(server(), open, { token: openToken, address, step: "check" })).toMatchObject({
    status: 303,
    location: `/${open}?lang=en`,
  });
  const { paymentId } = await givenClaim(server());
  const token = await tokenIn(server(), paymentId);
  await claimAs(server(), paymentId, account);
  expect((await submit(server(), paymentId, { token, address, step: "check" })).status).toBe(303);
});

test("the form's own address, loaded again, leads to the page", async () => {
  const answer = await fetch(`${server().baseUrl}/pay_unknown/refund-address`, { redirect: "manual" });
  expect([answer.status, answer.headers.get("location")]).toEqual([303, "/pay_unknown"]);
});
