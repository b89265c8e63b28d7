// Refunds in the console: requested on a payment's page, signed in the queue with a wallet that is connected once.
import { text as textOf } from "node:stream/consumers";
import type { Page } from "playwright-core";
import { privateKeyToAccount } from "viem/accounts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { askForAddress, sendTo } from "../../harness/chain/deposits.ts";
import { givenRefund, paidBy, readRefund, type WireRefund } from "../../harness/chain/refunds.ts";
import { asWallet, confirm, createPayment, signPayment, untilFinal } from "../../harness/chain/wallet.ts";
import { asPartner } from "../../harness/server/as-partner.ts";
import type { Buyer, TestServer } from "../../harness/server/server.ts";
import { sharedServer } from "../../harness/server/shared-server.ts";
import { newUser } from "../../harness/server/users.ts";
import { expectAccessibleInBoth, openConsole } from "../harness/console.ts";
import { chainsOf, type InjectedWallet, injectWallet } from "../harness/injected-wallet.ts";
import { originOf, type PageOptions } from "../harness/page.ts";
import { takePictures } from "../harness/picture.ts";
import { RpcRefusal } from "../harness/wallet-requests.ts";
import { noSidewaysScroll } from "../harness/width.ts";

let shared: TestServer;
/** Another partner for each test, because the queue has all of a partner's refunds. */
const newShop = async (): Promise<TestServer> => asPartner(shared, await shared.newOwner());

beforeAll(async () => {
  shared = await sharedServer();
});
afterAll(() => shared.stop());

interface Counter {
  readonly page: Page;
  readonly wallet: InjectedWallet;
}

/** A page of the console, as a manager with a wallet opens it. */
async function openWithWallet(
  server: TestServer,
  path: string,
  signer: Pick<Buyer, "privateKey">,
  viewport: PageOptions["viewport"] = "desktop",
): Promise<Counter> {
  const user = await newUser(server, server.apiKey, { role: "manager" });
  const page = await openConsole({ server, path: "/account", user, viewport: viewport ?? "desktop" });
  const wallet = await injectWallet(page, { privateKeys: [signer.privateKey], chains: chainsOf(server) });
  await page.goto(`${originOf(server)}/console${path}`);
  await page.getByRole("heading", { level: 1 }).waitFor();
  return { page, wallet };
}

const connect = (page: Page) => page.getByRole("button", { name: "Connect Test wallet" }).click();

/** The requests that the person had to answer. */
const prompts = (wallet: InjectedWallet): string[] =>
  wallet.methods().filter((method) => /^(eth_requestAccounts|eth_sign|eth_send|wallet_)/.test(method));

const statusOf = async (server: TestServer, { refundId }: WireRefund) => (await readRefund(server, refundId)).status;

test("a manager who has only the console refunds three payments", async () => {
  const server = await newShop();
  const [buyer, signer] = [await server.newBuyer(), await server.newBuyer()];
  const payments = [await paidBy(server, buyer), await paidBy(server, buyer), await paidBy(server, buyer)];
  const { page, wallet } = await openWithWallet(server, "/payments", signer);
  let clicks = 0;
  const click = async (role: "button" | "link", name: string | RegExp) => {
    clicks++;
    await page.getByRole(role, { name }).last().click();
  };
  for (const paymentId of payments) {
    clicks++;
    await page.locator(`a[href$="/payments/${paymentId}"]`).click();
    await click("button", /^Refund$/);
    await page.getByRole("dialog", { name: "Refund" }).getByText("All that is left: 10.00 USDC").waitFor();
    await click("button", /^Refund$/);
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await click("link", "Payments");
  }
  await click("link", "Refunds");
  await click("button", "Connect Test wallet");
  await page.getByText("Together 30.00 USDC").waitFor();
  await takePictures(page, "console-refunds");
  await expectAccessibleInBoth(page);
  await click("button", "Sign 3 refunds");
  await page.getByText("3 refunds are signed.").waitFor();
  const progress = page.getByRole("list", { name: "Progress" });
  await expect.poll(() => progress.getByText("Refunded", { exact: true }).count(), { timeout: 40_000 }).toBe(3);
  await takePictures(page, "console-refunds-signed");
  await expectAccessibleInBoth(page);
  expect(clicks).toBe(15);
  expect(prompts(wallet)).toEqual(["eth_requestAccounts", ...Array(3).fill("eth_signTypedData_v4")]);
  expect(await server.balance(server.deployment.usdc, buyer.address)).toBe(1_000_000_000n);
  const [first = ""] = payments;
  await page.locator(`a[href$="/payments/${first}"]`).first().click();
  await page.getByText("Refund requested", { exact: true }).waitFor();
  await page.getByText("The money went back to the buyer.").waitFor();
  await expectAccessibleInBoth(page);
});

test("all digits of a refund are readable before it is signed", async () => {
  const server = await newShop();
  const [buyer, signer] = [await server.newBuyer(), await server.newBuyer()];
  const paymentId = await createPayment(server, { amount: { unit: "iso4217/USD", value: "20000" } });
  await confirm(server, await signPayment(server, paymentId, buyer));
  expect(await untilFinal(server, paymentId)).toMatchObject({ status: "succeeded" });
  const { amount } = await givenRefund(server, paymentId, FIVE);
  await givenRefund(server, paymentId, { amount: { unit: amount.unit, value: "100123456" } });
  const { page } = await openWithWallet(server, "/refunds", signer, "narrow");
  await connect(page);
  await page.getByText("Together 105.123456 USDC").waitFor();
  await page.getByRole("heading", { name: "100.123456 USDC" }).waitFor();
  await noSidewaysScroll(page);
  await page.getByRole("button", { name: "Sign 2 refunds" }).click();
  await page.getByRole("list", { name: "Progress" }).getByText("100.123456 USDC").waitFor();
});

const FIVE = { amount: { unit: "iso4217/USD", value: "500" } };

describe("a refund that is not signed names what happened, and the rest goes on", () => {
  test("a balance that is short", async () => {
    const server = await newShop();
    const [buyer, signer] = [await server.newBuyer(), await server.newBuyer(7_500_000n)];
    const ten = await givenRefund(server, await paidBy(server, buyer));
    const five = await givenRefund(server, await paidBy(server, buyer), FIVE);
    const { page, wallet } = await openWithWallet(server, "/refunds", signer, "phone");
    await connect(page);
    await page.getByRole("button", { name: "Sign 2 refunds" }).click();
    await page.getByText("1 refund is signed. 1 is not.").waitFor();
    const missing = (await page.getByText(/is missing\./).textContent()) ?? "";
    expect(missing).toContain(signer.address);
    expect(missing).toMatch(/: 2\.50\sUSDC is missing\. It holds 7\.50\sUSDC\./);
    expect(prompts(wallet)).toEqual(["eth_requestAccounts", "eth_signTypedData_v4"]);
    await expect.poll(() => statusOf(server, five), { timeout: 40_000 }).toBe("succeeded");
    expect(await statusOf(server, ten)).toBe("requires_action");
    await takePictures(page, "console-refunds-short");
    await expectAccessibleInBoth(page);
    await noSidewaysScroll(page);
  });

  test("a signature that is declined in the wallet, and a refund that ended since the page was read", async () => {
    const server = await newShop();
    const [buyer, signer] = [await server.newBuyer(), await server.newBuyer()];
    const refunds: WireRefund[] = [];
    for (let count = 0; count < 3; count++) refunds.push(await givenRefund(server, await paidBy(server, buyer)));
    const { page, wallet } = await openWithWallet(server, "/refunds", signer);
    const account = privateKeyToAccount(signer.privateKey);
    wallet.answer("eth_signTypedData_v4", ([, text]) => {
      if (prompts(wallet).length === 2) throw new RpcRefusal(4001, "User rejected the request.");
      return account.signTypedData(JSON.parse(String(text)));
    });
    wallet.hold("eth_signTypedData_v4");
    await connect(page);
    await page.getByRole("button", { name: "Sign 3 refunds" }).click();
    await page.getByText("Sign in your wallet").waitFor();
    const second = refunds[1]?.refundId ?? "";
    expect((await server.call({ path: `/v1/refunds/${second}/cancel`, body: {} })).status).toBe(200);
    wallet.release("eth_signTypedData_v4");
    await page.getByText("1 refund is signed. 2 are not.").waitFor();
    await page.getByText("You declined it in the wallet. Nothing was signed.").waitFor();
    await page.getByText("It has ended or expired. Nothing was signed.").waitFor();
    // The declined one still waits, and is signed alone.
    await page.getByRole("button", { name: "Sign 1 refund" }).click();
    const statuses = () => Promise.all(refunds.map((refund) => statusOf(server, refund)));
    await expect.poll(statuses, { timeout: 40_000 }).toEqual(["succeeded", "cancelled", "succeeded"]);
    expect(prompts(wallet).filter((method) => method === "eth_requestAccounts")).toHaveLength(1);
  });
});

test("a refund is signed although the response to its signature is lost", async () => {
  const server = await newShop();
  const [buyer, signer] = [await server.newBuyer(), await server.newBuyer()];
  const refund = await givenRefund(server, await paidBy(server, buyer));
  const { page } = await openWithWallet(server, "/refunds", signer);
  await page.route("**/confirm*", async (route) => {
    await route.fetch();
    await route.abort("aborted");
  });
  await connect(page);
  await page.getByRole("button", { name: "Sign 1 refund" }).click();
  await page.getByText("1 refund is signed.").waitFor();
  await page.getByRole("list", { name: "Progress" }).getByText("Refunded").waitFor();
  expect(await statusOf(server, refund)).toBe("succeeded");
});

test("the buyer's address of a deposit is shown in full and large, and accepted before the refund is signed", async () => {
  const server = await newShop();
  const paymentId = await createPayment(server);
  const { address } = await askForAddress(server, paymentId);
  await sendTo(server, address, 10_000_000n);
  await untilFinal(server, paymentId);
  const [receiver, signer] = [await server.newBuyer(0n), await server.newBuyer()];
  const { page } = await openWithWallet(server, `/payments/${paymentId}`, signer, "phone");
  await page.getByRole("button", { name: "Refund", exact: true }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText("The buyer paid by a plain transfer").waitFor();
  await dialog.getByLabel("A part").check();
  await dialog.getByLabel("Amount").fill("10.01");
  await dialog.getByRole("button", { name: "Refund", exact: true }).click();
  await dialog.getByText("At most US$10.00 is left.").waitFor();
  await dialog.getByLabel("Amount").fill("2.50");
  await dialog.getByLabel("Reason").fill("One cup was broken");
  await takePictures(page, "console-refund-form");
  await expectAccessibleInBoth(page);
  await dialog.getByRole("button", { name: "Refund", exact: true }).click();
  await page.getByText("the buyer has to name an address").waitFor();
  const claim = { path: `/v1/gateway/payment/${paymentId}/refund-address`, body: { account: receiver.account } };
  expect((await server.call({ ...claim, headers: asWallet(server) })).status).toBe(200);
  await page.getByText("Address to check").waitFor();
  await page.getByRole("button", { name: "Accept address" }).click();
  await dialog.getByText(receiver.address, { exact: true }).waitFor();
  await takePictures(page, "console-refund-claim");
  await expectAccessibleInBoth(page);
  await dialog.getByRole("button", { name: "Accept address" }).click();
  await connect(page);
  await page.getByRole("button", { name: "Sign 1 refund" }).click();
  await page.getByText("The money went back to the buyer.").waitFor();
  await page.getByText("Partly refunded").first().waitFor();
  expect(await server.balance(server.deployment.usdc, receiver.address)).toBe(2_500_000n);
  await page.goto(`${originOf(server)}/console/payments`);
  await page.getByText("Partly refunded").waitFor();
  await page.goto(`${originOf(server)}/console/audit`);
  await page.getByText("Accepted an address for a refund").waitFor();
  await page.getByText("Requested a refund of a payment").waitFor();
});

test("a refund that was sent by hand is completed by its transaction", async () => {
  const server = await newShop();
  const buyer = await server.newBuyer();
  const refund = await givenRefund(server, await paidBy(server, buyer));
  const txHash = await sendTo(server, buyer.address, 10_000_000n);
  const page = await openConsole({ server, path: "/refunds" });
  await page.getByRole("button", { name: "Sent by hand" }).click();
  const dialog = page.getByRole("dialog", { name: "Sent by hand" });
  await dialog.getByText(buyer.address, { exact: true }).waitFor();
  await dialog.getByLabel("Refund transaction").fill(txHash);
  await expectAccessibleInBoth(page);
  await dialog.getByRole("button", { name: "Complete refund" }).click();
  await page.getByText("The refund is complete.").waitFor();
  expect(await statusOf(server, refund)).toBe("succeeded");
});

test("the export has the refunds of the selected status", async () => {
  const server = await newShop();
  const buyer = await server.newBuyer();
  const open = await givenRefund(server, await paidBy(server, buyer));
  const cancelled = await givenRefund(server, await paidBy(server, buyer));
  await server.call({ path: `/v1/refunds/${cancelled.refundId}/cancel`, body: {} });
  const reader = await newUser(server, server.apiKey, { role: "reader" });
  const page = await openConsole({ server, path: "/refunds", user: reader, viewport: "phone" });
  await page.getByText("Returned", { exact: true }).waitFor();
  const exported = async () => {
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: "Export" }).click();
    const file = await download;
    expect(file.suggestedFilename()).toMatch(/^refunds-.*\.csv$/);
    return (await textOf(await file.createReadStream())).split("\r\n").map((line) => line.split(",")[0]);
  };
  expect(await exported()).toEqual(["refund_id", open.refundId, ""]);
  await page.getByLabel("Status").selectOption("ended");
  await page.getByText("No money moved.").waitFor();
  expect(await exported()).toEqual(["refund_id", cancelled.refundId, ""]);
});

test("a reader sees the refunds, and nothing to change them by", async () => {
  const server = await newShop();
  const paymentId = await paidBy(server, await server.newBuyer());
  await givenRefund(server, paymentId, { reason: "Returned" });
  const reader = await newUser(server, server.apiKey, { role: "reader" });
  for (const path of ["/refunds", `/payments/${paymentId}`]) {
    const page = await openConsole({ server, path, user: reader, viewport: "narrow" });
    await page.getByText("Returned", { exact: true }).waitFor();
    expect(await page.getByRole("button", { name: /^(sign |connect|refund|accept|reject|cancel|sent)/i }).count()).toBe(
      0,
    );
    expect(await page.getByText("Connect a wallet once").count()).toBe(0);
    await noSidewaysScroll(page);
    await expectAccessibleInBoth(page);
  }
  const cashier = await newUser(server, server.apiKey, { role: "cashier" });
  const page = await openConsole({ server, path: `/payments/${paymentId}`, user: cashier });
  await page.getByText("Refund requested", { exact: true }).waitFor();
  expect(await page.getByRole("link", { name: "Refunds" }).count()).toBe(0);
  expect(await page.getByRole("button", { name: /^(sign |connect|refund|accept|reject|cancel|sent)/i }).count()).toBe(
    0,
  );
});
