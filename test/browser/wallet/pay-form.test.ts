// A payment that requires buyer data: the hosted form opens in a dialog, and the gateway, not the form's message,
// decides whether the data is complete.
import type { FrameLocator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ADA, askFrom } from "../../buyer-data/given.ts";
import { createPayment } from "../../harness/chain/wallet.ts";
import type { TestServer } from "../../harness/server/server.ts";
import { sharedServer } from "../../harness/server/shared-server.ts";
import { expectAccessible } from "../harness/axe.ts";
import { takePictures } from "../harness/picture.ts";
import { type Checkout, connectWallet, endOf, executed, openCheckout } from "./paying.ts";

let server: TestServer;
beforeAll(async () => {
  server = await sharedServer();
  await askFrom(server, 1n);
});
afterAll(() => server.stop());

async function atTheForm(): Promise<Checkout & { readonly paymentId: string; readonly form: FrameLocator }> {
  const paymentId = await createPayment(server);
  const checkout = await openCheckout(server, { buyers: [await server.newBuyer()], paymentId });
  const { page } = checkout;
  await connectWallet(page);
  await page.getByText(/You will first be asked for your name, date of birth/).waitFor();
  await page.getByRole("button", { name: "Continue" }).click();
  const form = page.frameLocator("dialog iframe");
  await form.locator("#fullName").waitFor();
  return { ...checkout, paymentId, form };
}

async function fillIn(form: FrameLocator): Promise<void> {
  await form.locator("#fullName").fill(ADA.fullName);
  await form.locator("#dob").fill(ADA.dob);
  await form.locator("#porCountry").selectOption(ADA.porCountry);
  await form.locator("#porAddress").fill(ADA.porAddress);
  await form.locator("#tosConfirmed").check();
  await form.locator("form button").click();
}

const say = (page: Page, message: string): Promise<void> =>
  page.evaluate((text) => {
    window.postMessage(text, "*");
    (document.querySelector("dialog iframe") as HTMLIFrameElement).contentWindow?.parent.postMessage(text, "*");
  }, message);

test("once it is filled in, the wallet prompts the buyer", async () => {
  const { page, form, wallet, paymentId } = await atTheForm();
  await expectAccessible(page);
  await takePictures(page, "pay-form");
  expect(executed(wallet)).toEqual([]);
  await fillIn(form);
  expect(await endOf(server, paymentId)).toMatchObject({ status: "succeeded" });
  expect(executed(wallet)).toEqual(["eth_signTypedData_v4"]);
});

test("on a low phone, the sentence about the buyer's data stays above the button, not below it", async () => {
  const paymentId = await createPayment(server);
  const checkout = await openCheckout(server, {
    buyers: [await server.newBuyer()],
    paymentId,
    page: { viewport: { width: 360, height: 500 } },
  });
  await connectWallet(checkout.page);
  const sentence = checkout.page.getByText(/You will first be asked for your name, date of birth/);
  await sentence.waitFor();
  await takePictures(checkout.page, "pay-form-first");
  await checkout.page.evaluate(() => scrollTo(0, 0));
  const [said, button] = [
    await sentence.boundingBox(),
    await checkout.page.getByRole("button", { name: "Continue" }).boundingBox(),
  ];
  expect(said && button && said.y >= 0 && said.y + said.height <= button.y).toBe(true);
  expect(button && button.y + button.height).toBeLessThanOrEqual(500);
});

test("a wrong field is shown with its label, though the form is longer than the dialog", async () => {
  const { form, page } = await atTheForm();
  // Its label has just been scrolled out of sight.
  await form.locator("#fullName").evaluate((input) => {
    scrollBy(0, input.getBoundingClientRect().top);
    (input as HTMLInputElement).form?.requestSubmit();
  });
  await expect.poll(() => form.locator(":focus").getAttribute("id")).toBe("fullName");
  await takePictures(page, "pay-form-wrong");
  const top = await form.locator("label[for=fullName]").evaluate((label) => label.getBoundingClientRect().top);
  expect(top).toBeGreaterThanOrEqual(0);
});

test("the form is in the page's language", async () => {
  const paymentId = await createPayment(server);
  const { page } = await openCheckout(server, { buyers: [await server.newBuyer()], paymentId });
  await page.goto(`/${paymentId}?lang=de`);
  await connectWallet(page);
  await page.locator(".wallet-pay").click();
  const form = page.frameLocator("dialog iframe");
  expect(await form.locator("html").getAttribute("lang")).toBe("de");
  expect(await page.locator("dialog").getAttribute("aria-label")).toBe(await form.locator("h1").textContent());
});

test("closing it returns to the options with a note, and nothing is signed", async () => {
  const { page, wallet, problem } = await atTheForm();
  await page.keyboard.press("Escape");
  await problem.getByText(/details are still needed/).waitFor();
  await page.getByRole("button", { name: "Continue" }).waitFor();
  expect(executed(wallet)).toEqual([]);
});

test("messages from elsewhere are ignored", async () => {
  const { page, wallet, form, paymentId } = await atTheForm();
  await say(page, '{"type":"IC_COMPLETE","success":true}');
  expect(await page.locator("dialog").isVisible()).toBe(true);
  expect(executed(wallet)).toEqual([]);
  await fillIn(form);
  expect(await endOf(server, paymentId)).toMatchObject({ status: "succeeded" });
});

test("the form's own claim to be complete is not enough", async () => {
  const { page, wallet, problem } = await atTheForm();
  const frame = page.frames().find((each) => each.url().includes("/collect/"));
  await frame?.evaluate(() => parent.postMessage('{"type":"IC_COMPLETE","success":true}', "*"));
  await problem.getByText(/details are still needed/).waitFor();
  expect(executed(wallet)).toEqual([]);
});

test("a form that can no longer be filled in", async () => {
  const { page, problem } = await atTheForm();
  const frame = page.frames().find((each) => each.url().includes("/collect/"));
  await frame?.evaluate(() => parent.postMessage('{"type":"IC_ERROR","error":"no"}', "*"));
  await problem.getByText(/form could not be completed/).waitFor();
});
