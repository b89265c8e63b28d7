// Every failure in the wallet is explained in plain words, and the buyer can continue.
import { afterAll, beforeAll, expect, test } from "vitest";
import { buyerFor } from "../../client/payers.ts";
import { startServerWithCoin } from "../../harness/chain/methods.ts";
import { confirm, createPayment, signPayment } from "../../harness/chain/wallet.ts";
import { setBalance, type TestServer } from "../../harness/server/server.ts";
import { givenLink, LinkVisitor } from "../../routes/payment-links/given-links.ts";
import { expectAccessible } from "../harness/axe.ts";
import { chainsOf } from "../harness/injected-wallet.ts";
import { takePictures } from "../harness/picture.ts";
import { RpcRefusal } from "../harness/wallet-requests.ts";
import { connectWallet, endOf, executed, openCheckout } from "./paying.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startServerWithCoin();
});
afterAll(() => server.stop());

const SIGN = "eth_signTypedData_v4";
const SEND = "eth_sendTransaction";
const SWITCH = "wallet_switchEthereumChain";

async function given(way = "EIP-3009") {
  const paymentId = await createPayment(server);
  const buyer = await buyerFor(server, way);
  return { paymentId, buyer, ...(await openCheckout(server, { buyers: [buyer], paymentId })) };
}

test("declining pays nothing, and the second try pays", async () => {
  const { page, wallet, payButton, problem, paymentId } = await given();
  wallet.refuse(SIGN);
  await connectWallet(page);
  await payButton.click();
  await problem.getByText(/declined it in your wallet/).waitFor();
  await expectAccessible(page);
  await takePictures(page, "pay-declined");
  wallet.release();
  await payButton.click();
  expect(await endOf(server, paymentId)).toMatchObject({ status: "succeeded" });
  expect(executed(wallet)).toEqual([SIGN, SIGN]);
});

test("declining on a hardware wallet pays nothing, whatever was asked", async () => {
  for (const [way, method] of [
    ["coin", SEND],
    ["EIP-3009", SIGN],
  ] as const) {
    const { page, wallet, payButton, problem } = await given(way);
    wallet.answer(method, () => {
      throw new RpcRefusal(-32603, "Ledger device: Condition of use not satisfied (denied by the user?) (0x6985)");
    });
    await connectWallet(page);
    await payButton.click();
    await problem.getByText(/declined it in your wallet. Nothing was paid/).waitFor();
  }
});

test("an approval that fails for an unknown reason has sent no payment", async () => {
  const { page, wallet, payButton, problem } = await given("Permit2 with its approval");
  wallet.answer(SEND, () => {
    throw new RpcRefusal(-32603, "Internal JSON-RPC error.");
  });
  await connectWallet(page);
  await payButton.click();
  await problem.getByText(/Your wallet couldn't do this/).waitFor();
  await page.reload();
  await connectWallet(page);
  await payButton.waitFor();
  expect(await problem.count()).toBe(0);
  expect(executed(wallet)).toEqual([SEND]);
});

test("declining after the approval doesn't repeat the approval", async () => {
  const { page, wallet, payButton, problem, paymentId } = await given("Permit2 with its approval");
  wallet.refuse(SIGN);
  await connectWallet(page);
  await payButton.click();
  await problem.getByText(/declined it in your wallet/).waitFor();
  wallet.release();
  await payButton.click();
  expect(await endOf(server, paymentId)).toMatchObject({ status: "succeeded" });
  expect(executed(wallet)).toEqual([SEND, SIGN, SIGN]);
});

test("declining the connection returns to the wallets", async () => {
  const { page, wallet, problem } = await given();
  wallet.refuse("eth_requestAccounts");
  await connectWallet(page);
  await problem.getByText(/declined it in your wallet/).waitFor();
  await page.getByRole("button", { name: "Test wallet" }).waitFor();
});

test("a locked wallet with an open request says so", async () => {
  const { page, wallet, problem } = await given();
  wallet.answer("eth_requestAccounts", () => {
    throw new RpcRefusal(-32002, "Already processing eth_requestAccounts. Please wait.");
  });
  await connectWallet(page);
  await problem.getByText(/waiting for you/).waitFor();
});

test("while the wallet prompts, the page says what for, and the buyer can go back", async () => {
  const { page, wallet, payButton, paymentId } = await given("Permit2 with its approval");
  wallet.hold(SEND);
  await connectWallet(page);
  await payButton.click();
  await page.getByRole("heading", { name: "Allow USDT in Test wallet" }).waitFor();
  await page.getByText("Step 1 of 2").waitFor();
  expect(await page.evaluate(() => document.activeElement?.id)).toBe("wallet-title");
  await expectAccessible(page);
  await takePictures(page, "pay-approve");
  await page.getByRole("button", { name: "Choose something else" }).click();
  await payButton.waitFor();
  // A late response is kept: the second try continues with the signature, and the first asks for nothing more.
  wallet.hold(SIGN);
  wallet.release(SEND);
  await expect.poll(() => page.evaluate(() => JSON.stringify({ ...sessionStorage }))).toContain("approve");
  await payButton.click();
  await wallet.untilAsked(SIGN);
  wallet.release();
  expect(await endOf(server, paymentId)).toMatchObject({ status: "succeeded" });
  expect(executed(wallet)).toEqual([SEND, SIGN]);
});

test("a payment sent after the buyer went back is still submitted", async () => {
  const { page, wallet, payButton, paymentId } = await given("coin");
  wallet.hold(SEND);
  await connectWallet(page);
  await payButton.click();
  await page.getByRole("button", { name: "Choose something else" }).click();
  await payButton.waitFor();
  // The gateway would find it anyway; the page shows it immediately.
  const confirmed = page.waitForRequest(/\/confirm\?/);
  wallet.release();
  await confirmed;
  expect(await endOf(server, paymentId)).toMatchObject({ status: "succeeded" });
  expect(executed(wallet)).toEqual([SEND]);
});

test("a buyer who goes back while the wallet is asked to send learns that it may still send", async () => {
  const { page, wallet, payButton, problem } = await given("coin");
  wallet.hold(SEND);
  await connectWallet(page);
  await payButton.click();
  await wallet.untilAsked(SEND);
  await page.getByRole("button", { name: "Choose something else" }).click();
  await payButton.waitFor();
  expect(await problem.textContent()).toMatch(/may have sent this payment/);
});

test("a buyer who goes back while the wallet switches its chain is not asked to send", async () => {
  const buyer = await buyerFor(server, "coin");
  const { page, wallet, payButton, problem } = await openCheckout(server, {
    buyers: [buyer],
    paymentId: await createPayment(server),
    wallet: { chains: [{ number: 1, rpcUrl: server.rpcUrl }, ...chainsOf(server)] },
  });
  wallet.hold(SWITCH);
  await connectWallet(page);
  await payButton.click();
  await wallet.untilAsked(SWITCH);
  await page.getByRole("button", { name: "Choose something else" }).click();
  await payButton.waitFor();
  wallet.release();
  wallet.refuse(SEND);
  await payButton.click();
  // The first attempt asked for nothing, so it leaves no doubt.
  await problem.getByText(/declined it in your wallet. Nothing was paid/).waitFor();
  expect(executed(wallet)).toEqual([SWITCH, SEND]);
});

test("if the wallet fails while sending, the page tells the buyer to check before paying again", async () => {
  const { page, wallet, payButton, problem } = await given("coin");
  wallet.answer(SEND, () => {
    throw new RpcRefusal(-32603, "Internal JSON-RPC error.");
  });
  await connectWallet(page);
  await payButton.click();
  await problem.getByText(/If it shows a sent or pending transaction, don't pay again/).waitFor();
});

test("too little left for the network fee", async () => {
  const { page, wallet, payButton, problem } = await given("coin");
  wallet.answer(SEND, () => {
    throw new RpcRefusal(-32000, "insufficient funds for gas * price + value");
  });
  await connectWallet(page);
  await payButton.click();
  await problem.getByText(/does not have enough/).waitFor();
});

test("an account whose balance is gone when it has signed: nothing was paid, and the options are read again", async () => {
  const { buyer, page, wallet, payButton, problem } = await given();
  wallet.hold(SIGN);
  await connectWallet(page);
  await payButton.click();
  await expect.poll(() => executed(wallet)).toEqual([SIGN]);
  await setBalance(server.client, server.deployment.usdc, buyer.address, 0n);
  wallet.release();
  await problem.getByText(/does not have enough for this payment and the others.* Nothing was paid/).waitFor();
});

test("a signature of another account says which account must sign", async () => {
  const { page, wallet, payButton, problem } = await given();
  wallet.answer(SIGN, () => `0x${"11".repeat(64)}1b`);
  await connectWallet(page);
  await payButton.click();
  await problem.getByText(/The signature is not from the account that pays/).waitFor();
});

test("picking another account in the wallet shows its options", async () => {
  const [first, second] = [await buyerFor(server, "EIP-3009"), await buyerFor(server, "coin")];
  const paymentId = await createPayment(server);
  const { page, wallet, payButton } = await openCheckout(server, { buyers: [first], paymentId });
  await connectWallet(page);
  await payButton.getByText("USDC").waitFor();
  await wallet.useAccounts([second.privateKey]);
  await payButton.getByText("ETH").waitFor();
  await payButton.click();
  expect(await endOf(server, paymentId)).toMatchObject({ status: "succeeded" });
});

test("a buyer whose link others have used up pays nothing, and the page says why", async () => {
  const link = await givenLink(server, { maxUses: 1 });
  const [paymentId, others] = [
    await new LinkVisitor(server, link).pay(),
    await new LinkVisitor(server, link).pay(),
  ].map(({ paymentId: id }) => id ?? "");
  const buyer = await buyerFor(server, "EIP-3009");
  const { page, payButton, problem } = await openCheckout(server, { buyers: [buyer], paymentId: paymentId ?? "" });
  await connectWallet(page);
  await payButton.waitFor();
  await confirm(server, await signPayment(server, others ?? "", await server.newBuyer()));
  await endOf(server, others ?? "");
  await payButton.click();
  await problem.getByText(/Others have taken the last payments of this link/).waitFor();
  await expectAccessible(page);
  await page.reload();
  await page.getByRole("heading", { name: "This link has been paid" }).waitFor();
  expect(await page.getByRole("button", { name: "Test wallet" }).count()).toBe(0);
  await expectAccessible(page);
  await takePictures(page, "pay-link-used-up");
});
