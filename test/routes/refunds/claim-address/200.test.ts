// A buyer's claim after a real deposit is in test/flows/refunds/refunds.test.ts.
import { expect, test } from "vitest";
import { gateway } from "../../given.ts";
import { givenSent } from "../../payments/list-exceptions/exceptions.ts";
import { sharedServerForFile } from "../../setup.ts";
import { atRefund, givenPaid, refund, type ShownRefund } from "../given-refunds.ts";

const server = sharedServerForFile();

test("the claim is for refunds of what was paid, not for the money of an exception", async () => {
  const own = (await server().asNewOwner()).at(server().baseUrl) as ReturnType<typeof server>;
  const { paymentId } = await givenPaid(own);
  const paid = await refund(own, { paymentId, reason: "Returned" });
  const { refundId } = paid.body as unknown as ShownRefund;
  await own.sql("update refunds set status = 'requires_address', destination = null where id = $1", [refundId]);
  await own.sql("update partners set needs_second_person = true where id = $1", [own.partnerId]);
  const { id: exceptionId } = await givenSent(own, "duplicate", paymentId);
  const [rejected, claimed] = [await own.newBuyer(0n), await own.newBuyer(0n)];
  const { body } = await refund(own, { paymentId, exceptionId, to: rejected.account });
  const other = body as unknown as ShownRefund;
  const decision = await atRefund(own, other.refundId, "reject", { account: rejected.account });
  expect(decision.body).toMatchObject({ status: "requires_address", exceptionId });

  const claim = await gateway(own, paymentId, "/refund-address", { body: { account: claimed.account } });
  expect([claim.status, claim.body]).toEqual([200, { paymentId, account: claimed.account }]);
  expect(
    await own.sql("select id, claimed from refunds where payment_id = $1 order by created_at", [paymentId]),
  ).toEqual([
    { id: refundId, claimed: claimed.address },
    { id: other.refundId, claimed: null },
  ]);
});
