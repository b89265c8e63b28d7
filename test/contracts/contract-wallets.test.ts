// Contract wallets (EIP-1271) with Circle's USDC and the canonical Permit2, and both signature encodings of EIP-3009.
import { type Address, encodeFunctionData, erc20Abi, type Hex, maxUint256, type PrivateKeyAccount, slice } from "viem";
import { beforeAll, describe, expect, test } from "vitest";
import { PERMIT2 } from "../../src/chains/evm/config/deploy.ts";
import { mint } from "../../src/local/tokens/circle-token.ts";
import type { Terms } from "../../src/payment/terms.ts";
import { type Payout, payWithAuthorization, payWithPermit2, refusal, settle } from "./calls.ts";
import { endsWithDustOnly } from "./dust.ts";
import { contractWalletAbi, contractWalletBytecode } from "./generated/contract-wallet.ts";
import { signAuthorization, signPermit2, USDC_DOMAIN, walletSignature } from "./signing.ts";
import {
  account,
  attempt,
  balanceOf,
  deploy,
  EIP3009,
  fundedBuyer,
  openStage,
  PERMIT2_METHOD,
  pullOf,
  type Stage,
  someone,
  termsOf,
  transact,
} from "./stage.ts";

const CONTRACT_WALLET = { abi: contractWalletAbi, bytecode: contractWalletBytecode };
const owner: PrivateKeyAccount = account("owner");
let stage: Stage;
let wallet: Address;
beforeAll(async () => {
  stage = await openStage();
  wallet = await deploy(stage, CONTRACT_WALLET, [owner.address]);
  await mint(stage.chain, stage.usdc, wallet, 1_000_000_000n);
  const approval = encodeFunctionData({ abi: erc20Abi, functionName: "approve", args: [PERMIT2, maxUint256] });
  const args = [stage.usdc, approval] as const;
  const data = encodeFunctionData({ abi: contractWalletAbi, functionName: "execute", args });
  await transact(stage, { from: owner.address, to: wallet, data });
});
endsWithDustOnly(() => stage);

const WAYS = [
  {
    name: "EIP-3009",
    method: EIP3009,
    pay: payWithAuthorization,
    sign: (terms: Terms): Promise<Hex> => signAuthorization(owner, terms, USDC_DOMAIN),
    refused: "FiatTokenV2: invalid signature",
  },
  {
    name: "Permit2",
    method: PERMIT2_METHOD,
    pay: payWithPermit2,
    sign: (terms: Terms): Promise<Hex> => signPermit2(owner, terms),
    refused: "InvalidContractSignature()",
  },
];

describe.each(WAYS)("a contract wallet pays by $name", ({ method, pay, sign, refused }) => {
  test("alone", async () => {
    const terms = termsOf(stage, wallet);
    const before = await balanceOf(stage, stage.usdc, wallet);
    const { paid } = await transact(stage, pay(terms, walletSignature(await sign(terms))));
    expect(paid.map(({ payer }) => payer)).toEqual([wallet]);
    expect(await balanceOf(stage, stage.usdc, wallet)).toBe(before - terms.amount);
  });

  test("in a batch, beside one that burns its gas and one that returns a megabyte", async () => {
    const pulls = [];
    for (const mood of ["burn", "answer", "bomb", "answer"] as const) {
      const terms = termsOf(stage, wallet);
      pulls.push(pullOf(terms, walletSignature(await sign(terms), mood), method));
    }
    const payouts = [{ destination: termsOf(stage, wallet).destination, pulls }];
    const { paid, failed, receipt } = await transact(stage, settle(stage, payouts));
    expect(paid.map(({ key }) => key)).toEqual([pulls[1]?.key, pulls[3]?.key]);
    expect(failed.map(({ key }) => key)).toEqual([pulls[0]?.key, pulls[2]?.key]);
    expect(receipt.gasUsed).toBeLessThan(700_000n); // each bad one uses at most its 175 000
  });

  test("in a batch: ten wallets that burn their gas, each to its own destination, cost less than 2 M", async () => {
    const payouts: Payout[] = [];
    for (let i = 0; i < 10; i++) {
      const payer = await deploy(stage, CONTRACT_WALLET, [owner.address]);
      const terms = termsOf(stage, payer, { destination: someone(`merchant ${i}`) });
      const pulls = [pullOf(terms, walletSignature(await sign(terms), "burn"), method)];
      payouts.push({ destination: terms.destination, pulls });
    }
    const { failed, receipt } = await transact(stage, settle(stage, payouts));
    expect(failed).toHaveLength(10);
    expect(receipt.gasUsed).toBeLessThan(2_000_000n);
  });

  test("with an expensive check, at any gas limit: it is paid or the transaction reverts", async () => {
    const terms = termsOf(stage, wallet);
    const pulls = [pullOf(terms, walletSignature(await sign(terms), "think"), method)];
    const call = settle(stage, [{ destination: terms.destination, pulls }]);
    const seen = new Set<string>();
    for (let gas = 150_000n; gas <= 480_000n; gas += 4_999n) {
      const before = await stage.chain.snapshot();
      const { receipt, paid, failed } = await attempt(stage, { ...call, gas });
      seen.add(`${receipt.status}, ${paid.length} paid, ${failed.length} failed`);
      await stage.chain.revert({ id: before });
    }
    expect(seen).toEqual(new Set(["reverted, 0 paid, 0 failed", "success, 1 paid, 0 failed"]));
  });

  test("not if someone other than its owner signed", async () => {
    const terms = termsOf(stage, wallet);
    const others = { ...terms, payer: account("another").address };
    expect(await refusal(stage, pay(terms, walletSignature(await sign(others))))).toBe(refused);
  });
});

test("an account's 65 bytes use the token's (v, r, s) function, and no other length does", async () => {
  const buyer = await fundedBuyer(stage, "buyer", 10_000_000n);
  const terms = termsOf(stage, buyer.address);
  const signature = await signAuthorization(buyer, terms, USDC_DOMAIN);
  const shorter = slice(signature, 0, 64);
  expect(await refusal(stage, payWithAuthorization(terms, shorter))).toBe("ECRecover: invalid signature length");
  expect(await refusal(stage, payWithAuthorization(terms, `${signature}00`))).toBe(
    "ECRecover: invalid signature length",
  );
  expect((await transact(stage, payWithAuthorization(terms, signature))).paid).toHaveLength(1);
});
