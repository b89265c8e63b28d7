// Refunds that were signed after the backup: rebuild finds them on the chain, and none is paid a second time.
import { describe, expect, test } from "vitest";
import { buyerFor } from "../client/payers.ts";
import { watcherIsAtHead } from "../faults/payments/confirmed.ts";
import { reconciled } from "../harness/books.ts";
import { clientOf, paidIn, turnpikeOf } from "../harness/chain/refund-signers.ts";
import {
  claimAs,
  givenRefund,
  paidBy,
  paidByDeposit,
  readRefund,
  requestRefund,
  signRefund,
} from "../harness/chain/refunds.ts";
import type { TestServer } from "../harness/server/server.ts";
import { backUp, install, rebuild, whileServing } from "./restored.ts";

const WHOLE = 10_000_000n;
const THREE = { amount: { unit: "iso4217/USD", value: "300" } };

test("a refund that was requested before the backup and signed after it has succeeded", async () => {
  const server = await install();
  const buyer = await server.newBuyer(WHOLE);
  const refund = await whileServing(server, async (served) => {
    const made = await givenRefund(served, await paidBy(served, buyer), THREE);
    await watcherIsAtHead(served);
    return made;
  });
  const restored = await backUp(server);
  await whileServing(server, async (served) => {
    expect(await signRefund(served, refund, await server.newBuyer())).toBe("succeeded");
  });
  const { txId } = await whileServing(server, (served) => readRefund(served, refund.refundId));

  expect(await rebuild(restored)).toMatchObject({ transfers: 1, succeeded: 1, exceptions: 0, unknown: [] });
  await whileServing(restored, async (served) => {
    expect(await readRefund(served, refund.refundId)).toMatchObject({ status: "succeeded", txId });
    const { body } = await served.call<object>({ path: `/v1/payments/${refund.paymentId}` });
    expect(body).toMatchObject({ refundedAmount: { value: "3000000" } });
    const again = await requestRefund(served, {
      paymentId: refund.paymentId,
      amount: { unit: "iso4217/USD", value: "701" },
    });
    expect(again).toMatchObject({ status: 400, body: { code: "params_validation" } });
    await watcherIsAtHead(served);
    expect((await reconciled(served)).differences).toEqual([]);
  });
  expect(await server.balance(server.deployment.usdc, buyer.address)).toBe(3_000_000n);
});

interface Exceptions {
  readonly data: readonly { readonly kind: string; readonly paymentId: string; readonly message: string }[];
}

const exceptionsIn = async (served: TestServer) =>
  (await served.call<Exceptions>({ path: "/v1/exceptions" })).body.data;

describe("a refund that was requested and signed after the backup is reported on the payments that it may be of", () => {
  test.each([
    ["relayed", "EIP-3009"],
    ["by the signer's own transaction", "plain ERC-20"],
  ])("%s", async (_, way) => {
    const server = await install();
    const [paymentId, buyer] = await whileServing(server, async (served) => {
      const paid = await paidIn(served, way);
      await paidIn(served, way); // by another account: the refund cannot be of this payment
      await watcherIsAtHead(served);
      return [paid.paymentId, paid.buyer];
    });
    const restored = await backUp(server);
    const txHash = await whileServing(server, async (served) => {
      const { refunds } = turnpikeOf(served);
      const { refundId } = await refunds.create({ paymentId, ...THREE });
      const signer = clientOf(served, await buyerFor(served, way));
      return (await refunds.sign(refundId, signer)).txId;
    });

    const rebuilt = await rebuild(restored);
    expect(rebuilt).toMatchObject({ transfers: 0, exceptions: 1 });
    expect(rebuilt.unknown).toMatchObject(way === "EIP-3009" ? [{ txHash, destination: buyer.address }] : []);
    expect((await rebuild(restored, "--from-block", `${rebuilt.from}`)).exceptions).toBe(0);
    await whileServing(restored, async (served) => {
      const [exception, ...others] = await exceptionsIn(served);
      expect(others).toEqual([]);
      expect(exception).toMatchObject({
        kind: "unknown_refund",
        paymentId,
        transaction: { hash: txHash },
        message: expect.stringContaining("Compare it with your records before you refund."),
      });
      await watcherIsAtHead(served);
      expect((await reconciled(served)).differences).toEqual([]);
    });
  });
});

test("a refund whose address was accepted after the backup is reported by its id", async () => {
  const server = await install();
  const buyer = await server.newBuyer(0n);
  const [{ paymentId }, refund] = await whileServing(server, async (served) => {
    const paid = await paidByDeposit(served);
    const made = await givenRefund(served, paid.paymentId, THREE);
    await watcherIsAtHead(served);
    return [paid, made];
  });
  const restored = await backUp(server);
  await whileServing(server, async (served) => {
    await claimAs(served, paymentId, buyer.account);
    await turnpikeOf(served).refunds.accept(refund.refundId, buyer.account);
    expect(await signRefund(served, refund, await server.newBuyer())).toBe("succeeded");
  });
  expect(await rebuild(restored)).toMatchObject({ transfers: 1, succeeded: 0, exceptions: 1, unknown: [] });
  await whileServing(restored, async (served) => {
    const message = expect.stringMatching(new RegExp(`^Refund ${refund.refundId}: `));
    expect(await exceptionsIn(served)).toMatchObject([{ kind: "unknown_refund", paymentId, message }]);
    await watcherIsAtHead(served);
    expect((await reconciled(served)).differences).toEqual([]);
  });
});
