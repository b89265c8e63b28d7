// A till's printed receipt: alone on its page, black on white, from today's list and from the screen of a paid sale.
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { confirm, signPayment } from "../../harness/chain/wallet.ts";
import type { TestServer } from "../../harness/server/server.ts";
import { sharedServer } from "../../harness/server/shared-server.ts";
import { expectAccessibleInBoth } from "../harness/console.ts";
import { takePictures } from "../harness/picture.ts";
import { charge, pairTill } from "../harness/till.ts";

let server: TestServer;

beforeAll(async () => {
  server = await sharedServer();
});
afterAll(() => server.stop());

async function paidSale(page: Page): Promise<void> {
  await page.evaluate(() => {
    window.print = () => document.body.setAttribute("data-prints", "");
  });
  const paymentId = await charge(page);
  await confirm(server, await signPayment(server, paymentId, await server.newBuyer()));
  await page.locator("[data-status=succeeded]").waitFor();
}

/** The printed page, which would have a dark screen's colours if nothing prevented it. */
const printed = (page: Page) =>
  page.evaluate(() => {
    const receipt = document.querySelector("[data-testid=receipt]") ?? document.body;
    const { color, paddingLeft } = getComputedStyle(receipt);
    const grounds = [document.documentElement, document.body].map((each) => getComputedStyle(each).backgroundColor);
    const visible = [...document.body.children].filter((each) => each.getClientRects().length > 0);
    return {
      color,
      grounds,
      isPadded: Number.parseFloat(paddingLeft) > 8,
      isAlone: visible.every((each) => each === receipt),
    };
  });

const BLACK_ON_WHITE = {
  color: "rgb(0, 0, 0)",
  grounds: ["rgb(255, 255, 255)", "rgb(255, 255, 255)"],
  isPadded: true,
  isAlone: true,
};

test("the screen of a paid sale prints its receipt, black on white on a dark device", async () => {
  const { page } = await pairTill(server, "Dark", { colorScheme: "dark" });
  await paidSale(page);
  await expectAccessibleInBoth(page);
  await page.emulateMedia({ colorScheme: "dark" });
  await page.getByRole("dialog").getByRole("button", { name: "Print receipt" }).click();
  await page.locator("body[data-prints]").waitFor();
  await page.emulateMedia({ media: "print" });
  expect(await printed(page)).toEqual(BLACK_ON_WHITE);
  const receipt = await page.getByTestId("receipt").textContent();
  for (const part of [
    /Test network/,
    /€12\.50/,
    /Receipt 00\d\d/,
    /Reference \w{8}-/,
    /Network /,
    /Paid from 0x/,
    /Paid with/,
    /Transaction 0x/,
    /pay_/,
  ])
    expect(receipt).toMatch(part);
});

test("today's list prints a receipt, black on white on a dark device", async () => {
  const { page } = await pairTill(server, "List", { colorScheme: "dark" });
  await paidSale(page);
  await page.getByRole("button", { name: "Next sale" }).click();
  await page.getByText("Today", { exact: true }).click();
  await page.getByRole("button", { name: /Print receipt of/ }).click();
  await page.locator("body[data-prints]").waitFor();
  await page.emulateMedia({ media: "print" });
  expect(await printed(page)).toEqual(BLACK_ON_WHITE);
});

test("on a phone held sideways, a paid sale shows its outcome and both next steps in one view", async () => {
  const viewport = { width: 844, height: 390 };
  const { page } = await pairTill(server, "Sideways", { viewport });
  await paidSale(page);
  for (const name of ["Next sale", "Print receipt"]) {
    const box = await page.getByRole("button", { name }).boundingBox();
    expect((box?.y ?? viewport.height) + (box?.height ?? 0)).toBeLessThanOrEqual(viewport.height);
  }
  await takePictures(page, "till-paid");
});

test("a sale's buttons name the link and the sale in full, and the test network is named on every screen", async () => {
  const { page } = await pairTill(server, "Deutsch", { locale: "de-DE" });
  const note = page.getByText("Testnetz: Es fließt kein echtes Geld.");
  await note.waitFor();
  await charge(page);
  const dialog = page.getByRole("dialog");
  await dialog.getByText("Testnetz: Es fließt kein echtes Geld.").waitFor();
  for (const name of ["Link kopieren", "Verkauf abbrechen"]) {
    const label = dialog.getByRole("button", { name }).locator(".mantine-Button-label");
    expect(await label.evaluate((each) => each.scrollWidth - each.clientWidth)).toBe(0);
  }
  await dialog.getByRole("button", { name: "Verkauf abbrechen" }).click();
  await dialog.getByRole("button", { name: "Ja, abbrechen" }).click();
  await dialog.getByRole("button", { name: "Nächster Verkauf" }).click();
  await page.getByText("Heute", { exact: true }).click();
  await note.waitFor();
});
