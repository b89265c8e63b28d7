// A paired till: pairing, charging, today's sales, a receipt, and a lost connection.
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { confirm, signPayment, untilFinal } from "../../harness/chain/wallet.ts";
import type { TestServer } from "../../harness/server/server.ts";
import { sharedServer } from "../../harness/server/shared-server.ts";
import { expectAccessibleInBoth, openConsole } from "../harness/console.ts";
import { openPage, type PageOptions } from "../harness/page.ts";
import { takePictures } from "../harness/picture.ts";
import { charge, pairTill } from "../harness/till.ts";

let server: TestServer;

beforeAll(async () => {
  server = await sharedServer();
});
afterAll(() => server.stop());

const openTill = async (name: string, options: Omit<PageOptions, "server"> = {}): Promise<Page> =>
  (await pairTill(server, name, options)).page;

const LANDSCAPE = { width: 740, height: 360 };

test("a manager pairs a device by its code, sees it listed and revokes it", async () => {
  const page = await openConsole({ server, path: "/tills", viewport: "narrow" });
  await page.getByRole("button", { name: "Pair a till" }).click();
  await page.getByLabel("Name").fill("Terrace");
  await page.getByRole("combobox", { name: "Merchant" }).click();
  await page.getByRole("option").first().click();
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByLabel("API key").fill(server.apiKey);
  await page.getByRole("button", { name: "Create code" }).click();
  const code = (await page.getByTestId("pairing-code").textContent()) ?? "";
  await takePictures(page, "console-till-code");
  await expectAccessibleInBoth(page);

  const device = await openPage({ server, viewport: "narrow" });
  await device.goto("/console/till");
  await device.getByLabel("Pairing code").fill("ABCD-EFGH-JKMN");
  await device.getByRole("button", { name: "Pair this device" }).click();
  await device.getByText("Check the code, or ask your manager for a new one.").waitFor();
  expect(await device.getByText("Request ID").count()).toBe(0);
  await device.getByLabel("Pairing code").fill(code.toLowerCase());
  await device.getByText(/^Pair this device as the till “Terrace” of ./).waitFor();
  await takePictures(device, "till-pair");
  await expectAccessibleInBoth(device);
  await device.getByRole("button", { name: "Pair this device" }).click();
  await device.getByRole("heading", { name: "Terrace" }).waitFor();
  expect(await device.evaluate(() => document.documentElement.scrollWidth)).toBe(320);

  await page.getByText("The device is paired and takes payments.").waitFor();
  expect(await page.getByTestId("pairing-code").count()).toBe(0);
  await page.getByRole("button", { name: "Done" }).click();
  await page.getByRole("button", { name: "Revoke Terrace" }).click();
  await page.getByRole("dialog", { name: "Revoke Terrace?" }).waitFor();
  await expectAccessibleInBoth(page);
  await page.getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("button", { name: "Revoke Terrace" }).click();
  await page.getByRole("button", { name: "Revoke", exact: true }).click();
  await page.getByText("Till revoked").waitFor();
  await page.getByRole("list", { name: "Revoked tills" }).getByText("Terrace").waitFor();
  await takePictures(page, "console-tills-revoked");
  await device.reload();
  await device.getByRole("button", { name: "Pair this device" }).waitFor();
});

test("a browser that is signed in to the console is led from the till's address to Tills, or to pairing", async () => {
  const page = await openConsole({ server, path: "/till#ABCD-EFGH-JKMN", viewport: "narrow" });
  await page.getByText("You are signed in to the console").waitFor();
  await takePictures(page, "console-till-signed-in");
  await expectAccessibleInBoth(page);
  await page.getByRole("link", { name: "Tills", exact: true }).click();
  await page.getByRole("button", { name: "Pair a till" }).waitFor();
  await page.goBack();
  await page.getByRole("button", { name: "Sign out and pair this device" }).click();
  expect(await page.getByLabel("Pairing code").inputValue()).toBe("ABCD-EFGH-JKMN");
});

test("a sale is charged and paid, is in today's total, and has a receipt on paper only", async () => {
  const page = await openTill("Bar");
  await page.evaluate(() => {
    window.print = () => {};
  });
  await takePictures(page, "till-charge");
  await expectAccessibleInBoth(page);
  expect(await page.getByRole("button", { name: "Enter an amount" }).isDisabled()).toBe(true);
  for (const key of ["7", "5", "0"]) await page.getByRole("button", { name: key, exact: true }).click();
  await page.getByRole("button", { name: "Charge €7.50" }).click();
  const code = page.getByRole("img", { name: /QR code for the payment link/ });
  await code.waitFor();
  const paymentId = /pay_\w+/.exec((await code.getAttribute("aria-label")) ?? "")?.[0] ?? "";
  await confirm(server, await signPayment(server, paymentId, await server.newBuyer()));
  await page.getByRole("heading", { name: "Paid" }).waitFor();
  await untilFinal(server, paymentId);
  expect(await page.getByRole("link", { name: "View payment" }).count()).toBe(0);
  await page.getByRole("button", { name: "Next sale" }).click();

  await page.getByText("Today", { exact: true }).click();
  await page.getByTestId("total").filter({ hasText: "€7.50" }).waitFor();
  expect(await page.getByRole("list", { name: "Today's sales" }).getByText("Paid", { exact: true }).count()).toBe(1);
  await takePictures(page, "till-today");
  await expectAccessibleInBoth(page);
  await page.getByRole("button", { name: /Print receipt/ }).click();
  const receipt = page.getByTestId("receipt");
  await receipt.waitFor({ state: "attached" });
  expect(await receipt.isVisible()).toBe(false);
  await page.emulateMedia({ media: "print" });
  expect(await receipt.isVisible()).toBe(true);
  expect(await receipt.textContent()).toContain("€7.50");
  await page.emulateMedia({ media: "screen" });
  await page.getByRole("button", { name: "Unpair this device" }).click();
  await page.getByRole("button", { name: "Keep it" }).waitFor();
  await expectAccessibleInBoth(page);
});

test("a phone held sideways shows the amount and all keys", async () => {
  const page = await openTill("Landscape", { viewport: LANDSCAPE });
  for (const name of ["1", "0", "Delete last digit", "Enter an amount"]) {
    const box = await page.getByRole("button", { name, exact: true }).boundingBox();
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThan(LANDSCAPE.height + 60);
  }
});

test("on a phone held sideways the code is beside the amount and the buttons, all in one view", async () => {
  const page = await openTill("Sideways", { viewport: { width: 844, height: 390 } });
  await charge(page);
  const boxOf = async (name: RegExp, role: "img" | "button" | "heading") => {
    const box = await page.getByRole("dialog").getByRole(role, { name }).boundingBox();
    return box ?? { x: 0, y: 0, width: 0, height: 0 };
  };
  const [code, amount, cancel] = [
    await boxOf(/QR/, "img"),
    await boxOf(/12/, "heading"),
    await boxOf(/Cancel/, "button"),
  ];
  expect(code.height).toBeGreaterThan(340);
  expect(code.y + code.height).toBeLessThanOrEqual(390);
  expect(cancel.y + cancel.height).toBeLessThanOrEqual(390);
  expect(Math.min(amount.x, cancel.x)).toBeGreaterThan(code.x + code.width);
  await takePictures(page, "till-sale");
});

test("a till has one numeral system, and writes the currency as its language does", async () => {
  const arabic = await openTill("Arabic", { locale: "ar-EG", colorScheme: "dark" });
  await arabic.getByRole("button", { name: "٤", exact: true }).click();
  await arabic.getByRole("button", { name: "٠٠", exact: true }).click();
  expect(await arabic.locator("input[name=amount]").inputValue()).toBe("٤٫٠٠");
  await arabic.keyboard.press("2");
  expect(await arabic.locator("input[name=amount]").inputValue()).toBe("٤٠٫٠٢");
  await arabic.locator("form button[type=submit]").click();
  await arabic.getByText(/[٠-٩]:[٠-٩]{2}/).waitFor();
  expect(
    await arabic
      .getByRole("dialog")
      .getByText(/[0-9]:[0-9]/)
      .count(),
  ).toBe(0);

  const german = await openTill("German", { locale: "de-DE", viewport: "desktop" });
  const [symbol, field] = [german.locator("label", { hasText: "€" }), german.locator("input[name=amount]")];
  expect((await symbol.boundingBox())?.x).toBeGreaterThan((await field.boundingBox())?.x ?? 0);
});

test("a keyboard enters the amount wherever the focus is, and Enter charges it", async () => {
  const page = await openTill("Keyboard", { viewport: "desktop" });
  const field = page.getByLabel("Amount in EUR");
  await page.getByRole("button", { name: "1", exact: true }).click();
  await page.keyboard.press("2");
  await page.keyboard.press("5");
  await page.keyboard.press("Backspace");
  await page.keyboard.press("0");
  expect(await field.inputValue()).toBe("1.20");
  await page.getByRole("combobox", { name: "Currency" }).fill("9");
  expect(await field.inputValue()).toBe("1.20");
  await page.getByRole("heading", { level: 1 }).click();
  await page.keyboard.press("0");
  await page.keyboard.press("Enter");
  await page.getByRole("dialog", { name: "Sale of €12.00" }).waitFor();
  await page.keyboard.press("7");
  expect(await field.inputValue()).toBe("12.00");
});

test("the amount's field shows only what it counts, also after keys that change nothing", async () => {
  const page = await openTill("Field", { viewport: "desktop" });
  const field = page.getByLabel("Amount in EUR");
  await field.click();
  for (const key of ["0", "a", "Backspace"]) {
    await page.keyboard.press(key);
    expect(await field.inputValue(), key).toBe("0.00");
  }
  await page.keyboard.type("123456789012");
  await page.keyboard.press("3");
  expect(await field.inputValue()).toBe("1,234,567,890.12");
  await page.keyboard.press("Backspace");
  expect(await field.inputValue()).toBe("123,456,789.01");
});
