// The page of examples/wallet in a browser, served unchanged next to the built package: an announced wallet pays with
// it, across origins.
import { readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join, normalize } from "node:path";
import { createWalletClient, http } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { ADA, askFrom } from "../../buyer-data/given.ts";
import { buyerFor } from "../../client/payers.ts";
import { installExample } from "../../examples/install.ts";
import { startServerWithCoin } from "../../harness/chain/methods.ts";
import { createPayment } from "../../harness/chain/wallet.ts";
import { APP_ID, type Buyer, type TestServer } from "../../harness/server/server.ts";
import { chainsOf, injectWallet } from "../harness/injected-wallet.ts";
import { openPage, originOf } from "../harness/page.ts";
import { RpcRefusal } from "../harness/wallet-requests.ts";
import { endOf } from "./paying.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startServerWithCoin();
});
afterAll(() => server.stop());

const TYPES: Readonly<Record<string, string>> = { html: "text/html", js: "text/javascript" };

/** A plain static server without an icon. @returns its origin */
async function serve(folder: string): Promise<string> {
  const web = createServer(({ url = "/" }, response) => {
    const path = normalize(url === "/" ? "/index.html" : url);
    const type = TYPES[path.split(".").at(-1) ?? ""];
    if (!type) return response.writeHead(204).end();
    return response.writeHead(200, { "content-type": type }).end(readFileSync(join(folder, path)));
  });
  await new Promise<void>((resolve) => web.listen(0, resolve));
  onTestFinished(() => {
    web.closeAllConnections();
    web.close();
  });
  const address = web.address();
  return `http://localhost:${typeof address === "object" ? address?.port : ""}`;
}

const allows = [{ kind: "console", what: /Failed to load resource/, why: "a test breaks the connection" }] as const;

/** The example's page, with a wallet that can pay and a link in its field. */
async function openExample(buyer?: Buyer) {
  const folder = await installExample("wallet");
  const gateway = originOf(server);
  const settings = `export const GATEWAY_URL = "${gateway}"; export const APP_ID = "${APP_ID}";`;
  writeFileSync(join(folder, "settings.js"), settings);
  const origin = await serve(folder);
  const page = await openPage({ server, otherOrigins: [origin], allows });
  const { privateKey } = buyer ?? (await server.newBuyer());
  const wallet = await injectWallet(page, { privateKeys: [privateKey], chains: chainsOf(server) });
  const paymentId = await createPayment(server);
  await page.goto(origin);
  await page.getByLabel("Payment link").fill(`${gateway}/${paymentId}`);
  const button = page.getByRole("button", { name: "Pay with Test wallet" });
  return { page, wallet, paymentId, button };
}

test("a browser wallet pays links of the trusted gateway only", async () => {
  const { page, wallet, paymentId, button } = await openExample();
  const field = page.getByLabel("Payment link");
  const link = await field.inputValue();
  await field.fill(`https://elsewhere.example/${paymentId}`);
  await button.click();
  await page.getByText("This is not a payment link of a host that the wallet trusts").waitFor();
  expect(wallet.methods()).toEqual([]);
  await field.fill(link);
  await button.click();
  await page.getByText("Paid. Thank you.").waitFor();
  expect(await endOf(server, paymentId)).toMatchObject({ status: "succeeded" });
});

test("after a transaction that may have been sent, it follows the payment instead of inviting a second one", async () => {
  const buyer = await buyerFor(server, "coin");
  const { page, wallet, paymentId, button } = await openExample(buyer);
  wallet.answer("eth_sendTransaction", async ([transaction]) => {
    const { to, value, data } = transaction as Record<"to" | "value" | "data", `0x${string}`>;
    const account = privateKeyToAccount(buyer.privateKey);
    const client = createWalletClient({ account, transport: http(server.rpcUrl) });
    await client.sendTransaction({ chain: null, to, data, value: BigInt(value) });
    throw new RpcRefusal(-32603, "Internal JSON-RPC error.");
  });
  // The page does not learn the payment's status until it has shown its interim text.
  await page.route("**/status*", (route) => route.abort("aborted"));
  await button.click();
  await page.getByText("The payment may have been sent. Check your wallet").waitFor();
  expect(await page.getByRole("status").textContent()).not.toMatch(/try again/i);
  expect(await button.isDisabled()).toBe(true);
  await page.unroute("**/status*");
  expect(await endOf(server, paymentId)).toMatchObject({ status: "succeeded" });
  await page.getByText("Paid. Thank you.").waitFor();
  expect(await button.isDisabled()).toBe(false);
});

test("a declined transaction leaves no doubt, and the second try pays", async () => {
  const { page, wallet, paymentId, button } = await openExample(await buyerFor(server, "coin"));
  wallet.refuse("eth_sendTransaction");
  await button.click();
  await page.getByText("The buyer declined the request in the wallet").waitFor();
  wallet.release();
  await button.click();
  await page.getByText("Paid. Thank you.").waitFor();
  expect(await endOf(server, paymentId)).toMatchObject({ status: "succeeded" });
});

test("a buyer fills in the buyer-data form, then pays", async () => {
  await askFrom(server, 1n);
  const { page, paymentId, button } = await openExample();
  await button.click();
  const opened = page.context().waitForEvent("page");
  await page.getByRole("link", { name: /open the form/ }).click();
  const form = await opened;
  await form.locator("#fullName").fill(ADA.fullName);
  await form.locator("#dob").fill(ADA.dob);
  await form.locator("#porCountry").selectOption(ADA.porCountry);
  await form.locator("#porAddress").fill(ADA.porAddress);
  await form.locator("#tosConfirmed").check();
  await form.locator("form button").click();
  await page.getByText("Paid. Thank you.").waitFor();
  expect(await endOf(server, paymentId)).toMatchObject({ status: "succeeded" });
});
