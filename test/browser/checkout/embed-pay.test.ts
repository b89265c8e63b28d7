// Paying in the frame of a shop's page: with a wallet that reaches frames of other sites, and with one that does not.
import type { BrowserContext, FrameLocator, Page } from "playwright-core";
import { getAddress } from "viem";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sendTo } from "../../harness/chain/deposits.ts";
import { createPayment } from "../../harness/chain/wallet.ts";
import { type JsonServer, startJsonServer } from "../../harness/server/json-server.ts";
import type { TestServer } from "../../harness/server/server.ts";
import { sharedServer } from "../../harness/server/shared-server.ts";
import { chainsOf, injectWallet, type WalletOptions } from "../harness/injected-wallet.ts";
import { openPage, originOf } from "../harness/page.ts";
import { endOf } from "../wallet/paying.ts";

let server: TestServer;
let shop: JsonServer;
beforeAll(async () => {
  server = await sharedServer();
  shop = await startJsonServer();
  await server.store.partners.setEmbedOrigins(server.partnerId, [originOf({ baseUrl: shop.url })]);
});
afterAll(() => Promise.all([server.stop(), shop.close()]));

interface Framed {
  readonly page: Page;
  readonly context: BrowserContext;
  readonly frame: FrameLocator;
  readonly paymentId: string;
  /** The last message to the shop's page. */
  readonly heard: () => Promise<unknown>;
}

async function openFramed(wallet: Partial<WalletOptions>): Promise<Framed> {
  const buyer = await server.newBuyer();
  const paymentId = await createPayment(server);
  const origin = originOf(server);
  shop.answer((_request, response) =>
    response.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end(`<!doctype html><html lang="en">
<title>Shop</title><link rel="icon" href="data:,"><main><h1>Shop</h1><div id="here"></div></main>
<script src="${origin}/embed.js"></script>
<script>let heard; Turnpike.mount(here, ${JSON.stringify(`${origin}/${paymentId}`)}, { onStatus: (status) => { heard = status } })</script>`),
  );
  const page = await openPage({ server: { baseUrl: shop.url }, otherOrigins: [origin] });
  await injectWallet(page, { privateKeys: [buyer.privateKey], chains: chainsOf(server), ...wallet });
  await page.goto("/");
  return {
    page,
    context: page.context(),
    frame: page.frameLocator("iframe"),
    paymentId,
    heard: () => page.evaluate("heard"),
  };
}

test.each<[string, Partial<WalletOptions>]>([
  ["that announces itself by EIP-6963", {}],
  ["that is only window.ethereum", { isAnnounced: false, isLegacy: true }],
])("a wallet %s and reaches the frame pays in it, and the shop's page hears it", async (_, wallet) => {
  const { frame, paymentId, heard } = await openFramed(wallet);
  await frame.locator(".wallet-choice").click();
  await frame.getByRole("button", { name: /^Pay / }).click();
  expect(await endOf(server, paymentId)).toMatchObject({ status: "succeeded" });
  await expect.poll(heard).toEqual({ paymentId, status: "succeeded", isFinal: true });
});

test("with a wallet that does not reach frames, the buyer pays in a new tab, and the frame follows", async () => {
  const { frame, context, paymentId, heard } = await openFramed({ isInFrames: false });
  const opened = context.waitForEvent("page");
  await frame.getByRole("link", { name: "Pay in a new tab" }).click();
  expect(await frame.locator(".wallet-choice").count()).toBe(0);
  const tab = await opened;
  await tab.locator(".wallet-choice").click();
  await tab.getByRole("button", { name: /^Pay / }).click();
  expect(await endOf(server, paymentId)).toMatchObject({ status: "succeeded" });
  await expect.poll(heard).toEqual({ paymentId, status: "succeeded", isFinal: true });
});

test("a buyer who sends from an exchange does all of it in the frame, and the shop's page hears it", async () => {
  const { page, frame, paymentId, heard } = await openFramed({ isInFrames: false });
  await frame.locator("#send > summary").click();
  await frame.locator(".send-token summary", { hasText: "USDC" }).click();
  await frame.getByRole("button", { name: "Local chain" }).click();
  await frame.getByRole("button", { name: "Copy address" }).waitFor();
  const shown = await frame.locator("body").evaluate(() => new URLSearchParams(location.search).get("embed"));
  expect(shown).toBe(new URL(page.url()).origin);
  const address = getAddress((await frame.locator("#send-address").textContent()) ?? "");
  await sendTo(server, address, 10_000_000n);
  expect(await endOf(server, paymentId)).toMatchObject({ status: "succeeded" });
  await expect.poll(heard).toEqual({ paymentId, status: "succeeded", isFinal: true });
});

test("the frame lets the buyer print and share the receipt", async () => {
  const { page, frame } = await openFramed({});
  await frame.locator(".wallet-choice").click();
  await frame.getByRole("button", { name: /^Pay / }).click();
  const print = frame.getByRole("button", { name: "Print receipt" });
  const printing = await print.evaluateHandle(() => {
    const done = new Promise<void>((resolve) => addEventListener("beforeprint", () => resolve(), { once: true }));
    return { done };
  });
  await print.click();
  await printing.evaluate(({ done }) => done);
  // Chromium on Linux cannot share, so only the permission is tested.
  expect(await page.locator("iframe").getAttribute("allow")).toContain("web-share");
});
