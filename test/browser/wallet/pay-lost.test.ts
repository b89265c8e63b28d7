// Lost responses and pages closed halfway: what was signed or sent once is submitted, and pays once.
import type { Page } from "playwright-core";
import { parseEther } from "viem";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buyerFor } from "../../client/payers.ts";
import { startServerWithCoin } from "../../harness/chain/methods.ts";
import { createPayment } from "../../harness/chain/wallet.ts";
import type { TestServer } from "../../harness/server/server.ts";
import { expectAccessible } from "../harness/axe.ts";
import { takePictures } from "../harness/picture.ts";
import { RpcRefusal } from "../harness/wallet-requests.ts";
import { connectWallet, endOf, executed, openCheckout } from "./paying.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startServerWithCoin();
});
afterAll(() => server.stop());

const allows = [{ kind: "console", what: /Failed to load resource/, why: "the test breaks the connection" }] as const;

const SIGN = "eth_signTypedData_v4";
const SEND = "eth_sendTransaction";

async function given(way: string) {
  const paymentId = await createPayment(server);
  const buyers = [await buyerFor(server, way)];
  return { paymentId, ...(await openCheckout(server, { buyers, paymentId, page: { allows } })) };
}

/** The buyer can pay by signature (USDC) and by transaction (ETH). */
async function givenBoth() {
  const paymentId = await createPayment(server);
  const buyer = await server.newBuyer();
  await server.client.setBalance({ address: buyer.address, value: parseEther("1000") });
  return { paymentId, ...(await openCheckout(server, { buyers: [buyer], paymentId, page: { allows } })) };
}

/** Confirms don't reach the gateway. */
const cutOff = (page: Page): Promise<unknown> => page.route("**/confirm*", (route) => route.abort("aborted"));
const restore = (page: Page): Promise<void> => page.unroute("**/confirm*");
/** How many payments the page keeps signatures or transactions for. */
const keptOn = (page: Page): Promise<number> => page.evaluate(() => sessionStorage.length);

describe.each([
  ["EIP-3009", 1],
  ["Permit2 with its approval", 2],
])("what was signed (%s)", (way, count) => {
  test("waits for the gateway, and is submitted after a reload", async () => {
    const { page, wallet, payButton, paymentId } = await given(way);
    await cutOff(page);
    await connectWallet(page);
    await payButton.click();
    await page.getByRole("heading", { name: "Your payment could not be submitted yet" }).waitFor();
    await expectAccessible(page);
    await takePictures(page, "pay-unsure");
    await restore(page);
    await page.reload();
    expect(await endOf(server, paymentId)).toMatchObject({ status: "succeeded" });
    expect(executed(wallet)).toHaveLength(count);
    await page.getByRole("heading", { name: "Payment complete" }).waitFor();
    expect(await keptOn(page)).toBe(0);
  });
});

test("it is submitted again immediately on request", async () => {
  const { page, wallet, payButton, paymentId } = await given("EIP-3009");
  await page.clock.install();
  await cutOff(page);
  await connectWallet(page);
  await payButton.click();
  const again = page.getByRole("button", { name: "Try again now" });
  await again.waitFor();
  await page.clock.pauseAt(Date.now() + 1_000); // nothing is retried automatically from here on
  await again.waitFor();
  await restore(page);
  await again.click();
  await page.clock.resume();
  expect(await endOf(server, paymentId)).toMatchObject({ status: "succeeded" });
  expect(executed(wallet)).toHaveLength(1);
});

test("an accepted confirm with a lost response pays once", async () => {
  const { page, wallet, payButton, paymentId } = await given("EIP-3009");
  let taken = 0;
  await page.route("**/confirm*", async (route) => {
    taken += (await route.fetch()).ok() ? 1 : 0;
    await route.abort("aborted");
  });
  await connectWallet(page);
  await payButton.click();
  expect(await endOf(server, paymentId)).toMatchObject({ status: "succeeded" });
  expect(taken).toBeGreaterThan(0);
  expect(executed(wallet)).toHaveLength(1);
  await page.getByRole("heading", { name: "Payment complete" }).waitFor();
  expect(await keptOn(page)).toBe(0);
});

test("a reload after an accepted confirm with a lost response deletes what was signed", async () => {
  const { page, payButton, paymentId } = await given("EIP-3009");
  const confirmed = new Promise<void>((resolve) => {
    void page.route("**/confirm*", async (route) => {
      await route.fetch();
      resolve(); // and the page never hears of it
    });
  });
  await connectWallet(page);
  await payButton.click();
  await confirmed;
  expect(await keptOn(page)).toBe(1);
  await page.reload();
  expect(await endOf(server, paymentId)).toMatchObject({ status: "succeeded" });
  await page.getByRole("heading", { name: "Payment complete" }).waitFor();
  expect(await keptOn(page)).toBe(0);
});

test("a sent coin payment is submitted again automatically, whatever a proxy responds", async () => {
  const { page, wallet, payButton, paymentId } = await given("coin");
  await page.route("**/confirm*", (route) => route.fulfill({ status: 403, body: "<h1>Forbidden</h1>" }));
  // The watcher may find the payment first; the page does not hear of it yet.
  await page.route("**/status*", (route) => route.abort("aborted"));
  const deaf = page.waitForEvent("requestfailed", (request) => request.url().includes("/status"));
  await page.evaluate(() => dispatchEvent(new Event("online"))); // ends the long poll that is already held
  await deaf;
  await connectWallet(page);
  await payButton.click();
  await page.getByRole("heading", { name: /hasn't been found yet/ }).waitFor();
  await page.getByText("Don't pay a second time").waitFor();
  await page.getByRole("button", { name: "Try again now" }).waitFor();
  await page.unroute("**/status*");
  await restore(page);
  expect(await endOf(server, paymentId)).toMatchObject({ status: "succeeded" });
  expect(executed(wallet)).toHaveLength(1);
});

test("after a reload during sending, the page says that the payment may have been sent", async () => {
  const { page, wallet, payButton, problem } = await given("coin");
  wallet.hold(SEND);
  await connectWallet(page);
  await payButton.click();
  await wallet.untilAsked(SEND);
  await page.reload();
  await problem.getByText(/may have sent this payment/).waitFor();
  await connectWallet(page);
  await payButton.waitFor();
  expect(await problem.textContent()).toMatch(/may have sent this payment/);
});

test("declining a second attempt leaves the doubt about the first one, also after a reload", async () => {
  const { page, wallet, payButton, problem } = await given("coin");
  const answers = [new RpcRefusal(-32603, "Internal JSON-RPC error."), new RpcRefusal(4001, "User rejected.")];
  wallet.answer(SEND, () => {
    throw answers.shift();
  });
  const warned = () => problem.getByText(/may have sent this payment/).waitFor();
  await connectWallet(page);
  await payButton.click();
  await warned();
  await payButton.click();
  await wallet.untilAsked(SEND, 2);
  await payButton.waitFor();
  await warned();
  expect(await problem.textContent()).not.toMatch(/Nothing was paid/);
  await page.reload();
  await connectWallet(page);
  await payButton.waitFor();
  await warned();
});

test("each open request to send leaves a doubt until it is declined", async () => {
  const { page, wallet, payButton, problem } = await given("coin");
  const declines: (() => void)[] = [];
  wallet.answer(
    SEND,
    () => new Promise((_, reject) => declines.push(() => reject(new RpcRefusal(4001, "User rejected.")))),
  );
  await connectWallet(page);
  await payButton.click();
  await wallet.untilAsked(SEND);
  await page.getByRole("button", { name: "Choose something else" }).click();
  await payButton.click();
  await wallet.untilAsked(SEND, 2);
  declines[1]?.();
  await problem.getByText(/may have sent this payment/).waitFor();
  await payButton.click();
  await wallet.untilAsked(SEND, 3);
  declines[0]?.();
  declines[2]?.();
  await problem.getByText(/declined it in your wallet. Nothing was paid/).waitFor();
});

test("a refused signature leaves the doubt about a transaction that the wallet was asked for before", async () => {
  const { page, wallet, payButton, problem } = await givenBoth();
  wallet.hold(SEND);
  wallet.answer(SIGN, () => `0x${"11".repeat(64)}1b`);
  await connectWallet(page);
  await page.getByRole("radio", { name: /ETH/ }).check();
  await payButton.click();
  await wallet.untilAsked(SEND);
  await page.getByRole("button", { name: "Choose something else" }).click();
  await page.getByRole("radio", { name: /USDC/ }).check();
  await payButton.click();
  await problem.getByText(/The signature is not from the account that pays/).waitFor();
  await page.reload();
  await connectWallet(page);
  await payButton.waitFor();
  expect(await problem.textContent()).toMatch(/may have sent this payment/);
});

test("a coin payment is found on the chain if the page closes before reporting it", async () => {
  const { page, wallet, payButton, paymentId } = await given("coin");
  await cutOff(page);
  await connectWallet(page);
  await payButton.click();
  await wallet.untilAsked(SEND);
  await page.getByRole("heading", { name: /hasn't been found yet|Submitting/ }).waitFor();
  await page.close();
  expect(await endOf(server, paymentId)).toMatchObject({ status: "succeeded" });
});

test("a signature that comes after another option has paid is not kept", async () => {
  const { page, wallet, payButton, paymentId } = await givenBoth();
  wallet.hold(SIGN);
  await connectWallet(page);
  await page.getByRole("radio", { name: /USDC/ }).check();
  await payButton.click();
  await wallet.untilAsked(SIGN);
  await page.getByRole("button", { name: "Choose something else" }).click();
  await page.getByRole("radio", { name: /ETH/ }).check();
  await payButton.click();
  expect(await endOf(server, paymentId)).toMatchObject({ status: "succeeded" });
  await page.getByRole("heading", { name: "Payment complete" }).waitFor();
  const storing = await page.evaluateHandle(() => {
    const { setItem } = Storage.prototype;
    const done = new Promise<void>((resolve) => {
      Storage.prototype.setItem = function (...item) {
        setItem.apply(this, item);
        resolve();
      };
    });
    return { done };
  });
  wallet.release(SIGN);
  await storing.evaluate(({ done }) => done);
  expect(await keptOn(page)).toBe(0);
});
