// Paying by a transfer to an address on the checkout page, in each of its states, with and without script.
import type { Page } from "playwright-core";
import { getAddress } from "viem";
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { sendTo } from "../../harness/chain/deposits.ts";
import { createPayment } from "../../harness/chain/wallet.ts";
import { startServer, type TestServer } from "../../harness/server/server.ts";
import { sharedServer } from "../../harness/server/shared-server.ts";
import { askAsBuyer, sentTo, usdcOf } from "../../routes/deposits/given.ts";
import type { RouteServer } from "../../routes/setup.ts";
import { expectAccessible } from "../harness/axe.ts";
import { openPage } from "../harness/page.ts";
import { takePictures } from "../harness/picture.ts";
import { noSidewaysScroll } from "../harness/width.ts";

let server: TestServer;
/** A chain that requires more confirmations than arrive during a test. */
let deep: TestServer;
const routes = () => server as unknown as RouteServer;

beforeAll(async () => {
  server = await sharedServer();
  deep = await startServer({ chain: { confirmations: [{ fromStandardUnits: 0n, blocks: 9_999 }] } });
});
afterAll(() => Promise.all([server.stop(), deep.stop()]));

async function lookAt(page: Page, name: string): Promise<void> {
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    await expectAccessible(page);
  }
  await takePictures(page, `checkout-deposit-${name}`);
}

const addressIn = async (page: Page): Promise<string> => (await page.locator("#send-address").textContent()) ?? "";
const amountIn = (page: Page) => page.locator("#send-amount").textContent();
const came = (page: Page) => page.locator("#received");

/** Chooses as a buyer does. */
async function choose(page: Page, token: string, network: string): Promise<void> {
  await page.locator("#send > summary").click();
  const group = page.locator(".send-token", { has: page.locator(`bdi strong:text-is("${token}")`) });
  await group.locator("summary").click();
  await group.getByRole("button", { name: network }).click();
  await page.locator("#send-address").waitFor();
}

/** The page of a payment of 10.00 USD with the address for USDC. */
async function openAsked(options: Partial<Parameters<typeof openPage>[0]> = {}, on = server) {
  const paymentId = await createPayment(on);
  const { body } = await askAsBuyer(on as unknown as RouteServer, paymentId);
  const page = await openPage({ server: on, ...options });
  const asset = usdcOf(on as unknown as RouteServer);
  await page.goto(`/${paymentId}?${new URLSearchParams({ deposit: asset })}`);
  await page.locator("#send-address").waitFor();
  return { paymentId, page, address: getAddress(body.address) };
}

const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name }).waitFor();

describe("sending to an address", () => {
  test("token and network are chosen, and the address survives a reload and another language", async () => {
    const paymentId = await createPayment(server);
    const page = await openPage({ server, permissions: ["clipboard-read", "clipboard-write"] });
    await page.goto(`/${paymentId}`);
    await page.locator("#send > summary").click();
    await page.getByText("Money sent on another network arrives late.").waitFor();
    await lookAt(page, "choice");
    await page.locator("#send > summary").click();
    await choose(page, "USDC", "Local chain");

    const { body } = await askAsBuyer(routes(), paymentId);
    expect(await addressIn(page)).toBe(body.address);
    expect(await amountIn(page)).toBe("10.00");
    await page.getByText(/Time left: (59:\d\d|1:00:00)/).waitFor();
    await page.getByText("Send only USDC, and only on Local chain.").waitFor();
    await page.getByRole("img", { name: /QR code for sending 10\.00\sUSDC on Local chain/ }).waitFor();
    await lookAt(page, "waiting");
    await page.getByRole("button", { name: "Copy address" }).click();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(body.address);
    await page.getByRole("button", { name: "Copy amount" }).click();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe("10.00");
    await page.getByLabel("Only the address, for exchanges").check();
    await page.getByRole("img", { name: "QR code for the address" }).waitFor();

    await page.reload();
    expect(await addressIn(page)).toBe(body.address);
    await page.getByRole("link", { name: "العربية" }).click();
    await page.locator("html[dir=rtl] #send-address").waitFor();
    expect(await addressIn(page)).toBe(body.address);
    await lookAt(page, "waiting-ar");
    await page.locator("#other-way").click();
    await page.locator("#send[open]").waitFor();
  });

  test("a part shows what is missing, by itself, and the rest completes the payment", async () => {
    const { page, address } = await openAsked({ viewport: "narrow" });
    await page.getByText("Nothing has arrived yet.").waitFor();
    await page.getByLabel("Only the address, for exchanges").check();
    const part = await sendTo(server, address, 9_500_000n);
    await came(page).getByText("Received 9.50 of 10.00 USDC: send 0.50 more.").waitFor();
    expect(await page.locator("#announce").textContent()).toContain("send 0.50 more");
    expect(await amountIn(page)).toBe("0.50");
    expect(await page.getByLabel("Only the address, for exchanges").isChecked()).toBe(true);
    await noSidewaysScroll(page);
    await lookAt(page, "part");
    const rest = await sendTo(server, address, 500_000n);
    await heading(page, "Payment complete");
    expect([await page.locator("#sent-0").textContent(), await page.locator("#sent-1").textContent()]).toEqual([
      part,
      rest,
    ]);
    await page.getByText("Passed on to Test shop").waitFor();
    expect(await page.locator("#hash").textContent()).not.toBe(rest);
    expect(await page.getByText("From account").count()).toBe(0);
    await noSidewaysScroll(page);
    await lookAt(page, "paid");
  });

  test("another token is shown by itself, with the words that it does not pay", async () => {
    const { page, address } = await openAsked({ viewport: "narrow" });
    await page.getByText("Nothing has arrived yet.").waitFor();
    await sendTo(server, address, 5_000_000n, server.deployment.eurc);
    await page
      .locator("#elsewhere")
      .getByText(/5\.00\sEURC arrived on Local chain\. It can't pay this payment/)
      .waitFor({ timeout: 60_000 });
    expect(await page.locator("#announce").textContent()).toContain("It can't pay this payment");
    expect(await amountIn(page)).toBe("10.00");
    await noSidewaysScroll(page);
    await lookAt(page, "other-token");
  });

  test("while the money waits for confirmations, the page counts them, and offers nothing to send to", async () => {
    const { page, address } = await openAsked({}, deep);
    await sendTo(deep, address, 10_000_000n);
    await heading(page, "Your payment is on its way");
    await page.getByText(/10\.00\sUSDC received/).waitFor();
    await page.getByText(/\d of 9,999 confirmations/).waitFor();
    expect(await page.getByText("Confirmed in your wallet").count()).toBe(0);
    expect(await page.locator("#send-address").count()).toBe(0);
    await page.reload();
    await heading(page, "Your payment is on its way");
    await lookAt(page, "confirming");
  });

  test("the plain payment link shows the address to which a part has come", async () => {
    const { paymentId, address } = await openAsked();
    await sendTo(server, address, 1_000_000n);
    const page = await openPage({ server });
    await page.goto(`/${paymentId}`);
    await came(page).getByText("Received 1.00 of 10.00 USDC: send 9.00 more.").waitFor();
  });

  test("another page's countdown goes on with the time that the address gave", async () => {
    const expiresAt = Math.floor(Date.now() / 1_000) + 20;
    const paymentId = await createPayment(server, { expiresAt });
    const page = await openPage({ server });
    await page.goto(`/${paymentId}`);
    await page.getByText(/Time left: 0:[01]\d/).waitFor();
    await askAsBuyer(routes(), paymentId);
    await page.getByText(/Time left: 5\d:\d\d/).waitFor();
  });

  test("a part that is all there is at the end: the page says who has the money", async () => {
    const { paymentId, page, address } = await openAsked();
    const hash = await sendTo(server, address, 9_500_000n);
    await came(page).getByText("send 0.50 more").waitFor();
    await server.call({ path: `/v1/payments/${paymentId}/cancel`, body: {} });
    await heading(page, "The payment was cancelled");
    await page.getByText(/9\.50 of 10\.00\sUSDC arrived on Local chain; 0\.50 were missing\. Test shop gets/).waitFor();
    expect(await page.getByText("nothing was paid").count()).toBe(0);
    expect(await page.locator("#sent-0").textContent()).toBe(hash);
    await lookAt(page, "cancelled-part");
  });

  test("the time runs out with a part", async () => {
    const { paymentId, page, address } = await openAsked();
    await sendTo(server, address, 2_000_000n);
    await came(page).getByText("send 8.00 more").waitFor();
    await server.sql("update payments set expires_at = now() where id = $1", [paymentId]);
    await page.reload();
    await heading(page, "The payment has expired");
    await page.getByText(/2\.00 of 10\.00\sUSDC arrived on Local chain; 8\.00 were missing/).waitFor();
    expect(await page.getByText("It was not paid in time").count()).toBe(0);
    await lookAt(page, "expired-part");
  });

  test("all of it has come, and nothing has decided it yet", async () => {
    const idle = await startServer({ role: "api" });
    onTestFinished(() => idle.stop());
    const { page, address } = await openAsked({}, idle);
    await sentTo(idle as unknown as RouteServer, address, { amount: 10_000_000n });
    await came(page).getByText("10.00 USDC received. One moment…").waitFor();
    expect(await page.locator("#send-address").count()).toBe(0);
    await lookAt(page, "all");
  });

  test("too late or too early, the page says so instead of an address", async () => {
    const paymentId = await createPayment(server);
    const page = await openPage({ server });
    await page.goto(`/${paymentId}?deposit=unavailable`);
    await page.getByText("This choice is not available right now.").waitFor();
    await page.goto(`/${paymentId}?deposit=busy`);
    await page.getByText("Too many addresses were asked for.").waitFor();
    await lookAt(page, "busy");
  });
});

test("without script, the choice is a form, the page shows the address, and looks again by itself", async () => {
  const page = await openPage({ server, javaScriptEnabled: false });
  const paymentId = await createPayment(server);
  await page.goto(`/${paymentId}?lang=de`);
  await choose(page, "USDC", "Local chain");
  const { body } = await askAsBuyer(routes(), paymentId);
  expect(await addressIn(page)).toBe(body.address);
  expect(await amountIn(page)).toBe("10.00");
  expect(await page.getByRole("img", { name: /QR-Code zum Senden/ }).isVisible()).toBe(true);
  await page.getByText("Nur die Adresse, für Börsen").click();
  expect(await page.getByRole("img", { name: "QR-Code der Adresse" }).isVisible()).toBe(true);
  expect(await page.locator("meta[http-equiv=refresh]").count()).toBe(1);
  await sendTo(server, getAddress(body.address), 4_000_000n);
  await vi.waitFor(async () => {
    await page.getByRole("link", { name: "Erneut prüfen" }).click();
    expect(await came(page).textContent()).not.toContain("Noch ist nichts angekommen");
  }, 30_000);
  await came(page).getByText("4,00 von 10,00 USDC erhalten: Senden Sie noch 6,00.").waitFor();
});
