// The wallets offered: those that announce themselves, otherwise window.ethereum. What a hostile wallet announces stays
// plain text.

import type { Page } from "playwright-core";
import { generatePrivateKey } from "viem/accounts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { walletAppsFor } from "../../../src/pages/checkout/wallet-apps.ts";
import { walletUri } from "../../../src/payment/link.ts";
import { createPayment } from "../../harness/chain/wallet.ts";
import type { TestServer } from "../../harness/server/server.ts";
import { sharedServer } from "../../harness/server/shared-server.ts";
import { expectAccessible } from "../harness/axe.ts";
import { chainsOf, injectWallet, type WalletOptions } from "../harness/injected-wallet.ts";
import { openPage, originOf } from "../harness/page.ts";
import { takePictures } from "../harness/picture.ts";
import { endOf } from "./paying.ts";

let server: TestServer;
beforeAll(async () => {
  server = await sharedServer();
});
afterAll(() => server.stop());

const SCRIPT_LATE_MS = 500;

/** https://web.dev/articles/cls, as far as the page has come. */
const layoutShift = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise((resolve) => {
        const observer = new PerformanceObserver((list) =>
          resolve(list.getEntries().reduce((sum, entry) => sum + (entry as unknown as { value: number }).value, 0)),
        );
        observer.observe({ type: "layout-shift", buffered: true });
        setTimeout(() => resolve(0), 500); // there is nothing to observe
      }),
  );

async function given(...wallets: readonly Partial<WalletOptions>[]) {
  const page = await openPage({ server });
  const injected = [];
  for (const options of wallets) {
    const privateKeys = [generatePrivateKey()];
    injected.push(await injectWallet(page, { privateKeys, chains: chainsOf(server), ...options }));
  }
  const paymentId = await createPayment(server);
  await page.goto(`/${paymentId}`);
  return {
    page,
    paymentId,
    wallets: injected,
    choices: page.locator(".wallet-choice"),
    names: page.locator(".wallet-choice .wallet-name"),
  };
}

test("two wallets are listed by name and icon, and the chosen one pays", async () => {
  const buyer = await server.newBuyer();
  const { page, paymentId, choices, names, wallets } = await given(
    { info: { name: "Rabbit" } },
    { info: { name: "Fox" }, privateKeys: [buyer.privateKey], isLegacy: true },
  );
  await choices.nth(1).waitFor();
  expect(await page.getByText("No wallet was found").isVisible()).toBe(false);
  expect(await names.allTextContents()).toEqual(["Rabbit", "Fox"]);
  expect(await choices.locator("img").count()).toBe(2);
  await expectAccessible(page);
  await takePictures(page, "pay-wallets");
  await choices.nth(1).click();
  await page.getByRole("button", { name: /^Pay / }).click();
  expect(await endOf(server, paymentId)).toMatchObject({ status: "succeeded" });
  expect(wallets[0]?.asked).toEqual([]);
});

test("without a wallet, the page says so, and the code for another device comes first", async () => {
  const { page } = await given();
  await page.locator("html.ready").waitFor();
  await page.getByText("No wallet was found in this browser. You can send the money from an exchange").waitFor();
  expect(await page.getByRole("heading", { level: 2 }).first().textContent()).toBe("Pay with your phone");
  expect(await page.getByRole("link", { name: "MetaMask" }).isVisible()).toBe(false);
  await expectAccessible(page);
  await takePictures(page, "pay-no-wallet");
});

describe("on a phone", () => {
  test("the wallet apps come first, and a note says what to do if none opened", async () => {
    const paymentId = await createPayment(server);
    const allows = [{ kind: "elsewhere", what: /document wc:/, why: "the test opens a wallet app" }] as const;
    const page = await openPage({ server, touch: true, allows });
    await page.goto(`/${paymentId}`);
    await page.locator("html.ready").waitFor();
    const apps = page.locator(".apps a");
    const links = await apps.evaluateAll((all) => all.map((each) => (each as HTMLAnchorElement).href));
    const url = `${originOf(server)}/${paymentId}`;
    expect(links).toEqual([...walletAppsFor([server.caip2]).map(({ linkTo }) => linkTo(url)), walletUri(url)]);
    expect(await page.getByText("No wallet was found").isVisible()).toBe(false);
    expect(await page.getByRole("status").filter({ hasText: "Nothing opened?" }).count()).toBe(0);
    await apps.last().click(); // no app takes wc: links here
    await page.getByText("Nothing opened?").waitFor();
    await expectAccessible(page);
    await takePictures(page, "pay-touch-unopened");
  });

  test("in a wallet's own browser, its wallet comes first and the apps are gone", async () => {
    const page = await openPage({ server, touch: true });
    await injectWallet(page, { privateKeys: [generatePrivateKey()], chains: chainsOf(server) });
    await page.goto(`/${await createPayment(server)}`);
    await page.getByRole("button", { name: "Test wallet" }).waitFor();
    expect(await page.locator(".apps").isVisible()).toBe(false);
    await takePictures(page, "pay-touch-inside");
  });
});

test.each(["phone", "desktop"] as const)("three wallets move nothing on a %s's screen", async (viewport) => {
  const page = await openPage({ server, viewport, touch: viewport === "phone" });
  for (const name of ["One", "Two", "Three"]) {
    await injectWallet(page, { privateKeys: [generatePrivateKey()], chains: chainsOf(server), info: { name } });
  }
  // The page is painted before its script arrives.
  await page.route("**/assets/checkout/*.js", async (route) => {
    await new Promise((resolve) => setTimeout(resolve, SCRIPT_LATE_MS));
    await route.continue();
  });
  await page.goto(`/${await createPayment(server)}`);
  await page.locator(".wallet-choice").nth(2).waitFor();
  expect(await layoutShift(page)).toBeLessThanOrEqual(0.02);
});

test("window.ethereum is used if nothing announces itself", async () => {
  const { page, choices } = await given({ isAnnounced: false, isLegacy: true });
  await choices.nth(0).click();
  await page.getByRole("heading", { name: "This wallet can't make this payment" }).waitFor();
});

test("a hostile wallet's announcement is shortened plain text and loads nothing", async () => {
  const { page, choices, names } = await given(
    { info: { name: '<img src=x onerror="document.title=1">', icon: "javascript:alert(1)" } },
    { info: { name: `\u202e${"long ".repeat(100)}`, icon: "https://tracker.example/icon.png" } },
    { info: { name: "Picture", icon: "data:text/html,<script>document.title=1</script>" } },
  );
  await choices.nth(2).waitFor();
  const shown = (await names.allTextContents()).sort();
  expect(shown[0]).toBe('<img src=x onerror="document.title=1">');
  expect(shown[1]).toBe("Picture");
  expect(shown[2]).toMatch(/^long long .{0,31}…$/);
  expect(await page.locator(".wallet img").count()).toBe(0);
  expect(await page.title()).not.toBe("1");
  await takePictures(page, "pay-hostile");
});

test.each<[string, WalletOptions["info"]]>([
  ["no name", { name: " \u200b " }],
  ["a name that is not a string", { name: { toString: "x" } }],
  ["no UUID", { uuid: "1" }],
  ["no domain", { rdns: "<b>" }],
])("an announcement with %s is ignored", async (_what, info = {}) => {
  const { page, choices, names } = await given({ info }, { info: { name: "Good" } });
  await choices.nth(0).waitFor();
  await page.evaluate(() => dispatchEvent(new Event("eip6963:requestProvider")));
  expect(await names.allTextContents()).toEqual(["Good"]);
});

test("a late announcement is offered, but not one with another wallet's UUID", async () => {
  const { page, choices, names } = await given({ info: { name: "First" } });
  await choices.nth(0).waitFor();
  await page.evaluate(() => {
    const announce = (uuid: string, name: string) =>
      dispatchEvent(
        new CustomEvent("eip6963:announceProvider", {
          detail: { info: { uuid, name, icon: "", rdns: "example.later" }, provider: { request: () => null } },
        }),
      );
    addEventListener("eip6963:announceProvider", (event) => {
      const { uuid, name } = (event as CustomEvent<{ info: { uuid: string; name: string } }>).detail.info;
      if (name === "First") announce(uuid, "Taken over");
    });
    dispatchEvent(new Event("eip6963:requestProvider"));
    announce("00000000-0000-4000-8000-000000000000", "Later");
  });
  await choices.nth(1).waitFor();
  expect(await names.allTextContents()).toEqual(["First", "Later"]);
});
