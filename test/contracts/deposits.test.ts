import fc from "fast-check";
import {
  type Address,
  encodeFunctionData,
  erc20Abi,
  getAddress,
  type Hex,
  type PrivateKeyAccount,
  zeroAddress,
} from "viem";
import { beforeAll, expect, test } from "vitest";
import { paymentRouterAbi } from "../../src/chains/evm/abi/payment-router.ts";
import { depositAddress, depositTerms } from "../../src/chains/evm/router/deposit-address.ts";
import { setDenied } from "../../src/local/tokens/circle-token.ts";
import { type Terms, termsHash } from "../../src/payment/terms.ts";
import { errorText, recover, refusal, settle, sweep } from "./calls.ts";
import { endsWithDustOnly } from "./dust.ts";
import { signAuthorization, USDC_DOMAIN } from "./signing.ts";
import {
  attempt,
  changes,
  DEPOSIT,
  FEE_RECEIVER,
  fundedBuyer,
  giveNative,
  openStage,
  paymentOf,
  pullOf,
  type Stage,
  someone,
  termsOf,
  transact,
} from "./stage.ts";

const MERCHANT = someone("merchant");
let stage: Stage;
let buyer: PrivateKeyAccount;
beforeAll(async () => {
  stage = await openStage();
  buyer = await fundedBuyer(stage, "buyer", 1_000_000_000n);
});
endsWithDustOnly(() => stage);

const newTerms = (change: Partial<Terms> = {}): Terms => {
  const terms = termsOf(stage, zeroAddress, change);
  return depositTerms(terms.chain, terms);
};

/** The buyer's wallet: a plain transfer. */
async function transfer(to: Address, amount: bigint): Promise<void> {
  const data = encodeFunctionData({ abi: erc20Abi, functionName: "transfer", args: [to, amount] });
  await transact(stage, { from: buyer.address, to: stage.usdc, data });
}

const gains = (action: () => Promise<unknown>): Promise<bigint[]> =>
  changes(stage, stage.usdc, [MERCHANT, FEE_RECEIVER], action);

const hex = (bytes: number) =>
  fc.uint8Array({ minLength: bytes, maxLength: bytes }).map((value): Hex => `0x${Buffer.from(value).toString("hex")}`);

test("the contract's deposit address of any terms is the server's", async () => {
  const address = hex(20).map((value) => getAddress(value));
  const amount = fc.bigInt({ min: 0n, max: 2n ** 256n - 1n });
  const anyTerms = fc.record({
    key: hex(32),
    token: address,
    payer: address,
    amount,
    destination: address,
    fee: amount,
    feeReceiver: address,
    deadlineS: fc.nat(),
  });
  await fc.assert(
    fc.asyncProperty(anyTerms, async (change) => {
      const terms = termsOf(stage, change.payer, change);
      const args = [paymentOf(terms)] as const;
      const abi = paymentRouterAbi;
      const call = { address: stage.router, abi, functionName: "depositAddress", args } as const;
      expect(await stage.chain.readContract(call)).toBe(depositAddress(terms));
    }),
    { numRuns: 50 },
  );
});

test("a deposit is swept alone, and its event names the terms", async () => {
  const terms = newTerms();
  await transfer(terms.payer, terms.amount);
  const [merchant, fees] = await gains(async () => {
    const { paid } = await transact(stage, sweep(terms));
    expect(paid).toMatchObject([{ key: terms.key, termsHash: termsHash(terms), payer: terms.payer, method: DEPOSIT }]);
  });
  expect([merchant, fees]).toEqual([terms.amount - terms.fee, terms.fee]);
  expect(await stage.chain.getCode({ address: terms.payer })).toBeUndefined();
});

test("deposits and signed payments share a batch, and one without its money fails alone", async () => {
  const signed = termsOf(stage, buyer.address);
  const [full, short, twice] = [newTerms(), newTerms(), newTerms()];
  await transfer(full.payer, full.amount);
  await transfer(short.payer, short.amount - 1n);
  await transfer(twice.payer, 2n * twice.amount);
  const pulls = [full, short, twice].map((terms) => pullOf(terms, "0x", DEPOSIT));
  pulls.push(pullOf(signed, await signAuthorization(buyer, signed, USDC_DOMAIN)));
  const [merchant, fees] = await gains(async () => {
    const { paid, failed } = await transact(stage, settle(stage, [{ destination: MERCHANT, pulls }]));
    expect(new Set(paid.map(({ key }) => key))).toEqual(new Set([full.key, twice.key, signed.key]));
    expect(failed).toMatchObject([{ key: short.key, payer: short.payer }]);
    expect(failed.map(({ reason }) => errorText(reason))).toEqual(["ReceivedLess(1000000, 999999)"]);
  });
  expect([merchant, fees]).toEqual([4n * signed.amount - 3n * signed.fee, 3n * signed.fee]);
});

test("an address is swept as often as money comes, and recovered once less than the amount came", async () => {
  const deadlineS = Number((await stage.chain.getBlock()).timestamp) + 600;
  const terms = newTerms({ deadlineS });
  for (let i = 0; i < 2; i++) {
    await transfer(terms.payer, terms.amount);
    expect((await transact(stage, sweep(terms))).paid).toHaveLength(1);
  }
  await transfer(terms.payer, 5n);
  expect(await refusal(stage, sweep(terms))).toBe("ReceivedLess(1000000, 5)");
  expect(await refusal(stage, recover(terms))).toBe(`RecoverableLater(${deadlineS})`);
  await stage.chain.increaseTime({ seconds: 600 });
  await stage.chain.mine({ blocks: 1 });
  expect(await gains(() => transact(stage, recover(terms)))).toEqual([5n, 0n]);
});

test("coins on the address go to the destination, by a sweep and by recovering them", async () => {
  const terms = newTerms({ destination: someone("merchant with coins") });
  const coins = () => stage.chain.getBalance({ address: terms.destination });
  await giveNative(stage, terms.payer);
  const given = await stage.chain.getBalance({ address: terms.payer });
  await transact(stage, recover(terms, zeroAddress));
  expect(await coins()).toBe(given);
  await giveNative(stage, terms.payer);
  await transfer(terms.payer, terms.amount);
  await transact(stage, sweep(terms));
  expect(await coins()).toBe(2n * given);
});

test("what the issuer refuses stays on the address until it is allowed", async () => {
  const terms = newTerms();
  await transfer(terms.payer, terms.amount);
  await setDenied(stage.chain, stage.usdc, terms.payer, true);
  expect(await refusal(stage, sweep(terms))).toBe("Blacklistable: account is blacklisted");
  const batch = settle(stage, [{ destination: MERCHANT, pulls: [pullOf(terms, "0x", DEPOSIT)] }]);
  expect((await attempt(stage, batch)).paid).toEqual([]);
  await setDenied(stage.chain, stage.usdc, terms.payer, false);
  expect((await attempt(stage, batch)).paid).toHaveLength(1);
});
