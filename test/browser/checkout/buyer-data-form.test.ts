// The hosted form as a buyer uses it: checked in the page and on the server, accepted once, by keyboard, without
// script, and too late.
import { afterAll, beforeAll, expect, test } from "vitest";
import { ADA } from "../../buyer-data/given.ts";
import { startServer, type TestServer } from "../../harness/server/server.ts";
import { openPage, type PageOptions } from "../harness/page.ts";
import { expire, fillIn, givenForm, keptFor, send } from "./buyer-data-form-given.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startServer({ role: "api" });
});
afterAll(() => server.stop());

const KEPT = ["dob", "fullName", "porAddress", "porCountry", "tosConfirmed"];

async function opened(options: Partial<PageOptions> = {}) {
  const form = await givenForm(server);
  const page = await openPage({ server, ...options });
  await page.goto(form.path);
  return { ...form, page };
}

const thanks = async ({ page }: Awaited<ReturnType<typeof opened>>): Promise<void> =>
  page.getByRole("heading", { name: "Thank you" }).waitFor();

test("is filled in, sent and accepted", async () => {
  const form = await opened();
  await fillIn(form.page);
  await send(form.page);
  await thanks(form);
  expect(await keptFor(server, form.paymentId)).toEqual(KEPT);
});

test("the page names missing fields, focuses the first, sends nothing, and clears fixed errors", async () => {
  const { page, paymentId } = await opened();
  const sent: string[] = [];
  page.on("request", (request) => {
    if (request.method() !== "GET") sent.push(request.url());
  });
  await send(page);
  const name = page.getByLabel("Full name");
  expect(await name.evaluate((input) => document.activeElement === input)).toBe(true);
  expect(await page.locator("[aria-invalid=true]").evaluateAll((inputs) => inputs.map(({ id }) => id))).toEqual([
    "fullName",
    "dob",
    "porCountry",
    "porAddress",
    "tosConfirmed",
  ]);
  await name.fill("Ada");
  await name.press("Tab");
  expect(await name.getAttribute("aria-invalid")).toBeNull();
  expect(await page.locator("#fullName-error").textContent()).toBe("");
  expect([sent, await keptFor(server, paymentId)]).toEqual([[], []]);
});

test("only the chosen kind of place is required", async () => {
  const form = await opened();
  const { page } = form;
  await fillIn(page);
  await page.getByLabel("Place of birth").check();
  expect(await page.getByLabel("Country you live in").isVisible()).toBe(false);
  await page.getByLabel("Country you were born in").selectOption("FR");
  await page.getByLabel("Town or city").fill("Lyon");
  await send(page);
  await thanks(form);
  expect(await keptFor(server, form.paymentId)).toEqual([
    "dob",
    "fullName",
    "pobAddress",
    "pobCountry",
    "tosConfirmed",
  ]);
});

test("input that only the server rejects is returned unchanged, with a link to the field", async () => {
  const { page, paymentId } = await opened();
  await fillIn(page);
  // Fills the field as a browser without date inputs would.
  await page.getByLabel("Date of birth").evaluate((input) => {
    Object.assign(input, { type: "text", value: "1985-02-30" });
  });
  await send(page);
  const alert = page.getByRole("alert");
  await alert.waitFor();
  expect(await alert.evaluate((element) => document.activeElement === element)).toBe(true);
  expect(await page.getByLabel("Full name").inputValue()).toBe(ADA.fullName);
  await alert.getByRole("link", { name: "Enter your date of birth, in the past." }).click();
  expect(await page.evaluate(() => document.activeElement?.id)).toBe("dob");
  expect(await keptFor(server, paymentId)).toEqual([]);
});

test("works by keyboard alone", async () => {
  const form = await opened({ viewport: "desktop" });
  const { keyboard } = form.page;
  await keyboard.press("Tab");
  await keyboard.type(ADA.fullName);
  await keyboard.press("Tab");
  await keyboard.type("12101985"); // month, day, year: this browser's order
  // Tabs from the date's parts and its calendar to the choice of places, which is one Tab stop.
  while ((await form.page.evaluate(() => document.activeElement?.id)) !== "place-por") await keyboard.press("Tab");
  await keyboard.press("Tab");
  await keyboard.press("ArrowDown"); // the first country; typing its name would depend on typing speed
  await keyboard.press("Tab");
  await keyboard.type(ADA.porAddress);
  await keyboard.press("Tab");
  await keyboard.press("Space");
  await keyboard.press("Tab");
  expect(await form.page.evaluate(() => document.activeElement?.textContent)).toBe("Continue");
  await keyboard.press("Enter");
  await thanks(form);
  expect(await keptFor(server, form.paymentId)).toEqual(KEPT);
});

test("works without script", async () => {
  const form = await opened({ javaScriptEnabled: false });
  const { page } = form;
  await page.getByLabel("Full name").fill("  ");
  await fillIn(page, { fullName: "  " as typeof ADA.fullName });
  await send(page);
  await page.getByRole("alert").getByText("Enter your full name.").waitFor();
  await page.getByLabel("Full name").fill(ADA.fullName);
  await send(page);
  await thanks(form);
  expect(await keptFor(server, form.paymentId)).toEqual(KEPT);
});

test("repeated presses of the button send it once", async () => {
  const form = await opened();
  const { page } = form;
  const sent: string[] = [];
  page.on("request", (request) => void sent.push(request.method()));
  await fillIn(page);
  await page.getByRole("button", { name: "Continue" }).evaluate((button) => {
    for (let press = 0; press < 5; press++) (button as HTMLButtonElement).click();
  });
  await thanks(form);
  expect(sent.filter((method) => method === "POST")).toHaveLength(1);
});

test("is accepted once: going back or sending it from another tab changes nothing", async () => {
  const form = await opened();
  const { page, paymentId, path } = form;
  const other = await openPage({ server });
  await other.goto(path);
  await fillIn(page);
  await send(page);
  await thanks(form);
  const content = () =>
    server.sql("select field, content from buyer_data where payment_id = $1 order by 1", [paymentId]);
  const before = await content();
  await page.goBack();
  await fillIn(other, { fullName: "Somebody Else" as typeof ADA.fullName });
  await send(other);
  await other.getByRole("heading", { name: "Thank you" }).waitFor();
  expect(await content()).toEqual(before);
  await page.reload();
  await thanks(form);
});

test("an expired form says so and accepts nothing", async () => {
  const { page, paymentId } = await opened();
  await fillIn(page);
  await expire(server, paymentId);
  await send(page);
  await page.getByRole("heading", { name: "The payment has expired" }).waitFor();
  expect(await keptFor(server, paymentId)).toEqual([]);
});
