import fc from "fast-check";
import { type Address, decodeFunctionResult, encodeFunctionData, type Hex, type PrivateKeyAccount } from "viem";
import { beforeAll, describe, expect, test } from "vitest";
import { paymentRouterAbi } from "../../src/chains/evm/abi/payment-router.ts";
import { setDenied } from "../../src/local/tokens/circle-token.ts";
import { type Terms, termsHash } from "../../src/payment/terms.ts";
import { errorText, groupsOf, type Payout, refusal, settle } from "./calls.ts";
import { endsWithDustOnly } from "./dust.ts";
import { signAuthorization, signPermit2, USDC_DOMAIN } from "./signing.ts";
import {
  attempt,
  changes,
  EIP3009,
  FEE_RECEIVER,
  fundedBuyer,
  openStage,
  PERMIT2_METHOD,
  pullOf,
  RIVAL,
  type Stage,
  someone,
  termsOf,
  transact,
} from "./stage.ts";

const MERCHANTS = [someone("merchant 0"), someone("merchant 1"), someone("merchant 2")];
const OTHER_FEE_RECEIVER = someone("other fee receiver");
let stage: Stage;
let buyers: PrivateKeyAccount[];
beforeAll(async () => {
  stage = await openStage();
  buyers = [];
  for (const name of ["a", "b", "c"]) buyers.push(await fundedBuyer(stage, name, 1n << 70n));
});
endsWithDustOnly(() => stage);

interface Order {
  readonly buyer: number;
  readonly merchant: number;
  readonly method: number;
  readonly feeReceiver: Address;
  readonly amount: bigint;
  readonly fee: bigint;
  /** Whether the payer signed. */
  readonly good: boolean;
}
const order = (change: Partial<Order> = {}): Order => ({
  ...{
    buyer: 0,
    merchant: 0,
    method: EIP3009,
    feeReceiver: FEE_RECEIVER,
    amount: 1_000_000n,
    fee: 10_000n,
    good: true,
  },
  ...change,
});

const at = <T>(items: readonly T[], index: number): T => {
  const item = items[index % items.length];
  if (item === undefined) throw new Error("There are no items.");
  return item;
};

async function batchOf(orders: readonly Order[]): Promise<{ payouts: Payout[]; terms: Terms[] }> {
  const payouts = new Map<string, Payout>();
  const terms: Terms[] = [];
  for (const { buyer, merchant, method, feeReceiver, amount, fee, good } of orders) {
    const destination = at(MERCHANTS, merchant);
    const one = termsOf(stage, at(buyers, buyer).address, { destination, amount, fee, feeReceiver });
    const signer = at(buyers, good ? buyer : buyer + 1);
    const signature = await (method === EIP3009
      ? signAuthorization(signer, one, USDC_DOMAIN)
      : signPermit2(signer, one));
    const id = `${destination} ${feeReceiver}`;
    const pulls = [...(payouts.get(id)?.pulls ?? []), pullOf(one, signature, method)];
    payouts.set(id, { destination, feeReceiver, pulls });
    terms.push(one);
  }
  return { payouts: [...payouts.values()], terms };
}

const sum = (amounts: readonly bigint[]) => amounts.reduce((total, amount) => total + amount, 0n);
const hashes = (events: readonly { termsHash: Hex }[]) => events.map((event) => event.termsHash).sort();

describe("succeeds with", () => {
  test("any batch: each good payment is split to the last unit, each bad one is skipped", async () => {
    const anyOrder = fc.bigInt({ min: 1n, max: 1n << 60n }).chain((amount) =>
      fc.record({
        buyer: fc.nat({ max: 2 }),
        merchant: fc.nat({ max: 2 }),
        method: fc.constantFrom(EIP3009, PERMIT2_METHOD),
        feeReceiver: fc.constantFrom(FEE_RECEIVER, OTHER_FEE_RECEIVER),
        amount: fc.constant(amount),
        fee: fc.bigInt({ min: 0n, max: amount }),
        good: fc.boolean(),
      }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(anyOrder, { minLength: 1, maxLength: 8 }), async (orders) => {
        const { payouts, terms } = await batchOf(orders);
        const good = orders.filter((one) => one.good);
        const got = MERCHANTS.map((_, i) =>
          sum(good.filter(({ merchant }) => merchant === i).map(({ amount, fee }) => amount - fee)),
        );
        const spent = buyers.map((_, i) => -sum(good.filter(({ buyer }) => buyer === i).map(({ amount }) => amount)));
        const fees = [FEE_RECEIVER, OTHER_FEE_RECEIVER].map((receiver) =>
          sum(good.filter(({ feeReceiver }) => feeReceiver === receiver).map(({ fee }) => fee)),
        );
        const payers = buyers.map(({ address }) => address);
        const holders = [...MERCHANTS, ...payers, FEE_RECEIVER, OTHER_FEE_RECEIVER, stage.router];
        const moved = await changes(stage, stage.usdc, holders, async () => {
          const { paid, failed } = await transact(stage, settle(stage, payouts));
          expect(hashes(paid)).toEqual(
            terms
              .filter((_, i) => orders[i]?.good)
              .map(termsHash)
              .sort(),
          );
          expect(hashes(failed)).toEqual(
            terms
              .filter((_, i) => !orders[i]?.good)
              .map(termsHash)
              .sort(),
          );
        });
        expect(moved).toEqual([...got, ...spent, ...fees, 0n]);
      }),
      { numRuns: 25 },
    );
  });

  test("one transfer per destination and one for the fees", async () => {
    const { payouts } = await batchOf([order(), order({ buyer: 1 }), order({ merchant: 1 }), order({ merchant: 1 })]);
    const { receipt } = await transact(stage, settle(stage, payouts));
    const fromRouter = receipt.logs.filter(
      (log) => log.topics[1] === `0x${"0".repeat(24)}${stage.router.slice(2).toLowerCase()}`,
    );
    expect(fromRouter).toHaveLength(3);
  });

  test("the number of payments made as its result", async () => {
    const { payouts } = await batchOf([order(), order({ good: false }), order({ merchant: 1 })]);
    const { data } = await stage.chain.call({ account: RIVAL, ...settle(stage, payouts) });
    expect(decodeFunctionResult({ abi: paymentRouterAbi, functionName: "settle", data: data ?? "0x" })).toBe(2n);
  });

  test("an empty batch: nothing happens", async () => {
    for (const payouts of [[], [{ destination: at(MERCHANTS, 0), pulls: [] }]]) {
      const { receipt } = await transact(stage, settle(stage, payouts));
      expect(receipt.logs).toEqual([]);
    }
  });

  test("no fees: the fee receiver, which may be the zero address, is not touched", async () => {
    const nobody = `0x${"0".repeat(40)}` as const;
    const buyer = at(buyers, 0);
    const terms = termsOf(stage, buyer.address, { fee: 0n, feeReceiver: nobody });
    const pulls = [pullOf(terms, await signAuthorization(buyer, terms, USDC_DOMAIN))];
    const payouts = [{ destination: terms.destination, feeReceiver: nobody, pulls }];
    expect((await transact(stage, settle(stage, payouts))).paid).toHaveLength(1);
  });

  test("a front-runner: paid once, and our own transaction reports why it did nothing", async () => {
    const { payouts } = await batchOf([order(), order({ merchant: 1 })]);
    expect((await transact(stage, { ...settle(stage, payouts), from: RIVAL })).paid).toHaveLength(2);
    const moved = await changes(stage, stage.usdc, [...MERCHANTS, FEE_RECEIVER, at(buyers, 0).address], async () => {
      const { paid, failed } = await transact(stage, settle(stage, payouts));
      expect([paid.length, failed.length]).toEqual([0, 2]);
    });
    expect(moved).toEqual([0n, 0n, 0n, 0n, 0n]);
  });
});

describe("is all or nothing", () => {
  test("at any gas limit, all good payments are made or the transaction reverts", async () => {
    const { payouts } = await batchOf([order(), order({ buyer: 1 }), order({ merchant: 1 }), order({ merchant: 2 })]);
    const seen = new Set<string>();
    for (let gas = 150_000n; gas <= 900_000n; gas += 7_919n) {
      const before = await stage.chain.snapshot();
      const { receipt, paid, failed } = await attempt(stage, { ...settle(stage, payouts), gas });
      expect([receipt.status, paid.length, failed.length]).toEqual(
        receipt.status === "success" ? ["success", 4, 0] : ["reverted", 0, 0],
      );
      seen.add(receipt.status);
      await stage.chain.revert({ id: before });
    }
    expect(seen).toEqual(new Set(["reverted", "success"]));
  });
});

describe("reverts when", () => {
  test("there is not enough gas for the most that one payment may use", async () => {
    const { payouts } = await batchOf([order()]);
    const call = settle(stage, payouts);
    const poor = stage.chain.call({ account: RIVAL, to: call.to, data: call.data, gas: 195_000n });
    await expect(poor).rejects.toThrow(/0x5e31f860|NotEnoughGas/);
  });

  test("the token has no code", async () => {
    const nobody = someone("nobody");
    expect(await refusal(stage, settle(stage, [], nobody))).toBe(`NotAToken(${nobody})`);
  });
});

describe("fee receivers share a batch", () => {
  test("each gets its payments' fees, and the merchants theirs", async () => {
    const receivers = Array.from({ length: 12 }, (_, i) => someone(`fee receiver ${i}`));
    const { payouts, terms } = await batchOf(
      receivers.map((feeReceiver, i) => order({ merchant: i % 3, feeReceiver })),
    );
    const moved = await changes(stage, stage.usdc, [...receivers, ...MERCHANTS], async () => {
      const { paid } = await transact(stage, settle(stage, payouts));
      expect(paid.map(({ termsHash, feeReceiver }) => ({ termsHash, feeReceiver }))).toEqual(
        terms.map((one) => ({ termsHash: termsHash(one), feeReceiver: one.feeReceiver })),
      );
    });
    expect(moved).toEqual([...receivers.map(() => 10_000n), ...MERCHANTS.map(() => 4n * 990_000n)]);
  });

  test("one that cannot be paid fails only its own payments, and pulls nothing", async () => {
    const denied = someone("denied fee receiver");
    const { payouts, terms } = await batchOf([
      order(),
      order({ feeReceiver: denied }),
      order({ feeReceiver: denied, merchant: 1 }),
      order({ feeReceiver: stage.router, merchant: 2 }),
      order({ merchant: 1 }),
    ]);
    await setDenied(stage.chain, stage.usdc, denied, true);
    const moved = await changes(stage, stage.usdc, [at(buyers, 0).address, denied, ...MERCHANTS], async () => {
      const { paid, failed } = await transact(stage, settle(stage, payouts));
      expect(hashes(paid)).toEqual([terms[0], terms[4]].map((one) => one && termsHash(one)).sort());
      expect(failed.map(({ reason }) => errorText(reason).replace(/, .*/, ""))).toEqual([
        `PayoutFailed(${denied}`,
        `PayoutFailed(${denied}`,
        `FeeReceiverRefused(${stage.router})`,
      ]);
      expect(failed[0]).toMatchObject({ payer: terms[1]?.payer, token: stage.usdc, amount: terms[1]?.amount });
    });
    expect(moved).toEqual([-2_000_000n, 0n, 990_000n, 990_000n, 0n]);
  });
});

test("settleGroup and settlePayout revert when anyone but the router itself calls them", async () => {
  const { payouts } = await batchOf([order()]);
  const args = [stage.usdc, groupsOf(payouts), 0n, 0n, 0n, false] as const;
  for (const functionName of ["settleGroup", "settlePayout"] as const) {
    const data = encodeFunctionData({ abi: paymentRouterAbi, functionName, args });
    expect(await refusal(stage, { from: RIVAL, to: stage.router, data })).toBe(`OnlySelf(${RIVAL})`);
  }
});
