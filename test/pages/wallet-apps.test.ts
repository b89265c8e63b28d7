import { expect, test } from "vitest";
import { WALLET_APPS, walletAppsFor } from "../../src/pages/checkout/wallet-apps.ts";

const PAGE = "https://pay.example/pay_1?a=b&c=d";
const ENCODED = "https%3A%2F%2Fpay.example%2Fpay_1%3Fa%3Db%26c%3Dd";

test("each link is in the format that its wallet documents", () => {
  expect(Object.fromEntries(WALLET_APPS.map(({ name, linkTo }) => [name, linkTo(PAGE)]))).toEqual({
    MetaMask: "https://link.metamask.io/dapp/pay.example/pay_1?a=b&c=d",
    "Base / Coinbase": `https://go.cb-w.com/dapp?cb_url=${ENCODED}`,
    "Trust Wallet": `https://link.trustwallet.com/open_url?coin_id=60&url=${ENCODED}`,
    Phantom: `https://phantom.app/ul/browse/${ENCODED}?ref=https%3A%2F%2Fpay.example`,
    Rabby: `https://go.rabby.io/mobile?_cmd=open-dapp&dapp=${ENCODED}`,
    "OKX Wallet": `https://web3.okx.com/download?deeplink=${encodeURIComponent(`okx://wallet/dapp/url?dappUrl=${ENCODED}`)}`,
    Rainbow: `https://rnbwapp.com/dapp?url=${ENCODED}`,
  });
});

test("no two wallets have the same letters", () => {
  const letters = WALLET_APPS.map((app) => app.letters);
  expect(new Set(letters).size).toBe(letters.length);
  for (const each of letters) expect(each).toMatch(/^[A-Z][a-z]$/);
});

test("a wallet with fixed chains is offered only for one of them", () => {
  const names = (...chains: string[]) => walletAppsFor(chains).map(({ name }) => name);
  expect(names("eip155:42161", "eip155:8453")).toContain("Phantom");
  expect(names("eip155:42161")).not.toContain("Phantom");
  expect(names("eip155:42161")).toContain("MetaMask");
});
