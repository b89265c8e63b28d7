// One wallet, two chains: its accounts are offered on both, and it is asked to switch where needed.
import { afterAll, beforeAll, expect, test } from "vitest";
import { type OwnChain, startOwnChain } from "../../harness/chain/own-chain.ts";
import { createPayment } from "../../harness/chain/wallet.ts";
import { type Buyer, setBalance, startServer, type TestServer, testClient } from "../../harness/server/server.ts";
import { chainsOf } from "../harness/injected-wallet.ts";
import { takePictures } from "../harness/picture.ts";
import { RpcRefusal } from "../harness/wallet-requests.ts";
import { connectWallet, endOf, executed, openCheckout } from "./paying.ts";

const SECOND = 31_338;
const HOLDS = 1_000_000_000n;

let second: OwnChain;
let server: TestServer;
beforeAll(async () => {
  second = await startOwnChain(SECOND);
  server = await startServer({ otherPlaces: [second] });
});
afterAll(async () => {
  await server.stop();
  await second.stop();
});

const shortened = (address = ""): string => `${address.slice(0, 6)}…${address.slice(-4)}`;

/** Holds USDC on the second chain and nothing on the first. */
async function buyerOnSecond(): Promise<Buyer> {
  const buyer = await server.newBuyer(0n);
  await setBalance(testClient(second.rpcUrl), second.deployment.usdc, buyer.address, HOLDS);
  return buyer;
}

test("paying on another chain: the page asks the wallet to switch, then to sign", async () => {
  const paymentId = await createPayment(server);
  const { page, wallet, payButton } = await openCheckout(server, { buyers: [await buyerOnSecond()], paymentId });
  await connectWallet(page);
  await payButton.click();
  expect(await endOf(server, paymentId)).toMatchObject({
    status: "succeeded",
    info: { optionAmount: { unit: expect.stringContaining(`eip155:${SECOND}`) } },
  });
  expect(executed(wallet)).toEqual(["wallet_switchEthereumChain", "eth_signTypedData_v4"]);
});

test("a wallet that answers before it has switched is awaited, and asked once", async () => {
  const paymentId = await createPayment(server);
  const { page, wallet, payButton } = await openCheckout(server, { buyers: [await buyerOnSecond()], paymentId });
  await connectWallet(page);
  await payButton.waitFor();
  const readings = ["0x7a69", "0x7a69", "0x7a69"];
  wallet.answer("eth_chainId", () => readings.shift() ?? `0x${SECOND.toString(16)}`);
  await payButton.click();
  expect(await endOf(server, paymentId)).toMatchObject({ status: "succeeded" });
  expect(readings).toEqual([]);
  expect(executed(wallet)).toEqual(["wallet_switchEthereumChain", "eth_signTypedData_v4"]);
});

test("all assets are offered, the wallet's chain first; accounts are the second step, and the chosen one pays", async () => {
  const buyers = [await server.newBuyer(), await buyerOnSecond(), await server.newBuyer()];
  const [first, other, third] = buyers.map(({ address }) => address);
  const paymentId = await createPayment(server);
  const { page, wallet, payButton, options } = await openCheckout(server, { buyers, paymentId });
  await connectWallet(page);
  await payButton.waitFor();
  expect(await options.count()).toBe(2);
  await takePictures(page, "pay-accounts");
  const rows = page.locator(".wallet-option");
  expect(await rows.nth(0).textContent()).toMatch(/Local chain · no network fee$/);
  const account = page.getByLabel("From account");
  expect(await account.locator("option").allTextContents()).toEqual([first, third].map(shortened));
  await account.selectOption(shortened(third));
  expect(await rows.nth(1).textContent()).toContain("Second local chain");
  // Uses the keyboard only.
  await options.nth(0).focus();
  await page.keyboard.press("ArrowDown");
  expect(await options.nth(1).isChecked()).toBe(true);
  expect(await account.textContent()).toBe(shortened(other));
  await page.keyboard.press("Enter");
  expect(await endOf(server, paymentId)).toMatchObject({ status: "succeeded" });
  expect(wallet.asked.at(-1)).toMatchObject({ method: "eth_signTypedData_v4", params: [other, expect.anything()] });
});

test("an unknown chain is added to the wallet with the gateway's data, then used to pay", async () => {
  const paymentId = await createPayment(server);
  const [first, other] = chainsOf(server);
  if (!first || !other) throw new Error("there are two chains");
  const { page, wallet, payButton } = await openCheckout(server, {
    buyers: [await buyerOnSecond()],
    paymentId,
    wallet: { chains: [first], addableChains: [other] },
  });
  await connectWallet(page);
  await payButton.click();
  expect(await endOf(server, paymentId)).toMatchObject({ status: "succeeded" });
  expect(executed(wallet)).toEqual(["wallet_switchEthereumChain", "wallet_addEthereumChain", "eth_signTypedData_v4"]);
  expect(wallet.asked.find(({ method }) => method === "wallet_addEthereumChain")?.params).toMatchObject([
    { chainName: "Second local chain", rpcUrls: [second.rpcUrl], nativeCurrency: { symbol: "ETH", decimals: 18 } },
  ]);
});

test("declining to add it explains what to do, and nothing is signed", async () => {
  const paymentId = await createPayment(server);
  const { page, wallet, payButton, problem } = await openCheckout(server, {
    buyers: [await buyerOnSecond()],
    paymentId,
    wallet: { chains: chainsOf(server).slice(0, 1) },
  });
  wallet.answer("wallet_addEthereumChain", () => {
    throw new RpcRefusal(4902, "Unrecognized chain ID.");
  });
  await connectWallet(page);
  await payButton.click();
  await problem.getByText(/could not switch to Second local chain\. Add Second local chain/).waitFor();
  await takePictures(page, "pay-unknown-chain");
  expect(executed(wallet)).toEqual(["wallet_switchEthereumChain", "wallet_addEthereumChain"]);
});
