import fc from "fast-check";
import type { Hex, PrivateKeyAccount } from "viem";
import { beforeAll, describe, expect, test } from "vitest";
import { PERMIT2 } from "../../src/chains/evm/config/deploy.ts";
import { tetherTokenAbi, tetherTokenBytecode } from "../../src/local/abi/tether-token.ts";
import { type Terms, termsHash } from "../../src/payment/terms.ts";
import { payWithAuthorization, payWithPermit2, refusal } from "./calls.ts";
import { endsWithDustOnly } from "./dust.ts";
import { mintTest } from "./odd-tokens.ts";
import { signAuthorization, signPermit2, USDC_DOMAIN } from "./signing.ts";
import {
  account,
  approve,
  attempt,
  balanceOf,
  changes,
  deploy,
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
  return { terms, signature: await signPermit2(buyer, terms) };
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
          transact(stage, payWithPermit2(terms, signature)),
        );
        expect(moved).toEqual([-amount, amount - fee, fee, 0n]);
      }),
      { numRuns: 25 },
    );
  });

  test("one Paid event that names the terms, for any submitter", async () => {
    const { terms, signature } = await signed();
    const { paid } = await transact(stage, { ...payWithPermit2(terms, signature), from: RIVAL });
    const { chain: _, router: __, deadlineS, ...named } = terms;
    const event = { ...named, termsHash: termsHash(terms), deadline: BigInt(deadlineS), method: 1 };
    expect(paid).toEqual([event]);
  });

  test("a token whose transfers return nothing, like USDT", async () => {
    const token = await deploy(stage, { abi: tetherTokenAbi, bytecode: tetherTokenBytecode });
    await mintTest(stage, token, buyer.address, 1_000_000n);
    await approve(stage, token, buyer.address, PERMIT2);
    const { terms, signature } = await signed({ token });
    await transact(stage, payWithPermit2(terms, signature));
    expect(await balanceOf(stage, token, terms.destination)).toBe(990_000n);
    expect(await balanceOf(stage, token, FEE_RECEIVER)).toBe(10_000n);
    expect(await balanceOf(stage, token, stage.router)).toBe(0n);
  });
});

describe("reverts when", () => {
  test("the deadline is reached, although Permit2 would still accept it in that second", async () => {
    const now = Number((await stage.chain.getBlock()).timestamp);
    const { terms, signature } = await signed({ deadlineS: now + 100 });
    await stage.chain.setNextBlockTimestamp({ timestamp: BigInt(now + 100) });
    expect((await attempt(stage, payWithPermit2(terms, signature))).receipt.status).toBe("reverted");
    expect(await refusal(stage, payWithPermit2(terms, signature))).toMatch(`Expired(${now + 100}, `);
  });

  test("it was paid before", async () => {
    const { terms, signature } = await signed();
    await transact(stage, payWithPermit2(terms, signature));
    expect(await refusal(stage, payWithPermit2(terms, signature))).toBe("InvalidNonce()");
  });

  test.each<[string, Partial<Terms>]>([
    ["destination", { destination: someone("thief") }],
    ["fee", { fee: 20_000n }],
    ["fee receiver", { feeReceiver: someone("thief") }],
    ["amount", { amount: 2_000_000n }],
    ["deadline", { deadlineS: 4_000_000_000 }],
    ["payer", { payer: someone("another buyer") }],
  ])("the %s differs from the signed one", async (_, change) => {
    const { terms, signature } = await signed();
    expect(await refusal(stage, payWithPermit2({ ...terms, ...change }, signature))).toBe("InvalidSigner()");
  });

  test("the buyer has not approved Permit2", async () => {
    const unready = account("has not approved");
    const terms = termsOf(stage, unready.address);
    const signature = await signPermit2(unready, terms);
    expect(await refusal(stage, payWithPermit2(terms, signature))).toBe("TRANSFER_FROM_FAILED");
  });

  test("the signature is for the other method", async () => {
    const terms = termsOf(stage, buyer.address);
    const authorization = await signAuthorization(buyer, terms, USDC_DOMAIN);
    expect(await refusal(stage, payWithPermit2(terms, authorization))).toBe("InvalidSigner()");
    const permit = await signPermit2(buyer, terms);
    expect(await refusal(stage, payWithAuthorization(terms, permit))).toBe("FiatTokenV2: invalid signature");
  });
});
