// The till: an amount is entered, its code is shown, and the screen follows the payment to its end.
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { confirm, signPayment, untilFinal } from "../../harness/chain/wallet.ts";
import type { TestServer } from "../../harness/server/server.ts";
import { sharedServer } from "../../harness/server/shared-server.ts";
import { expectAccessibleInBoth, openConsole } from "../harness/console.ts";
import { FAILED_READS, failReads } from "../harness/fail-reads.ts";
import type { PageOptions } from "../harness/page.ts";
import { takePictures } from "../harness/picture.ts";

let server: TestServer;

beforeAll(async () => {
  server = await sharedServer();
});
afterAll(() => server.stop());

const openTill = async (options: Pick<PageOptions, "allows"> = {}): Promise<Page> => {
  const page = await openConsole({ server, path: "/new-payment", viewport: "phone", ...options });
  await page.getByLabel("Amount in EUR").waitFor();
  return page;
};

const keyIn = async (page: Page, keys: readonly string[]): Promise<void> => {
  for (const key of keys) await page.getByRole("button", { name: key, exact: true }).click();
};

/** All payments, newest first. */
const made = async () => {
  const { body } = await server.call<{ data: readonly { paymentId: string; fiatAmount: { value: string } }[] }>({
    path: "/v1/payments",
  });
  return body.data;
};

test("a sale is entered, scanned and paid, live", async () => {
  const page = await openTill();
  await keyIn(page, ["1", "2", "5", "0"]);
  expect(await page.getByLabel("Amount in EUR").inputValue()).toBe("12.50");
  await takePictures(page, "console-pos-amount");
  await expectAccessibleInBoth(page);

  await page.getByRole("button", { name: "Charge €12.50" }).click();
  const code = page.getByRole("img", { name: /QR code for the payment link/ });
  await code.waitFor();
  await takePictures(page, "console-pos-waiting");
  await expectAccessibleInBoth(page);
  const paymentId = /pay_\w+/.exec((await code.getAttribute("aria-label")) ?? "")?.[0] ?? "";

  await confirm(server, await signPayment(server, paymentId, await server.newBuyer()));
  await page.getByRole("heading", { name: "Paid" }).waitFor();
  expect((await untilFinal(server, paymentId)).status).toBe("succeeded");
  await takePictures(page, "console-pos-paid");
  await expectAccessibleInBoth(page);

  await page.getByRole("button", { name: "Next sale" }).click();
  expect(await page.getByLabel("Amount in EUR").inputValue()).toBe("0.00");
});

test("two sales in turn by the keyboard alone: Enter starts the next one, and keeps one that is to be cancelled", async () => {
  const page = await openTill();
  const code = page.getByRole("img", { name: /QR code for the payment link/ });
  for (const amount of ["3.10", "4.20"]) {
    await page.keyboard.type(amount.replace(".", ""));
    expect(await page.getByLabel("Amount in EUR").inputValue()).toBe(amount);
    await page.keyboard.press("Enter");
    await code.waitFor();
    await page.getByRole("button", { name: "Cancel sale" }).press("Enter");
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Cancel sale" }).waitFor();
    const paymentId = /pay_\w+/.exec((await code.getAttribute("aria-label")) ?? "")?.[0] ?? "";
    await confirm(server, await signPayment(server, paymentId, await server.newBuyer()));
    await page.getByRole("heading", { name: "Paid" }).waitFor();
    await page.keyboard.press("Enter");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    expect(await page.getByLabel("Amount in EUR").inputValue()).toBe("0.00");
  }
});

test("Enter tries again after each sale that was cancelled", async () => {
  const page = await openTill();
  await page.keyboard.type("530");
  for (let sales = 0; sales < 2; sales += 1) {
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Cancel sale" }).press("Enter");
    await page.getByRole("button", { name: "Yes, cancel" }).press("Enter");
    await page.getByRole("heading", { name: "Cancelled" }).waitFor();
    await page.keyboard.press("Enter");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    expect(await page.getByLabel("Amount in EUR").inputValue()).toBe("5.30");
  }
});

test("a device whose clock is two hours late sells for a quarter of an hour, by the server's clock", async () => {
  const page = await openTill();
  await page.clock.setSystemTime(Date.now() - 7_200_000);
  await page.reload();
  await page.getByLabel("Expires after").selectOption("15 minutes");
  await keyIn(page, ["1", "00"]);
  await page.getByRole("button", { name: "Charge €1.00" }).click();
  await page.getByRole("img", { name: /QR code/ }).waitFor();
  await page.getByText(/1[45]:\d\d/).waitFor();
});

test("a double tap makes one payment", async () => {
  const before = await made();
  const page = await openTill();
  await keyIn(page, ["7", "00"]);
  await page.getByRole("button", { name: "Charge €7.00" }).evaluate((button: HTMLButtonElement) => {
    button.click();
    button.click();
  });
  await page.getByRole("img", { name: /QR code/ }).waitFor();
  expect((await made()).length).toBe(before.length + 1);
});

test("charging again after a lost response creates no second payment", async () => {
  const before = await made();
  const why = "the test loses the response";
  const page = await openTill({
    allows: [
      { kind: "asset", what: /v1\/payments: net::ERR_CONNECTION_RESET/, why },
      { kind: "console", what: /net::ERR_CONNECTION_RESET/, why },
    ],
  });
  await keyIn(page, ["9", "9", "9"]);
  let lost = 0;
  // The server processes each request, but the till gets no response.
  await page.route("**/console/api/v1/payments", async (route) => {
    if (route.request().method() !== "POST") return route.fallback();
    await route.fetch();
    lost += 1;
    await route.abort("connectionreset");
  });
  await page.getByRole("button", { name: "Charge €9.99" }).click();
  await page.getByText("No response").waitFor();
  await takePictures(page, "console-pos-no-answer");
  await expectAccessibleInBoth(page);
  expect(lost).toBe(4); // includes the client's retries
  await page.unroute("**/console/api/v1/payments");
  await page.getByRole("button", { name: "Charge €9.99" }).click();
  await page.getByRole("img", { name: /QR code/ }).waitFor();
  expect((await made()).length).toBe(before.length + 1);
});

test("an open sale stays when a later read of the merchants fails", async () => {
  const page = await openTill({ allows: FAILED_READS });
  await keyIn(page, ["7", "00"]);
  await page.getByRole("button", { name: "Charge €7.00" }).click();
  await page.getByRole("img", { name: /QR code/ }).waitFor();
  await failReads(page, /\/v1\/merchants\?/);
  expect(await page.getByRole("img", { name: /QR code/ }).count()).toBe(1);
});

test("a sale survives a reload and can still be cancelled", async () => {
  const page = await openTill();
  await page.getByLabel("Amount in EUR").pressSequentially("450");
  await page.keyboard.press("Enter");
  await page.getByRole("img", { name: /QR code/ }).waitFor();
  await page.reload();
  await page.getByRole("button", { name: "Cancel sale" }).click();
  await page.getByRole("button", { name: "Keep it" }).click();
  await page.getByRole("button", { name: "Cancel sale" }).click();
  await takePictures(page, "console-pos-cancel");
  await expectAccessibleInBoth(page);
  await page.getByRole("button", { name: "Yes, cancel" }).click();
  await page.getByRole("heading", { name: "Cancelled" }).waitFor();
  await takePictures(page, "console-pos-cancelled");
  await expectAccessibleInBoth(page);
  await page.getByRole("button", { name: "Try again" }).click();
  expect(await page.getByLabel("Amount in EUR").inputValue()).toBe("4.50");
});

test("an expired payment is shown as expired", async () => {
  const page = await openTill();
  await keyIn(page, ["5", "00"]);
  await page.getByRole("button", { name: "Charge €5.00" }).click();
  const code = page.getByRole("img", { name: /QR code/ });
  await code.waitFor();
  const paymentId = /pay_\w+/.exec((await code.getAttribute("aria-label")) ?? "")?.[0] ?? "";
  await server.sql(
    "update payments set created_at = now() - interval '1 hour', expires_at = now() - interval '1 second' where id = $1",
    [paymentId],
  );
  await page.reload();
  await page.getByRole("heading", { name: "Expired" }).waitFor();
  await takePictures(page, "console-pos-expired");
});

test("the server's error about an amount is shown at the amount", async () => {
  const owner = await server.newOwner();
  await server.store.feePolicies.append(owner.partnerId, null, {
    ppm: 4_000n,
    fixed: new Map([["EUR", 50n]]),
    minimum: new Map([["EUR", 100n]]),
    receivers: new Map(),
  });
  const page = await openConsole({ server, apiKey: owner.apiKey, path: "/new-payment", viewport: "phone" });
  await page.getByLabel("Amount in EUR").pressSequentially("5");
  await page.keyboard.press("Enter");
  await page.getByText("The amount must be at least 1.00 EUR to cover fees.").waitFor();
  await takePictures(page, "console-pos-too-small");
  await expectAccessibleInBoth(page);
});

test("a read key can't take payments, and the page says why", async () => {
  const page = await openConsole({ server, apiKey: server.readKey, path: "/new-payment", viewport: "phone" });
  await page.getByText("You can't take payments").waitFor();
  expect(await page.getByRole("button", { name: /Charge|Enter/ }).count()).toBe(0);
  expect(await page.getByRole("link", { name: "New" }).count()).toBe(0);
  await takePictures(page, "console-pos-read-key");
  await expectAccessibleInBoth(page);
});
