import fc from "fast-check";
import { encodeFunctionData, type PrivateKeyAccount, zeroAddress } from "viem";
import { beforeAll, describe, expect, test } from "vitest";
import { tetherTokenAbi, tetherTokenBytecode } from "../../src/local/abi/tether-token.ts";
import { type Terms, termsHash } from "../../src/payment/terms.ts";
import { errorText, pay, refusal } from "./calls.ts";
import { endsWithDustOnly } from "./dust.ts";
import { feeOnTransferTokenAbi, feeOnTransferTokenBytecode } from "./generated/fee-on-transfer-token.ts";
import { nativeReceiverAbi, nativeReceiverBytecode } from "./generated/native-receiver.ts";
import { mintTest } from "./odd-tokens.ts";
import {
  account,
  approve,
  balanceOf,
  changes,
  deploy,
  FEE_RECEIVER,
  fundedBuyer,
  giveNative,
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
  await giveNative(stage, buyer.address);
});
endsWithDustOnly(() => stage);

const inCoin = (change: Partial<Terms> = {}) => termsOf(stage, buyer.address, { token: zeroAddress, ...change });
const inUsdc = (change: Partial<Terms> = {}) => termsOf(stage, buyer.address, change);

const split = fc
  .bigInt({ min: 1n, max: 1n << 60n })
  .chain((amount) => fc.record({ amount: fc.constant(amount), fee: fc.bigInt({ min: 0n, max: amount }) }));

describe("succeeds with", () => {
  test("any amount of native coin, split to the last unit", async () => {
    const balances = (holders: readonly `0x${string}`[]) =>
      Promise.all(holders.map((address) => stage.chain.getBalance({ address })));
    await fc.assert(
      fc.asyncProperty(split, async ({ amount, fee }) => {
        const terms = inCoin({ amount, fee });
        await giveNative(stage, buyer.address);
        const holders = [buyer.address, terms.destination, FEE_RECEIVER, stage.router];
        const before = await balances(holders);
        await transact(stage, pay(terms, amount));
        const after = await balances(holders);
        expect(after.map((now, i) => now - (before[i] ?? 0n))).toEqual([-amount, amount - fee, fee, 0n]);
      }),
      { numRuns: 25 },
    );
  });

  test("any amount of an approved token, split to the last unit", async () => {
    await fc.assert(
      fc.asyncProperty(split, async ({ amount, fee }) => {
        const terms = inUsdc({ amount, fee });
        const holders = [buyer.address, terms.destination, FEE_RECEIVER, stage.router];
        const moved = await changes(stage, stage.usdc, holders, () => transact(stage, pay(terms)));
        expect(moved).toEqual([-amount, amount - fee, fee, 0n]);
      }),
      { numRuns: 25 },
    );
  });

  test("one Paid event that names the terms", async () => {
    for (const [terms, value] of [[inCoin(), inCoin().amount] as const, [inUsdc(), 0n] as const]) {
      const { paid } = await transact(stage, pay(terms, value));
      const { chain: _, router: __, deadlineS, ...named } = terms;
      const event = { ...named, termsHash: termsHash(terms), deadline: BigInt(deadlineS), method: 2 };
      expect(paid).toEqual([event]);
    }
  });

  test("a token whose transfers return nothing, like USDT", async () => {
    const token = await deploy(stage, { abi: tetherTokenAbi, bytecode: tetherTokenBytecode });
    await mintTest(stage, token, buyer.address, 1_000_000n);
    await approve(stage, token, buyer.address, stage.router);
    const terms = inUsdc({ token });
    await transact(stage, pay(terms));
    expect(await balanceOf(stage, token, terms.destination)).toBe(990_000n);
    expect(await balanceOf(stage, token, FEE_RECEIVER)).toBe(10_000n);
    expect(await balanceOf(stage, token, stage.router)).toBe(0n);
  });
});

describe("reverts when", () => {
  test("the same terms were paid before, in coin or in a token", async () => {
    for (const [terms, value] of [[inCoin(), inCoin().amount] as const, [inUsdc(), 0n] as const]) {
      await transact(stage, pay(terms, value));
      expect(await refusal(stage, pay(terms, value))).toBe(`AlreadyPaid(${termsHash(terms)})`);
    }
  });

  test("the caller is not the payer", async () => {
    await giveNative(stage, RIVAL);
    for (const [terms, value] of [[inCoin(), inCoin().amount] as const, [inUsdc(), 0n] as const]) {
      expect(await refusal(stage, pay(terms, value, RIVAL))).toBe(`PayerNotCaller(${buyer.address}, ${RIVAL})`);
    }
  });

  test("the value is not the amount, or is sent with a token payment", async () => {
    const terms = inCoin();
    for (const value of [0n, terms.amount - 1n, terms.amount + 1n]) {
      expect(await refusal(stage, pay(terms, value))).toBe(`ValueMismatch(${terms.amount}, ${value})`);
    }
    expect(await refusal(stage, pay(inUsdc(), 1n))).toBe("ValueMismatch(0, 1)");
  });

  test("the terms are invalid for every payment method", async () => {
    expect(await refusal(stage, pay(inCoin({ deadlineS: 1 })))).toMatch("Expired(1, ");
    expect(await refusal(stage, pay(inCoin({ amount: 0n, fee: 0n })))).toBe("AmountZero()");
    expect(await refusal(stage, pay(inCoin({ amount: 1n, fee: 2n })))).toBe("FeeAboveAmount(2, 1)");
    expect(await refusal(stage, pay(inCoin({ destination: zeroAddress })))).toBe(`DestinationRefused(${zeroAddress})`);
    const toRouter = inCoin({ destination: stage.router });
    expect(await refusal(stage, pay(toRouter))).toBe(`DestinationRefused(${stage.router})`);
    const nobody = someone("nobody");
    expect(await refusal(stage, pay(inUsdc({ token: nobody })))).toBe(`NotAToken(${nobody})`);
  });

  test("the token is not approved, or the balance is too low", async () => {
    const unready = account("has not approved");
    const terms = termsOf(stage, unready.address);
    expect(await refusal(stage, pay(terms))).toBe("ERC20: transfer amount exceeds allowance");
    expect(await refusal(stage, pay(inUsdc({ amount: 1n << 71n })))).toBe("ERC20: transfer amount exceeds balance");
  });

  test("the token keeps part of each transfer", async () => {
    const token = await deploy(stage, { abi: feeOnTransferTokenAbi, bytecode: feeOnTransferTokenBytecode });
    await mintTest(stage, token, buyer.address, 1_000_000n);
    await approve(stage, token, buyer.address, stage.router);
    expect(await refusal(stage, pay(inUsdc({ token })))).toBe("ReceivedLess(1000000, 990000)");
  });

  test("the destination rejects the coin", async () => {
    const destination = await deploy(stage, { abi: nativeReceiverAbi, bytecode: nativeReceiverBytecode });
    const terms = inCoin({ destination });
    expect(await refusal(stage, pay(terms, terms.amount))).toBe("Rejected()");
  });
});

test("a destination that calls back while it receives coin is refused, and still paid", async () => {
  const destination = await deploy(stage, { abi: nativeReceiverAbi, bytecode: nativeReceiverBytecode });
  const again = termsOf(stage, destination, { token: zeroAddress, amount: 990_000n, fee: 0n });
  const data = encodeFunctionData({
    abi: nativeReceiverAbi,
    functionName: "reenter",
    args: [stage.router, pay(again).data],
  });
  await transact(stage, { to: destination, data });
  const terms = inCoin({ destination });
  const { paid } = await transact(stage, pay(terms, terms.amount));
  expect(paid.map(({ key }) => key)).toEqual([terms.key]);
  const receiver = { address: destination, abi: nativeReceiverAbi } as const;
  expect(await stage.chain.readContract({ ...receiver, functionName: "succeeded" })).toBe(false);
  const returned = await stage.chain.readContract({ ...receiver, functionName: "returned" });
  expect(errorText(returned)).toBe("ReentrancyGuardReentrantCall()");
  expect(await stage.chain.getBalance({ address: destination })).toBe(990_000n);
});
