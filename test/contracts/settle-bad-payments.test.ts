// One bad payment of each kind in a batch: it is skipped with its reason, and the good ones are paid.
import type { Hex, PrivateKeyAccount } from "viem";
import { beforeAll, describe, expect, test } from "vitest";
import { setDenied, setPaused } from "../../src/local/tokens/circle-token.ts";
import { type Terms, termsHash } from "../../src/payment/terms.ts";
import { errorText, type Pull, payWithAuthorization, payWithPermit2, settle } from "./calls.ts";
import { endsWithDustOnly } from "./dust.ts";
import { contractWalletAbi, contractWalletBytecode } from "./generated/contract-wallet.ts";
import { signAuthorization, signPermit2, USDC_DOMAIN, type WalletMood, walletSignature } from "./signing.ts";
import {
  account,
  balanceOf,
  changes,
  deploy,
  FEE_RECEIVER,
  fundedBuyer,
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
let buyer: PrivateKeyAccount;
beforeAll(async () => {
  stage = await openStage();
  buyer = await fundedBuyer(stage, "buyer", 1n << 70n);
});
endsWithDustOnly(() => stage);

interface Item {
  readonly terms: Terms;
  readonly pull: Pull;
}

async function signed(change: Partial<Terms> = {}, signer = buyer): Promise<Item> {
  const terms = termsOf(stage, signer.address, change);
  return { terms, pull: pullOf(terms, await signAuthorization(signer, terms, USDC_DOMAIN)) };
}

async function permitted(change: Partial<Terms> = {}, signer = buyer): Promise<Item> {
  const terms = termsOf(stage, signer.address, change);
  return { terms, pull: pullOf(terms, await signPermit2(signer, terms), PERMIT2_METHOD) };
}

/** A payment from a contract wallet that misbehaves when asked to verify its signature. */
async function fromWallet(mood: WalletMood): Promise<Item> {
  const wallet = await deploy(stage, { abi: contractWalletAbi, bytecode: contractWalletBytecode }, [buyer.address]);
  const terms = termsOf(stage, wallet);
  return { terms, pull: pullOf(terms, walletSignature(await signAuthorization(buyer, terms, USDC_DOMAIN), mood)) };
}

async function used(item: Item, pay: typeof payWithAuthorization): Promise<Item> {
  await transact(stage, pay(item.terms, item.pull.signature));
  return item;
}

async function deniedPayer(): Promise<Item> {
  const denied = await fundedBuyer(stage, "denied buyer", 1_000_000n);
  await setDenied(stage.chain, stage.usdc, denied.address, true);
  return signed({}, denied);
}

async function changed(change: Partial<Terms>): Promise<Item> {
  const { terms, pull } = await signed();
  return { terms: { ...terms, ...change }, pull: { ...pull, ...change } };
}

const withSignature = async (signature: Hex): Promise<Item> => {
  const item = await signed();
  return { ...item, pull: { ...item.pull, signature } };
};

const BAD: [kind: string, make: () => Promise<Item>, reason: string | RegExp][] = [
  [
    "signed by someone else",
    async () => {
      const terms = termsOf(stage, buyer.address);
      return { terms, pull: pullOf(terms, await signAuthorization(account("another"), terms, USDC_DOMAIN)) };
    },
    "FiatTokenV2: invalid signature",
  ],
  ["no signature", () => withSignature("0x"), "ECRecover: invalid signature length"],
  ["65 bytes that are not a signature", () => withSignature(`0x${"ff".repeat(65)}`), /^ECRecover: invalid signature/],
  [
    "66 bytes from an account without code",
    () => withSignature(`0x${"11".repeat(66)}`),
    "ECRecover: invalid signature length",
  ],
  [
    "authorisation already used",
    async () => used(await signed(), payWithAuthorization),
    "FiatTokenV2: authorization is used or canceled",
  ],
  ["Permit2 nonce already used", async () => used(await permitted(), payWithPermit2), "InvalidNonce()"],
  ["too little money", () => signed({ amount: 1n << 71n }), "ERC20: transfer amount exceeds balance"],
  ["Permit2 not approved", () => permitted({}, account("has not approved")), "TRANSFER_FROM_FAILED"],
  ["payer on the denylist", deniedPayer, "Blacklistable: account is blacklisted"],
  ["fee changed after signing", () => changed({ fee: 20_000n }), "FiatTokenV2: invalid signature"],
  ["amount changed after signing", () => changed({ amount: 2_000_000n }), "FiatTokenV2: invalid signature"],
  ["expired", () => signed({ deadlineS: 5 }), /^Expired\(5, \d+\)$/],
  ["nothing to pay", () => signed({ amount: 0n, fee: 0n }), "AmountZero()"],
  ["fee above the amount", () => signed({ amount: 5n, fee: 6n }), "FeeAboveAmount(6, 5)"],
  [
    "an unknown method",
    async () => {
      const { terms, pull } = await signed();
      return { terms, pull: { ...pull, method: 2 } };
    },
    "MethodUnknown(2)",
  ],
  ["a wallet that burns all the gas", () => fromWallet("burn"), "FiatTokenV2: invalid signature"],
  ["a wallet that returns a megabyte", () => fromWallet("bomb"), /^$|^FiatTokenV2: invalid signature$/],
];

describe("a bad payment between good ones is skipped:", () => {
  test.each(BAD)("%s", async (_, make, reason) => {
    const bad = await make();
    const good = [await signed(), await permitted(), await signed({ destination: OTHER })] as const;
    const payouts = [
      { destination: MERCHANT, pulls: [good[0].pull, bad.pull, good[1].pull] },
      { destination: OTHER, pulls: [good[2].pull] },
    ];
    const holders = [MERCHANT, OTHER, FEE_RECEIVER, bad.terms.payer];
    const fromPayer = bad.terms.payer === buyer.address ? -3_000_000n : 0n;
    const moved = await changes(stage, stage.usdc, holders, async () => {
      const { paid, failed } = await transact(stage, settle(stage, payouts));
      expect(paid.map((event) => event.termsHash)).toEqual(good.map(({ terms }) => termsHash(terms)));
      const [failure, ...more] = failed;
      expect(more).toEqual([]);
      expect(failure).toMatchObject({ key: bad.terms.key, termsHash: termsHash(bad.terms) });
      expect(errorText(failure?.reason ?? "0x")).toMatch(reason);
    });
    expect(moved).toEqual([1_980_000n, 990_000n, 30_000n, fromPayer]);
  });
});

test("a destination on the denylist fails only its own payments, and pulls nothing", async () => {
  const items = [await signed(), await permitted()];
  const other = await signed({ destination: OTHER });
  const payouts = [
    { destination: MERCHANT, pulls: items.map(({ pull }) => pull) },
    { destination: OTHER, pulls: [other.pull] },
  ];
  await setDenied(stage.chain, stage.usdc, MERCHANT, true);
  const before = await balanceOf(stage, stage.usdc, buyer.address);
  const { paid, failed } = await transact(stage, settle(stage, payouts));
  expect(paid.map(({ key }) => key)).toEqual([other.terms.key]);
  expect(failed.map(({ key }) => key)).toEqual(items.map(({ terms }) => terms.key));
  for (const { reason } of failed) expect(errorText(reason)).toMatch(`PayoutFailed(${MERCHANT}, 0x08c379a0`);
  expect(await balanceOf(stage, stage.usdc, buyer.address)).toBe(before - 1_000_000n);

  await setDenied(stage.chain, stage.usdc, MERCHANT, false);
  expect((await transact(stage, settle(stage, payouts))).paid.map(({ key }) => key)).toEqual(
    items.map(({ terms }) => terms.key),
  );
});

test("a destination that would lose the money fails its payments", async () => {
  for (const lost of [stage.router, stage.usdc, `0x${"0".repeat(40)}` as const]) {
    const { pull } = await signed({ destination: lost });
    const { paid, failed } = await transact(stage, settle(stage, [{ destination: lost, pulls: [pull] }]));
    expect(paid).toEqual([]);
    expect(failed.map(({ reason }) => errorText(reason))).toEqual([`DestinationRefused(${lost})`]);
  }
});

test("a fee receiver or destination that differs from the signed one fails every payment", async () => {
  const pulls = [(await signed()).pull];
  const thief = someone("thief");
  for (const call of [
    settle(stage, [{ destination: thief, pulls }]),
    settle(stage, [{ destination: MERCHANT, feeReceiver: thief, pulls }]),
  ]) {
    const { paid, failed } = await transact(stage, call);
    expect(paid).toEqual([]);
    expect(failed.map(({ reason }) => errorText(reason))).toEqual(["FiatTokenV2: invalid signature"]);
  }
});

test("a paused token fails every payment, which can be made later", async () => {
  const payouts = [{ destination: MERCHANT, pulls: [(await signed()).pull, (await permitted()).pull] }];
  await setPaused(stage.chain, stage.usdc, true);
  const { paid, failed } = await transact(stage, settle(stage, payouts));
  expect(paid).toEqual([]);
  expect(failed.map(({ reason }) => errorText(reason))).toEqual(["Pausable: paused", "TRANSFER_FROM_FAILED"]);
  await setPaused(stage.chain, stage.usdc, false);
  expect((await transact(stage, settle(stage, payouts))).paid).toHaveLength(2);
});
