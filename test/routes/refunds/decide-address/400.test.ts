import { expect, test } from "vitest";
import { sharedServerForFile } from "../../setup.ts";
import { atRefund, givenClaim, givenRefund } from "../given-refunds.ts";

const server = sharedServerForFile();

test.each(["accept", "reject"])(
  "%s: another address than the one that waits, and a refund that waits for none",
  async (action) => {
    const [receiver, other] = [await server().newBuyer(0n), await server().newBuyer(0n)];
    const { refundId } = await givenClaim(server(), receiver.address);
    const open = await givenRefund(server());
    for (const [id, account] of [
      [refundId, other.account],
      [open.refundId, receiver.account],
    ] as const) {
      const { status, body } = await atRefund(server(), id, action, { account });
      expect([status, body.code]).toEqual([400, "invalid_state"]);
    }
    expect(await server().sql("select claimed from refunds where id = $1", [refundId])).toEqual([
      { claimed: receiver.address },
    ]);
  },
);

test("of two decisions at once, one counts", async () => {
  const receiver = await server().newBuyer(0n);
  const { refundId } = await givenClaim(server(), receiver.address);
  const decisions = Array.from({ length: 20 }, (_, index) =>
    atRefund(server(), refundId, index % 2 ? "accept" : "reject", { account: receiver.account }),
  );
  const statuses = (await Promise.all(decisions)).map(({ status }) => status).sort();
  expect(statuses).toEqual([200, ...Array.from({ length: 19 }, () => 400)]);
});
