// Answers that are lost, and pages that are closed in the middle: what was signed or sent once is handed in, and pays once.
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buyerFor } from "../client/payers.ts";
import { startServerWithCoin } from "../harness/methods.ts";
import type { TestServer } from "../harness/server.ts";
import { createPayment } from "../harness/wallet.ts";
import { expectAccessible } from "./harness/axe.ts";
import { takePictures } from "./harness/picture.ts";
import { connectWallet, endOf, executed, openCheckout } from "./paying.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startServerWithCoin();
});
afterAll(() => server.stop());

const allows = [{ kind: "console", what: /Failed to load resource/, why: "the test breaks the connection" }] as const;

async function given(way: string) {
  const paymentId = await createPayment(server);
  const buyers = [await buyerFor(server, way)];
  return { paymentId, ...(await openCheckout(server, { buyers, paymentId, page: { allows } })) };
}

/** Confirms do not reach the gateway. */
const cutOff = (page: Page): Promise<unknown> => page.route("**/confirm*", (route) => route.abort("aborted"));
const restore = (page: Page): Promise<void> => page.unroute("**/confirm*");

describe.each([
  ["EIP-3009", "eth_signTypedData_v4", 1],
  ["Permit2 with its approval", "eth_signTypedData_v4", 2],
])("what was signed (%s)", (way, _method, count) => {
  test("waits for the gateway, and is handed in by a page that was loaded again", async () => {
    const { page, wallet, payButton, paymentId } = await given(way);
    await cutOff(page);
    await connectWallet(page);
    await payButton.click();
    await page.getByRole("heading", { name: /does not answer right now/ }).waitFor();
    await expectAccessible(page);
    await takePictures(page, "pay-unsure");
    await restore(page);
    await page.reload();
    expect(await endOf(server, paymentId)).toMatchObject({ status: "succeeded" });
    expect(executed(wallet)).toHaveLength(count);
    await page.getByRole("heading", { name: "Payment complete" }).waitFor();
    expect(await page.evaluate(() => sessionStorage.length)).toBe(0);
  });
});

test("it is handed in again by itself, and at once where the buyer says so", async () => {
  const { page, wallet, payButton, paymentId } = await given("EIP-3009");
  await cutOff(page);
  await connectWallet(page);
  await payButton.click();
  const again = page.getByRole("button", { name: "Try again now" });
  await again.waitFor();
  await restore(page);
  await again.click();
  expect(await endOf(server, paymentId)).toMatchObject({ status: "succeeded" });
  expect(executed(wallet)).toHaveLength(1);
});

test("a confirm that was taken, but whose answer was lost, has paid once", async () => {
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
});

test("coin that was sent is not asked for again, whatever stands between the page and the gateway says", async () => {
  const { page, wallet, payButton, paymentId } = await given("coin");
  await page.route("**/confirm*", (route) => route.fulfill({ status: 403, body: "<h1>Forbidden</h1>" }));
  await connectWallet(page);
  await payButton.click();
  await page.getByRole("heading", { name: /has not been found yet/ }).waitFor();
  await page.getByText("Do not pay a second time").waitFor();
  await page.unroute("**/confirm*");
  await page.getByRole("button", { name: "Try again now" }).click();
  expect(await endOf(server, paymentId)).toMatchObject({ status: "succeeded" });
  expect(executed(wallet)).toHaveLength(1);
});

test("a page that was loaded again while the wallet was asked to send says that it may have", async () => {
  const { page, wallet, payButton, problem } = await given("coin");
  wallet.hold("eth_sendTransaction");
  await connectWallet(page);
  await payButton.click();
  await wallet.untilAsked("eth_sendTransaction");
  await page.reload();
  await connectWallet(page);
  await payButton.waitFor();
  expect(await problem.textContent()).toMatch(/may have sent this payment/);
});

test("a page that is closed after the coin was sent and before it was told: found on the chain", async () => {
  const { page, wallet, payButton, paymentId } = await given("coin");
  await cutOff(page);
  await connectWallet(page);
  await payButton.click();
  await wallet.untilAsked("eth_sendTransaction");
  await page.getByRole("heading", { name: /has not been found yet|Handing in/ }).waitFor();
  await page.close();
  expect(await endOf(server, paymentId)).toMatchObject({ status: "succeeded" });
});
