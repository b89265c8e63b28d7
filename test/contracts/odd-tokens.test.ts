// The router with tokens that behave differently from Circle's.
import { type Address, encodeFunctionData, type Hex, type PrivateKeyAccount, size } from "viem";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { PERMIT2 } from "../../src/chains/evm/config/deploy.ts";
import { tetherTokenAbi, tetherTokenBytecode } from "../../src/local/abi/tether-token.ts";
import { type Terms, termsHash } from "../../src/payment/terms.ts";
import { errorText, type Pull, pay, payWithAuthorization, payWithPermit2, refusal, settle } from "./calls.ts";
import { falseTokenAbi, falseTokenBytecode } from "./generated/false-token.ts";
import { feeOnTransferTokenAbi, feeOnTransferTokenBytecode } from "./generated/fee-on-transfer-token.ts";
import { reentrantTokenAbi, reentrantTokenBytecode } from "./generated/reentrant-token.ts";
import { returnBombTokenAbi, returnBombTokenBytecode } from "./generated/return-bomb-token.ts";
import { silentNonceTokenAbi, silentNonceTokenBytecode } from "./generated/silent-nonce-token.ts";
import { mintTest, signTest } from "./odd-tokens.ts";
import { signPermit2 } from "./signing.ts";
import {
  account,
  approve,
  attempt,
  balanceOf,
  deploy,
  FEE_RECEIVER,
  openStage,
  PERMIT2_METHOD,
  pullOf,
  type Stage,
  someone,
  termsOf,
  transact,
} from "./stage.ts";

const MERCHANT = someone("merchant");
const OTHER = someone("other merchant");
let stage: Stage;
const buyer: PrivateKeyAccount = account("buyer");
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.close());

/** A new token of this kind, with ten payments' worth for the buyer. */
async function fresh(contract: Parameters<typeof deploy>[1], args: readonly unknown[] = []): Promise<Address> {
  const token = await deploy(stage, contract, args);
  await mintTest(stage, token, buyer.address, 10_000_000n);
  return token;
}

interface Item {
  readonly terms: Terms;
  readonly signature: Hex;
  readonly pull: Pull;
}

async function signed(token: Address, name: string, change: Partial<Terms> = {}): Promise<Item> {
  const terms = termsOf(stage, buyer.address, { token, ...change });
  const signature = await signTest(buyer, terms, name);
  return { terms, signature, pull: pullOf(terms, signature) };
}

describe("a token that keeps part of each transfer", () => {
  const contract = { abi: feeOnTransferTokenAbi, bytecode: feeOnTransferTokenBytecode };

  test("alone: reverts with the expected and the received amount", async () => {
    const { terms, signature } = await signed(await fresh(contract), "Fee On Transfer");
    expect(await refusal(stage, payWithAuthorization(terms, signature))).toBe("ReceivedLess(1000000, 990000)");
  });

  test("in a batch: nothing is pulled, and each payment of the destination reports why", async () => {
    const token = await fresh(contract);
    const items = [await signed(token, "Fee On Transfer"), await signed(token, "Fee On Transfer")];
    const payouts = [{ destination: MERCHANT, pulls: items.map(({ pull }) => pull) }];
    const { paid, failed } = await transact(stage, settle(stage, payouts, token));
    expect(paid).toEqual([]);
    expect(failed.map(({ reason }) => errorText(reason))).toEqual(items.map(() => "ReceivedLess(1000000, 990000)"));
    expect(await balanceOf(stage, token, buyer.address)).toBe(10_000_000n);
  });
});

describe("a token that does not revert on a used nonce", () => {
  const contract = { abi: silentNonceTokenAbi, bytecode: silentNonceTokenBytecode };

  test("alone: the second time reverts, because nothing was received", async () => {
    const token = await fresh(contract);
    const { terms, signature } = await signed(token, "Silent Nonce");
    await transact(stage, payWithAuthorization(terms, signature));
    expect(await refusal(stage, payWithAuthorization(terms, signature))).toBe("ReceivedLess(1000000, 0)");
  });

  test("in a batch: the second time is skipped, in any payout", async () => {
    const token = await fresh(contract);
    const used = await signed(token, "Silent Nonce");
    await transact(stage, payWithAuthorization(used.terms, used.signature));
    const good = await signed(token, "Silent Nonce");
    const other = await signed(token, "Silent Nonce", { destination: OTHER });
    const payouts = [
      { destination: OTHER, pulls: [other.pull] },
      { destination: MERCHANT, pulls: [good.pull, used.pull, good.pull] },
    ];
    const { paid, failed } = await transact(stage, settle(stage, payouts, token));
    expect(paid.map((event) => event.termsHash)).toEqual([termsHash(other.terms), termsHash(good.terms)]);
    expect(failed.map(({ reason }) => errorText(reason))).toEqual(Array(2).fill("ReceivedLess(1000000, 0)"));
    expect(await balanceOf(stage, token, MERCHANT)).toBe(2n * 990_000n);
    expect(await balanceOf(stage, token, stage.router)).toBe(0n);
  });
});

describe("a token that calls back while a payment is pulled", () => {
  const contract = { abi: reentrantTokenAbi, bytecode: reentrantTokenBytecode };

  async function calledBack(token: Address): Promise<string> {
    const [succeeded, returned] = await Promise.all([
      stage.chain.readContract({ address: token, abi: reentrantTokenAbi, functionName: "succeeded" }),
      stage.chain.readContract({ address: token, abi: reentrantTokenAbi, functionName: "returned" }),
    ]);
    return succeeded ? "succeeded" : errorText(returned);
  }

  test("every function of the router refuses it, and the payment is made as agreed", async () => {
    const token = await fresh(contract);
    await approve(stage, token, buyer.address, stage.router);
    const inner = await signed(token, "Reentrant");
    const batch = [{ destination: MERCHANT, pulls: [inner.pull] }];
    const calls = [
      payWithAuthorization(inner.terms, inner.signature),
      payWithPermit2(inner.terms, inner.signature),
      pay(inner.terms),
      settle(stage, batch, token),
    ];
    for (const { data: inside } of calls) {
      const data = encodeFunctionData({
        abi: reentrantTokenAbi,
        functionName: "reenter",
        args: [stage.router, inside],
      });
      await transact(stage, { to: token, data });
      const outer = await signed(token, "Reentrant");
      const outcome = await transact(stage, payWithAuthorization(outer.terms, outer.signature));
      expect(outcome.paid.map(({ key }) => key)).toEqual([outer.terms.key]);
      expect(await calledBack(token)).toBe("ReentrancyGuardReentrantCall()");

      const next = await signed(token, "Reentrant");
      const settled = await transact(stage, settle(stage, [{ destination: MERCHANT, pulls: [next.pull] }], token));
      expect(settled.paid.map(({ key }) => key)).toEqual([next.terms.key]);
      expect(await calledBack(token)).toBe("ReentrancyGuardReentrantCall()");
    }
    expect(await balanceOf(stage, token, MERCHANT)).toBe(8n * 990_000n);
    expect(await balanceOf(stage, token, stage.router)).toBe(0n);
  });
});

test("a token that reverts with much data costs no more than its share of gas", async () => {
  const token = await fresh({ abi: returnBombTokenAbi, bytecode: returnBombTokenBytecode }, [100_000n]);
  const { terms, signature, pull } = await signed(token, "Return Bomb");
  const payouts = [{ destination: MERCHANT, pulls: [pull, pull, pull] }];
  const { failed, receipt } = await transact(stage, settle(stage, payouts, token));
  expect(failed.map(({ reason }) => size(reason))).toEqual([256, 256, 256]);
  expect(receipt.gasUsed).toBeLessThan(250_000n); // 380 000 if all of it were copied
  const alone = await attempt(stage, payWithAuthorization(terms, signature));
  expect(alone.receipt.status).toBe("reverted");
  expect(alone.receipt.gasUsed).toBeLessThan(95_000n);
});

test("a token whose transfer returns false fails only the destination that it refuses", async () => {
  const token = await fresh({ abi: falseTokenAbi, bytecode: falseTokenBytecode }, [OTHER]);
  const refused = await signed(token, "False", { destination: OTHER });
  const good = await signed(token, "False");
  const payouts = [
    { destination: OTHER, pulls: [refused.pull] },
    { destination: MERCHANT, pulls: [good.pull] },
  ];
  const { paid, failed } = await transact(stage, settle(stage, payouts, token));
  expect(paid.map(({ key }) => key)).toEqual([good.terms.key]);
  expect(failed.map(({ reason }) => errorText(reason))).toEqual([`PayoutFailed(${OTHER}, 0x${"00".repeat(32)})`]);
  expect(await refusal(stage, payWithAuthorization(refused.terms, refused.signature))).toBe(
    `SafeERC20FailedOperation(${token})`,
  );
});

test("a token whose transfers return nothing is settled through Permit2", async () => {
  const token = await fresh({ abi: tetherTokenAbi, bytecode: tetherTokenBytecode });
  await approve(stage, token, buyer.address, PERMIT2);
  const pulls: Pull[] = [];
  for (let i = 0; i < 2; i++) {
    const terms = termsOf(stage, buyer.address, { token });
    pulls.push(pullOf(terms, await signPermit2(buyer, terms), PERMIT2_METHOD));
  }
  const { paid } = await transact(stage, settle(stage, [{ destination: MERCHANT, pulls }], token));
  expect(paid).toHaveLength(2);
  expect(await balanceOf(stage, token, MERCHANT)).toBe(2n * 990_000n);
  expect(await balanceOf(stage, token, FEE_RECEIVER)).toBe(20_000n);
  expect(await balanceOf(stage, token, stage.router)).toBe(0n);
});
