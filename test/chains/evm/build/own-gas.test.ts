// The gas that buyers need coin for, measured with the real router and the most expensive token: the estimate leaves a
// third for a wallet's own margin.
import { encodeFunctionData, erc20Abi, type Hex, maxUint256, parseEther, zeroAddress } from "viem";
import { afterAll, beforeAll, expect, it } from "vitest";
import { approvalGas, paymentGas } from "../../../../src/chains/evm/router/gas.ts";
import { payByTransactionData } from "../../../../src/chains/evm/router/router-call.ts";
import type { Asset } from "../../../../src/money/asset.ts";
import { type Fixture, fundedBuyer, openFixture, optionFor, someone, tokenAt } from "../fixture.ts";

let fixture: Fixture;
let buyer: Hex;
beforeAll(async () => {
  fixture = await openFixture();
  buyer = (await fundedBuyer(fixture)).address;
  await fixture.node.setBalance({ address: buyer, value: parseEther("1000") });
});
afterAll(() => fixture.close());

const approval = (): { to: Hex; data: Hex } => ({
  to: fixture.deployment.usdc,
  data: encodeFunctionData({
    abi: erc20Abi,
    functionName: "approve",
    args: [fixture.deployment.router, maxUint256],
  }),
});

const estimate = (call: { to: Hex; data: Hex; value?: bigint }) =>
  fixture.node.estimateGas({ account: buyer, ...call });

function expectRoom(used: bigint, assumed: bigint): void {
  expect((used * 3n) / 2n).toBeLessThanOrEqual(assumed);
}

/** A payment to accounts that never held the token. */
const payment = (token: Hex) => {
  const { terms } = optionFor(fixture, buyer, {
    token,
    destination: someone(`shop for ${token}`),
    feeReceiver: someone(`fees in ${token}`),
  });
  return { to: fixture.deployment.router, data: payByTransactionData(terms), terms };
};

it("covers an approval, and is zero if none is missing", async () => {
  const asset = { ...tokenAt(fixture.deployment.usdc), method: "erc20", resetsApproval: true } as Asset;
  const assumed = approvalGas(asset, 0n, 5n);
  expectRoom(await estimate(approval()), assumed);
  expect(approvalGas(asset, 5n, 5n)).toBe(0n);
  expect(approvalGas(asset, 4n, 5n)).toBe(2n * assumed);
});

it("covers a payment in a token and in coin", async () => {
  await fixture.node.sendUnsignedTransaction({ from: buyer, ...approval(), gas: 100_000n });
  await fixture.node.mine({ blocks: 1 });
  expectRoom(await estimate(payment(fixture.deployment.usdc)), paymentGas("erc20"));
  const coin = payment(zeroAddress);
  expectRoom(await estimate({ ...coin, value: coin.terms.amount }), paymentGas("native"));
  expect(paymentGas("eip3009") + paymentGas("permit2")).toBe(0n);
});
