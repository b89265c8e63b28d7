// Transfers are recognised as paying quoted terms whose quote is not stored; a change of any term is not.
import { type Address, getAddress, type Hex, zeroAddress } from "viem";
import { describe, expect, test } from "vitest";
import type { Asset } from "../../../src/money/asset.ts";
import { type FeePolicy, NO_FEE, percentagePolicy } from "../../../src/payment/fee.ts";
import { type QuotedPayment, quotedOption } from "../../../src/payment/options/quoted-option.ts";
import { paymentKey, type Terms, termsHash } from "../../../src/payment/terms.ts";
import type { QuotingChain } from "../../../src/payment/transfers/credit.ts";
import type { Transfer } from "../../../src/payment/transfers/transfer.ts";

const address = (digit: string): Address => getAddress(`0x${digit.repeat(40)}`);
const USDC = {
  id: `eip155:1/erc20:${address("a")}`,
  chain: "eip155:1",
  address: address("a"),
  symbol: "USDC",
  name: "USD Coin",
  decimals: 6,
  peggedTo: "USD",
  method: "eip3009",
  domain: { name: "USD Coin", version: "2" },
} as const satisfies Asset;
const COIN = {
  id: "eip155:1/slip44:60",
  chain: "eip155:1",
  address: zeroAddress,
  symbol: "ETH",
  name: "Ether",
  decimals: 18,
  method: "native",
} as const satisfies Asset;

const CHAIN: QuotingChain = {
  id: "eip155:1",
  router: address("1"),
  feeReceiver: address("2"),
  treasury: address("3"),
  inclusionGraceS: 120,
  assets: [USDC, COIN],
  confirmations: [{ fromStandardUnits: 0n, blocks: 1 }],
  secondSourceFrom: null,
  takes: () => true,
};

const POLICY: FeePolicy = { ...percentagePolicy(4_000n), fixed: new Map([["USD", 30n]]) };
const PAYMENT: QuotedPayment = {
  id: "pay_1",
  merchantName: "Test shop",
  amount: { currency: "USD", value: 1_000n },
  expiresAtS: 1_700_000_100,
  nonce: null,
  fees: POLICY,
  payout: null,
  paysOut: "merchant",
};
const TERMS: Terms = {
  chain: CHAIN.id,
  router: CHAIN.router,
  key: paymentKey(PAYMENT.id),
  token: USDC.address,
  payer: address("5"),
  amount: 10_000_000n,
  destination: address("4"),
  fee: 340_000n,
  feeReceiver: CHAIN.feeReceiver,
  deadlineS: PAYMENT.expiresAtS + CHAIN.inclusionGraceS,
};

const paying = (changes: Partial<Terms> = {}, asset: Asset = USDC): Transfer => {
  const terms = { ...TERMS, token: asset.address, ...changes };
  const { token, payer, amount, destination, fee, feeReceiver } = terms;
  const place = { txHash: TERMS.key, logIndex: 0, blockNumber: 1n, method: "eip3009", asset: asset.id } as const;
  const named = { token, payer, amount, destination, fee, feeReceiver, deadlineS: BigInt(terms.deadlineS) };
  return { ...place, termsHash: termsHash(terms), ...named };
};

const recognised = (transfer: Transfer, payment: QuotedPayment = PAYMENT) => quotedOption(transfer, payment, CHAIN);

describe("a transfer by quoted terms", () => {
  test("has the whole option", () => {
    expect(recognised(paying())).toEqual({
      paymentId: "pay_1",
      asset: USDC.id,
      method: "eip3009",
      merchantName: "Test shop",
      paysOut: "merchant",
      quoteExpiresAtS: null,
      quoteSources: [],
      feePpm: 4_000n,
      feeFixed: 30n,
      terms: TERMS,
    });
  });

  test("may go to the receiver of the partner's fees", () => {
    const fees = { ...POLICY, receivers: new Map([["*", address("6")]]) };
    expect(recognised(paying({ feeReceiver: address("6") }), { ...PAYMENT, fees })).not.toBeNull();
    expect(recognised(paying(), { ...PAYMENT, fees })).toBeNull();
  });

  test("of a refund has exactly its amount, in its asset, without a fee", () => {
    const payout = { asset: USDC.id, amount: 1_234n };
    const refund = { ...PAYMENT, fees: NO_FEE, payout };
    const terms = { amount: 1_234n, fee: 0n, feeReceiver: zeroAddress };
    expect(recognised(paying(terms), refund)).toMatchObject({ feePpm: 0n, terms });
    expect(recognised(paying({ ...terms, amount: 1_233n }), refund)).toBeNull();
    expect(recognised(paying({ ...terms, fee: 1n }), refund)).toBeNull();
    expect(recognised(paying(terms), { ...refund, payout: { ...payout, asset: COIN.id } })).toBeNull();
  });

  test("of a payer's own authorisation has its nonce as key and no fee, even if the destination was replaced", () => {
    const nonce: Hex = `0x${"7".repeat(64)}`;
    const own = { key: nonce, amount: 10_001n, fee: 0n, feeReceiver: zeroAddress, deadlineS: 1_700_000_100 };
    const authorised = { ...PAYMENT, nonce, paysOut: null };
    expect(recognised(paying(own), authorised)).toMatchObject({
      method: "transfer",
      paysOut: "merchant",
      feePpm: 0n,
      feeFixed: 0n,
      terms: own,
    });
    expect(recognised(paying({ ...own, fee: 1n }), authorised)).toBeNull();
    expect(recognised(paying({ ...own, key: TERMS.key }), authorised)).toBeNull();
    expect(recognised(paying(own))).toBeNull();
  });

  test("may have ended before its payment", () => {
    const endS = PAYMENT.expiresAtS - 60;
    const deadlineS = endS + CHAIN.inclusionGraceS;
    expect(recognised(paying({ deadlineS }))).toMatchObject({ quoteExpiresAtS: endS, terms: { deadlineS } });
  });
});

test.each<[string, Transfer, Partial<QuotedPayment>?]>([
  ["one unit less", paying({ amount: TERMS.amount - 1n })],
  ["one unit more", paying({ amount: TERMS.amount + 1n })],
  ["a lower fee", paying({ fee: TERMS.fee - 1n })],
  ["a higher fee", paying({ fee: TERMS.fee + 1n })],
  ["another fee receiver", paying({ feeReceiver: TERMS.payer })],
  ["a later deadline", paying({ deadlineS: TERMS.deadlineS + 1 })],
  ["another router", paying({ router: address("9") })],
  ["another payment's key", paying({ key: paymentKey("pay_2") })],
  ["a destination that is nobody's", paying(), { paysOut: null }],
  ["a payer who pays himself", paying({ payer: TERMS.destination })],
  ["an asset at a market rate", paying({ amount: 10n ** 16n, fee: 0n }, COIN)],
  ["an unknown asset", { ...paying(), asset: "eip155:1/erc20:0x01" }],
  ["another currency", paying(), { amount: { currency: "EUR", value: 1_000n } }],
])("a transfer with %s is not recognised", (_, transfer, changes) => {
  expect(recognised(transfer, { ...PAYMENT, ...changes })).toBeNull();
});
