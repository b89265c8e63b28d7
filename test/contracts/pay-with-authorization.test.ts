import fc from "fast-check";
import type { Hex, PrivateKeyAccount } from "viem";
import { beforeAll, describe, expect, test } from "vitest";
import { setDenied, setPaused } from "../../src/local/tokens/circle-token.ts";
import { type Terms, termsHash } from "../../src/payment/terms.ts";
import { payWithAuthorization, refusal } from "./calls.ts";
import { endsWithDustOnly } from "./dust.ts";
import { signAuthorization, USDC_DOMAIN } from "./signing.ts";
import {
  attempt,
  changes,
  FEE_RECEIVER,
  fundedBuyer,
  openStage,
  RIVAL,
  type Stage,
  someone,
  termsOf,
  transact,
} from "./stage.ts";

let stage: Stage;
let buyer: PrivateKeyAccount;
beforeAll(async () => {
  stage = await openStage();
  buyer = await fundedBuyer(stage, "buyer", 1n << 70n);
});
endsWithDustOnly(() => stage);

async function signed(change: Partial<Terms> = {}): Promise<{ terms: Terms; signature: Hex }> {
  const terms = termsOf(stage, buyer.address, change);
  return { terms, signature: await signAuthorization(buyer, terms, USDC_DOMAIN) };
}

describe("succeeds with", () => {
  test("any amount and fee, split to the last unit", async () => {
    const split = fc
      .bigInt({ min: 1n, max: 1n << 62n })
      .chain((amount) => fc.record({ amount: fc.constant(amount), fee: fc.bigInt({ min: 0n, max: amount }) }));
    await fc.assert(
      fc.asyncProperty(split, async ({ amount, fee }) => {
        const { terms, signature } = await signed({ amount, fee });
        const holders = [buyer.address, terms.destination, FEE_RECEIVER, stage.router];
        const moved = await changes(stage, stage.usdc, holders, () =>
          transact(stage, payWithAuthorization(terms, signature)),
        );
        expect(moved).toEqual([-amount, amount - fee, fee, 0n]);
      }),
      { numRuns: 25 },
    );
  });

  test("one Paid event that names the terms", async () => {
    const { terms, signature } = await signed();
    const { paid } = await transact(stage, payWithAuthorization(terms, signature));
    const { chain: _, router: __, deadlineS, ...named } = terms;
    const event = { ...named, termsHash: termsHash(terms), deadline: BigInt(deadlineS), method: 0 };
    expect(paid).toEqual([event]);
  });

  test("a front-runner: the same payment is made", async () => {
    const { terms, signature } = await signed();
    const holders = [buyer.address, terms.destination, FEE_RECEIVER, RIVAL];
    const moved = await changes(stage, stage.usdc, holders, () =>
      transact(stage, { ...payWithAuthorization(terms, signature), from: RIVAL }),
    );
    expect(moved).toEqual([-terms.amount, terms.amount - terms.fee, terms.fee, 0n]);
  });

  test("no fee: the fee receiver, which may be the zero address, is not touched", async () => {
    const { terms, signature } = await signed({ fee: 0n, feeReceiver: `0x${"0".repeat(40)}` });
    const { receipt } = await transact(stage, payWithAuthorization(terms, signature));
    const transfers = receipt.logs.filter((log) => log.topics.length === 3 && log.data.length === 66);
    expect(transfers).toHaveLength(2); // in and out
  });

  test("the last second before the deadline", async () => {
    const now = Number((await stage.chain.getBlock()).timestamp);
    const { terms, signature } = await signed({ deadlineS: now + 100 });
    await stage.chain.setNextBlockTimestamp({ timestamp: BigInt(now + 99) });
    expect((await transact(stage, payWithAuthorization(terms, signature))).paid).toHaveLength(1);
  });
});

describe("reverts when", () => {
  test("the deadline is reached", async () => {
    const now = Number((await stage.chain.getBlock()).timestamp);
    const { terms, signature } = await signed({ deadlineS: now + 100 });
    await stage.chain.setNextBlockTimestamp({ timestamp: BigInt(now + 100) });
    const { receipt } = await attempt(stage, payWithAuthorization(terms, signature));
    expect(receipt.status).toBe("reverted");
    expect(await refusal(stage, payWithAuthorization(terms, signature))).toMatch(`Expired(${now + 100}, `);
  });

  test("it was paid before, by anyone", async () => {
    const { terms, signature } = await signed();
    await transact(stage, { ...payWithAuthorization(terms, signature), from: RIVAL });
    expect(await refusal(stage, payWithAuthorization(terms, signature))).toBe(
      "FiatTokenV2: authorization is used or canceled",
    );
  });

  test.each<[string, Partial<Terms>]>([
    ["destination", { destination: someone("thief") }],
    ["fee", { fee: 20_000n }],
    ["fee receiver", { feeReceiver: someone("thief") }],
    ["amount", { amount: 2_000_000n }],
    ["payment key", { key: `0x${"11".repeat(32)}` }],
    ["deadline", { deadlineS: 4_000_000_000 }],
    ["payer", { payer: someone("another buyer") }],
  ])("the %s differs from the signed one", async (_, change) => {
    const { terms, signature } = await signed();
    expect(await refusal(stage, payWithAuthorization({ ...terms, ...change }, signature))).toBe(
      "FiatTokenV2: invalid signature",
    );
  });

  test.each<[string, Partial<Terms>, string]>([
    ["the amount is zero", { amount: 0n, fee: 0n }, "AmountZero()"],
    ["the fee is more than the amount", { amount: 5n, fee: 6n }, "FeeAboveAmount(6, 5)"],
    ["there is no destination", { destination: `0x${"0".repeat(40)}` }, `DestinationRefused(0x${"0".repeat(40)})`],
    ["a fee has no receiver", { feeReceiver: `0x${"0".repeat(40)}` }, `FeeReceiverRefused(0x${"0".repeat(40)})`],
    ["the token is the native coin", { token: `0x${"0".repeat(40)}` }, `NotAToken(0x${"0".repeat(40)})`],
    ["the token has no code", { token: someone("nobody") }, `NotAToken(${someone("nobody")})`],
  ])("%s", async (_, change, reason) => {
    const { terms, signature } = await signed(change);
    expect(await refusal(stage, payWithAuthorization(terms, signature))).toBe(reason);
  });

  test("destination or fee receiver is the router or the token", async () => {
    for (const lost of [stage.router, stage.usdc]) {
      const to = await signed({ destination: lost });
      expect(await refusal(stage, payWithAuthorization(to.terms, to.signature))).toBe(`DestinationRefused(${lost})`);
      const fee = await signed({ feeReceiver: lost });
      expect(await refusal(stage, payWithAuthorization(fee.terms, fee.signature))).toBe(`FeeReceiverRefused(${lost})`);
    }
  });

  test("the buyer has less than the amount", async () => {
    const { terms, signature } = await signed({ amount: 1n << 71n });
    expect(await refusal(stage, payWithAuthorization(terms, signature))).toBe("ERC20: transfer amount exceeds balance");
  });

  test("buyer or destination is on Circle's denylist", async () => {
    const { terms, signature } = await signed({ destination: someone("denied merchant") });
    for (const denied of [terms.destination, buyer.address]) {
      await setDenied(stage.chain, stage.usdc, denied, true);
      expect(await refusal(stage, payWithAuthorization(terms, signature))).toBe(
        "Blacklistable: account is blacklisted",
      );
      await setDenied(stage.chain, stage.usdc, denied, false);
    }
    await transact(stage, payWithAuthorization(terms, signature));
  });

  test("the token is paused", async () => {
    const { terms, signature } = await signed();
    await setPaused(stage.chain, stage.usdc, true);
    expect(await refusal(stage, payWithAuthorization(terms, signature))).toBe("Pausable: paused");
    await setPaused(stage.chain, stage.usdc, false);
    await transact(stage, payWithAuthorization(terms, signature));
  });
});
