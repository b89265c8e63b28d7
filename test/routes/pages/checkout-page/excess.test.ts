// The notices on the buyer's page about a second, late or excess transfer.
import { expect, test } from "vitest";
import { givenExpiredPayment, givenSucceededPayment } from "../../given.ts";
import { givenException } from "../../payments/list-exceptions/exceptions.ts";
import { serverForFile } from "../../setup.ts";
import { textOf } from "../page-text.ts";

const server = serverForFile({ bendsBooks: "the exceptions are written, not made by a chain" });
const textsOf = async (paymentId: string, lang = "en") =>
  textOf((await server().call<string>({ path: `/${paymentId}?lang=${lang}` })).body);

test.each([
  ["duplicate", /You have paid twice: another 1\.234567.USDC arrived on .+ must send it back\. .+ reference order-1\./],
  ["overpaid", /You have paid more than was asked, 1\.234567.USDC too much on/],
  ["late", /1\.234567.USDC arrived on .+ too late for this payment/],
])("%s, on the receipt", async (kind, said) => {
  const paymentId = await givenSucceededPayment(server());
  expect(await textsOf(paymentId)).not.toMatch(said);
  await givenException(server(), { kind, paymentId });
  expect(await textsOf(paymentId)).toMatch(said);
  expect(await textsOf(paymentId)).toContain("Payment complete");
});

test("paid too late: not that nothing was paid", async () => {
  const paymentId = await givenExpiredPayment(server());
  expect(await textsOf(paymentId)).toContain("It was not paid in time");
  await givenException(server(), { kind: "late", paymentId });
  const text = await textsOf(paymentId);
  expect(text).toMatch(/too late for this payment\. Don't send it again/);
  expect(text).not.toContain("It was not paid in time");
  expect(await textsOf(paymentId, "de")).toContain("zu spät für diese Zahlung");
});

test("dealt with by the merchant, sent back, or settled by the chain", async () => {
  const paymentId = await givenSucceededPayment(server());
  const { id } = await givenException(server(), { kind: "duplicate", paymentId });
  const resolve = (set: string) =>
    server().sql(`update exceptions set resolved_at = now(), ${set} where id = $1`, [id]);
  await resolve("resolution = 'note', note = 'Done', refund_id = null");
  expect(await textsOf(paymentId)).toMatch(/ dealt with it on/);
  await resolve("resolution = 'refund', note = null, refund_id = 'rfd_1'");
  expect(await textsOf(paymentId)).toMatch(/1\.234567.USDC was sent back to you on/);
  await resolve("resolution = 'chain', note = null, refund_id = null");
  expect(await textsOf(paymentId)).not.toMatch(/twice/);
});
