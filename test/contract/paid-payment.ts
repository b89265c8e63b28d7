// A payment of 10.00 USD that a buyer paid with 1 USDC on Base, and how its asset is shown.
import type { Hex } from "viem";
import type { ShownAsset } from "../../src/contract/amounts.ts";
import type { ListedPayment } from "../../src/payment/lists/list.ts";
import { openPayment } from "../harness/fake-ports.ts";

export const ASSET = "eip155:8453/erc20:0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913";
export const ADDRESS = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
export const HASH: Hex = `0x${"ab".repeat(32)}`;
export const SHOWN: ShownAsset = { asset: { symbol: "USDC", name: "USD Coin", decimals: 6 }, chain: { name: "Base" } };
export const show = (id: string): ShownAsset | null => (id === ASSET ? SHOWN : null);
export const CREATED_AT = new Date("2026-03-04T05:06:07.089Z");
export const UPDATED_AT = new Date("2026-03-04T05:07:00.000Z");

export const paid: ListedPayment = {
  ...openPayment("pay_1"),
  status: "succeeded",
  amount: { currency: "USD", value: 1000n },
  expiresAtS: 1_772_600_000,
  createdAt: CREATED_AT,
  lastUpdatedAt: UPDATED_AT,
  merchant: { name: "Blue Shop", logo: null, branding: null },
  nonce: null,
  settledAt: null,
  confirmation: {
    option: {
      paymentId: "pay_1",
      asset: ASSET,
      method: "eip3009",
      merchantName: "Blue Shop",
      paysOut: "merchant",
      quoteExpiresAtS: null,
      quoteSources: [],
      feePpm: 4_000n,
      feeFixed: 10n,
      terms: {
        chain: "eip155:8453",
        router: ADDRESS,
        key: HASH,
        token: ADDRESS,
        payer: ADDRESS,
        amount: 1_000_000n,
        destination: ADDRESS,
        fee: 4_000n,
        feeReceiver: ADDRESS,
        deadlineS: 1,
      },
    },
    termsHash: HASH,
    resultsDigest: HASH,
    providerName: "Blue Wallet",
    confirmedAt: UPDATED_AT,
    authorizer: null,
  },
  credit: {
    chain: "eip155:8453",
    txHash: HASH,
    logIndex: 0,
    blockNumber: 1n,
    amount: 1_000_000n,
    settled: true,
    isLost: false,
  },
};

/** The same payment before anyone confirmed it. */
export const open: ListedPayment = { ...paid, status: "requires_action", confirmation: null, credit: null };

/** An amount of the asset as it is shown. */
export const usdc = (value: string) => ({
  unit: `caip19/${ASSET}`,
  value,
  display: { assetSymbol: "USDC", assetName: "USD Coin", decimals: 6, networkName: "Base" },
});

export const dollars = (value: string) => ({
  unit: "iso4217/USD",
  value,
  display: { assetSymbol: "USD", assetName: "US Dollar", decimals: 2 },
});
