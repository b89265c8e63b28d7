import { expect, test } from "vitest";
import { sharedServerForFile } from "../../setup.ts";
import { atRefund, givenRefund, refund } from "../given-refunds.ts";

const server = sharedServerForFile();

test("a refund that nobody has signed; again, the same; its amount can be refunded anew", async () => {
  const { refundId, paymentId, amount } = await givenRefund(server());
  const first = await atRefund(server(), refundId, "cancel");
  const again = await atRefund(server(), refundId, "cancel", {}, { "idempotency-key": "again" });
  expect([first.status, first.body.status, again.status, again.body]).toEqual([200, "cancelled", 200, first.body]);
  const lines = await server().sql("select action from audit_log where subject_id = $1 order by id", [refundId]);
  expect(lines.map(({ action }) => action)).toEqual(["refund_requested", "refund_cancelled"]);
  const anew = await refund(server(), { paymentId, reason: "x" });
  expect([anew.status, anew.body]).toMatchObject([201, { amount }]);
});
