// The buyer of a deposit names the address for a refund, with and without script.
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { givenRefund, paidByDeposit, readRefund, signRefund } from "../../harness/chain/refunds.ts";
import type { TestServer } from "../../harness/server/server.ts";
import { sharedServer } from "../../harness/server/shared-server.ts";
import { expectAccessible } from "../harness/axe.ts";
import { openPage, VIEWPORTS } from "../harness/page.ts";
import { takePictures } from "../harness/picture.ts";
import { noSidewaysScroll } from "../harness/width.ts";

let server: TestServer;
beforeAll(async () => {
  server = await sharedServer();
});
afterAll(() => server.stop());

async function lookAt(page: Page, name: string): Promise<void> {
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    await expectAccessible(page);
  }
  const before = page.viewportSize();
  await noSidewaysScroll(page);
  await page.setViewportSize(VIEWPORTS.desktop);
  await expectAccessible(page);
  if (before) await page.setViewportSize(before);
  await takePictures(page, `claim-${name}`);
}

async function givenAsked() {
  const { paymentId } = await paidByDeposit(server);
  return { paymentId, refund: await givenRefund(server, paymentId), buyer: await server.newBuyer(0n) };
}

const field = (page: Page) => page.getByLabel("Your address on Local chain");
const button = (page: Page, name: string) => page.getByRole("button", { name });
const decide = (refundId: string, decision: "accept" | "reject", account: string) =>
  server.call({ path: `/v1/refunds/${refundId}/${decision}`, body: { account } });

describe.each([
  ["with script", true],
  ["without script", false],
])("%s", (_, javaScriptEnabled) => {
  test("an address is entered, corrected, compared and sent; rejected, it is asked for again", async () => {
    const { paymentId, refund, buyer } = await givenAsked();
    const page = await openPage({ server, javaScriptEnabled });
    await page.goto(`/${paymentId}`);
    await page.getByRole("heading", { name: "Where should the money go?" }).waitFor();
    if (javaScriptEnabled) await lookAt(page, "asked");
    await field(page).fill(buyer.address.replace(/[a-f]/, (letter) => letter.toUpperCase()).replace(/.$/, "g"));
    await button(page, "Check the address").click();
    await page.getByText("This is not an address on Local chain.").waitFor();
    await field(page).fill(buyer.address.slice(0, -1));
    await field(page).press("Enter");
    await page.getByText("An address has 42 characters, and this has 41.").waitFor();
    expect(await field(page).inputValue()).toBe(buyer.address.slice(0, -1));
    expect(await page.title()).toMatch(/^Error: /);
    if (javaScriptEnabled) await lookAt(page, "wrong");
    await field(page).fill(buyer.address);
    await button(page, "Check the address").click();
    await page.getByRole("heading", { name: "Is this your address?" }).waitFor();
    expect((await page.locator(".whole-address").allTextContents()).join()).toBe(buyer.address);
    if (javaScriptEnabled) await lookAt(page, "compare");
    await button(page, "Change it").click();
    expect(await field(page).inputValue()).toBe(buyer.address);
    await button(page, "Check the address").click();
    await button(page, "Yes, use this address").click();
    await page.getByText("Test shop has to accept your address first.").waitFor();
    expect(new URL(page.url()).pathname).toBe(`/${paymentId}`);
    expect((await readRefund(server, refund.refundId)).claim).toMatchObject({ account: buyer.account, by: "buyer" });
    if (javaScriptEnabled) await lookAt(page, "claimed");
    await decide(refund.refundId, "reject", buyer.account);
    if (!javaScriptEnabled) await page.reload();
    await page.getByText("Test shop has rejected the address that was entered here.").waitFor();
    if (javaScriptEnabled) await lookAt(page, "rejected");
    await field(page).fill((await server.newBuyer(0n)).address);
    await button(page, "Check the address").click();
    await button(page, "Yes, use this address").click();
    await page.getByText("Test shop has to accept your address first.").waitFor();
  });
});

test("accepted and signed, the open page of the buyer shows each step by itself", async () => {
  const { paymentId, refund, buyer } = await givenAsked();
  const signer = await server.newBuyer(1_000_000_000n);
  const page = await openPage({ server, viewport: "narrow" });
  await page.goto(`/${paymentId}`);
  await field(page).fill(buyer.address);
  await button(page, "Check the address").click();
  await button(page, "Yes, use this address").click();
  await page.getByText("Test shop has to accept your address first.").waitFor();
  await decide(refund.refundId, "accept", buyer.account);
  await page.locator(".refund", { hasText: "Test shop still has to sign it." }).waitFor();
  expect(await signRefund(server, refund, signer)).toBe("succeeded");
  await page.getByText("You have got back all that you paid.").waitFor();
  expect(await server.balance(server.deployment.usdc, buyer.address)).toBe(10_000_000n);
});

test("in Arabic, the address stays from left to right", async () => {
  const { paymentId, buyer } = await givenAsked();
  const page = await openPage({ server });
  await page.goto(`/${paymentId}?lang=ar`);
  await page.getByRole("heading", { name: "إلى أين يُرسل المال؟" }).waitFor();
  await lookAt(page, "asked-ar");
  await page.locator("#claim-address").fill(buyer.address);
  await button(page, "تحقق من العنوان").click();
  await page.getByRole("heading", { name: "هل هذا عنوانك؟" }).waitFor();
  expect(await page.locator("html").getAttribute("lang")).toBe("ar");
  expect(await page.locator(".whole-address code").evaluate((code) => getComputedStyle(code).direction)).toBe("ltr");
  await lookAt(page, "compare-ar");
});
