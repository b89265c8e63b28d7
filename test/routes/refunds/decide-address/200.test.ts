import { expect, test } from "vitest";
import { sharedServerForFile } from "../../setup.ts";
import { atRefund, givenClaim } from "../given-refunds.ts";

const server = sharedServerForFile();

test("the merchant accepts the address that was shown", async () => {
  const receiver = await server().newBuyer(0n);
  const { refundId } = await givenClaim(server(), receiver.address);
  const { status, body } = await atRefund(server(), refundId, "accept", { account: receiver.account });
  expect([status, body.status, body.to, body.claim]).toEqual([200, "requires_action", receiver.account, undefined]);
  const lines = await server().sql("select action, after from audit_log where subject_id = $1 order by id", [refundId]);
  expect(lines.at(-1)).toEqual({ action: "refund_address_accepted", after: { destination: receiver.address } });
});

test("the merchant rejects it, and the refund waits for another", async () => {
  const receiver = await server().newBuyer(0n);
  const { refundId } = await givenClaim(server(), receiver.address);
  const { status, body } = await atRefund(server(), refundId, "reject", { account: receiver.account });
  expect([status, body.status, body.claim]).toEqual([200, "requires_address", undefined]);
  const lines = await server().sql("select action, before from audit_log where subject_id = $1 order by id", [
    refundId,
  ]);
  expect(lines.at(-1)).toEqual({ action: "refund_address_rejected", before: { destination: receiver.address } });
});
