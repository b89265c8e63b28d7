import { zeroAddress } from "viem";
import { expect, test } from "vitest";
import { type PaidPayment, receiptOf } from "../../src/contract/payments/receipts.ts";
import { termsHash } from "../../src/payment/terms.ts";

const PAYER = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
const SHOP = "0x90F79bf6EB2c4f870365E785982E1f101E93b906";
const ROUTER = "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC";
const ASSET = "eip155:8453/slip44:60";
const ICON = { iconUrl: "https://pay.example/coin.svg" };

const terms = {
  chain: "eip155:8453",
  router: ROUTER,
  destination: SHOP,
  key: `0x${"8a".repeat(32)}`,
  payer: PAYER,
  amount: 5_000_000_000_000_000n,
  fee: 20_000_000_000_000n,
  deadlineS: 1_771_416_420,
  token: zeroAddress,
  feeReceiver: ROUTER,
} as const;
const paid: PaidPayment = {
  payment: {
    id: "pay_1",
    partnerId: "prtn_1",
    merchantId: "mrch_1",
    referenceId: "order",
    amount: { currency: "USD", value: 1250n },
  },
  confirmation: {
    termsHash: termsHash(terms),
    option: {
      paymentId: "pay_1",
      asset: ASSET,
      method: "native",
      terms,
      merchantName: "Shop",
      paysOut: "merchant",
      quoteExpiresAtS: null,
      quoteSources: [],
      feePpm: 4_000n,
      feeFixed: 0n,
    },
  },
  credit: {
    chain: "eip155:8453",
    txHash: `0x${"5d".repeat(32)}`,
    logIndex: 3,
    blockNumber: 4_711n,
    amount: terms.amount,
    settled: true,
    isLost: false,
  },
  success: { succeededAt: new Date(1_771_416_067_999), blockHash: `0x${"6e".repeat(32)}`, blockTimeS: 1_771_416_060 },
};

test("a coin's receipt dates from the success, and shows what the configuration knows without icons", () => {
  const asset = { symbol: "ETH", name: "Ether", decimals: 18, ...ICON };
  const receipt = receiptOf(paid, () => ({ asset, chain: { name: "Base", ...ICON } }), "https://pay.example");
  expect(receipt).toMatchObject({ iss: "https://pay.example", sub: "pay_1", iat: 1_771_416_067, method: "native" });
  expect(receipt.amount).toEqual({
    unit: `caip19/${ASSET}`,
    value: "5000000000000000",
    display: { assetSymbol: "ETH", assetName: "Ether", decimals: 18, networkName: "Base" },
  });
  expect(receipt.transaction).toEqual({
    chain: "eip155:8453",
    hash: paid.credit.txHash,
    logIndex: 3,
    block: { number: "4711", hash: paid.success.blockHash, timestamp: 1_771_416_060 },
  });
  expect(receipt.terms).toEqual({
    hash: paid.confirmation.termsHash,
    chainId: "8453",
    router: ROUTER,
    destination: SHOP,
    key: terms.key,
    payer: PAYER,
    amount: "5000000000000000",
    fee: "20000000000000",
    deadline: "1771416420",
    token: zeroAddress,
    feeReceiver: ROUTER,
  });
});

test("an asset that is no longer configured has no display", () => {
  const { amount, fee } = receiptOf(paid, () => null, "https://pay.example");
  expect([amount, fee]).toEqual([
    { unit: `caip19/${ASSET}`, value: "5000000000000000" },
    { unit: `caip19/${ASSET}`, value: "20000000000000" },
  ]);
});
