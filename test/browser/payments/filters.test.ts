// The list's filters by currency and till, and its order by amount, in the console.
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createPayment } from "../../harness/chain/wallet.ts";
import { asPartner } from "../../harness/server/as-partner.ts";
import { signIn } from "../../harness/server/console.ts";
import type { TestServer } from "../../harness/server/server.ts";
import { sharedServer } from "../../harness/server/shared-server.ts";
import { expectAccessibleInBoth, openConsole } from "../harness/console.ts";
import { takePictures } from "../harness/picture.ts";

let server: TestServer;

beforeAll(async () => {
  server = await sharedServer();
});
afterAll(() => server.stop());

type Owner = Awaited<ReturnType<TestServer["newOwner"]>>;

const made = (owner: Owner, referenceId: string, currency = "USD") =>
  createPayment(asPartner(server, owner), { amount: { unit: `iso4217/${currency}`, value: "1000" }, referenceId });

const search = (page: Page): string => decodeURIComponent(new URL(page.url()).search);

test("an order by amount keeps to one currency, first that of most payments", async () => {
  const owner = await server.newOwner();
  for (const reference of ["in dollars 1", "in dollars 2"]) await made(owner, reference);
  const page = await openConsole({ server, path: "/payments", apiKey: owner.apiKey });
  await page.getByRole("button", { name: "Amount" }).click();
  await page.waitForURL(/sortBy=amount/);
  await page.getByText("in dollars 1").waitFor();
  const note = page.getByText("the list shows one currency");
  expect([await note.count(), await page.getByRole("combobox", { name: "Currency" }).count()]).toEqual([0, 0]);
  expect(search(page)).toBe("?sortBy=amount");

  await made(owner, "in yen", "JPY");
  await page.reload();
  await page.waitForURL(/currency=USD/);
  await note.waitFor();
  await page.getByText("in dollars 1").waitFor();
  expect(await page.getByText("in yen").count()).toBe(0);
  await takePictures(page, "console-payments-by-amount");
  await expectAccessibleInBoth(page);
  await page.getByRole("combobox", { name: "Currency" }).click();
  await page.getByRole("option", { name: "JPY" }).click();
  await page.getByText("in yen").waitFor();
  expect(await page.getByRole("row").count()).toBe(1 + 1);
  expect(search(page)).toBe("?sortBy=amount&currency=JPY");
  await page.getByRole("button", { name: "Created" }).click();
  await note.waitFor({ state: "detached" });
  await page.getByText("in dollars 1").waitFor();
  expect(await page.getByRole("row").count()).toBe(1 + 3);
  expect(search(page)).toBe("");
});

test("an order by amount of filtered payments keeps to the currency of one of them", async () => {
  const owner = await server.newOwner();
  for (const reference of ["dollars-1", "dollars-2"]) await made(owner, reference);
  await made(owner, "yen-1", "JPY");
  const page = await openConsole({ server, path: "/payments?referenceId=yen-1", apiKey: owner.apiKey });
  await page.getByText("yen-1").waitFor();
  await page.getByRole("button", { name: "Amount" }).click();
  await page.waitForURL(/currency=JPY/);
  await page.getByText("yen-1").waitFor();
});

test("the list shows the sales of one till", async () => {
  const owner = await server.newOwner();
  await made(owner, "by the shop");
  const session = await signIn(server, owner.apiKey);
  const body = { name: "Counter", merchantId: owner.merchantId };
  await session.call({ path: "/tills", headers: { "api-key": owner.apiKey }, body });
  const page = await openConsole({ server, path: "/payments", apiKey: owner.apiKey, viewport: "narrow" });
  await page.getByText("by the shop").waitFor();
  await page.getByRole("button", { name: "Filters" }).click();
  await page.getByRole("combobox", { name: "Till" }).click();
  await page.getByRole("option", { name: "Counter" }).click();
  await page.getByRole("button", { name: "Show payments" }).click();
  await page.waitForURL(/tillId=till_/);
  await page.getByText("No payments match").waitFor();
});
