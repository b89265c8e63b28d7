// The wallets offered: those that announce themselves, otherwise window.ethereum. What a hostile wallet announces stays
// plain text.
import { generatePrivateKey } from "viem/accounts";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestServer } from "../harness/server.ts";
import { sharedServer } from "../harness/shared-server.ts";
import { createPayment } from "../harness/wallet.ts";
import { expectAccessible } from "./harness/axe.ts";
import { chainsOf, injectWallet, type WalletOptions } from "./harness/injected-wallet.ts";
import { openPage } from "./harness/page.ts";
import { takePictures } from "./harness/picture.ts";
import { endOf } from "./paying.ts";

let server: TestServer;
beforeAll(async () => {
  server = await sharedServer();
});
afterAll(() => server.stop());

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
  expect(await names.allTextContents()).toEqual(["Rabbit", "Fox"]);
  expect(await choices.locator("img").count()).toBe(2);
  await expectAccessible(page);
  await takePictures(page, "pay-wallets");
  await choices.nth(1).click();
  await page.getByRole("button", { name: /^Pay / }).click();
  expect(await endOf(server, paymentId)).toMatchObject({ status: "succeeded" });
  expect(wallets[0]?.asked).toEqual([]);
});

test("without a wallet, the page says what to do instead", async () => {
  const { page } = await given();
  await page.getByText(/No wallet was found in this browser/).waitFor();
  await expectAccessible(page);
  await takePictures(page, "pay-no-wallet");
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
