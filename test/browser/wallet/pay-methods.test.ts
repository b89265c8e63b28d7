// A buyer pays on the checkout page with a browser wallet, by each method, with real keys on a real chain.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buyerFor } from "../../client/payers.ts";
import { startServerWithCoin } from "../../harness/chain/methods.ts";
import { createPayment } from "../../harness/chain/wallet.ts";
import type { TestServer } from "../../harness/server/server.ts";
import { expectAccessible } from "../harness/axe.ts";
import { takePictures } from "../harness/picture.ts";
import { connectWallet, endOf, executed, openCheckout } from "./paying.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startServerWithCoin();
});
afterAll(() => server.stop());

const SIGN = "eth_signTypedData_v4";
const SEND = "eth_sendTransaction";

describe.each([
  ["EIP-3009", /^Pay 10\.00\sUSDC$/, /You sign once/, [SIGN]],
  ["Permit2 with its approval", /^Pay 10\.00\sUSDT$/, /Two steps: you allow USDT/, [SEND, SIGN]],
  ["plain ERC-20", /^Pay 10\.00\sDAI$/, /Two transactions: you allow this amount of DAI/, [SEND, SEND]],
  ["coin", /^Pay 10\.00\sETH$/, /You send one transaction/, [SEND]],
])("by %s", (method, text, plan, calls) => {
  test("the buyer connects, chooses, sees what the wallet will ask for, and pays", async () => {
    const buyer = await buyerFor(server, method);
    const paymentId = await createPayment(server);
    const { page, wallet, payButton } = await openCheckout(server, { buyers: [buyer], paymentId });
    await connectWallet(page);
    await page.getByText(plan).waitFor();
    expect(await payButton.textContent()).toMatch(text);
    await expectAccessible(page);
    await takePictures(page, `pay-options-${method.split(" ")[0]?.toLowerCase()}`);
    await payButton.click();
    expect(await endOf(server, paymentId)).toMatchObject({ status: "succeeded" });
    expect(executed(wallet)).toEqual(calls);
    await page.getByRole("heading", { name: "Payment complete" }).waitFor();
  });
});
