// The hosted form in each of its states (unknown forms: pages.test.ts): accessible in both colour schemes, and fitting
// the narrowest screens. Takes pictures.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startServer, type TestServer } from "../../harness/server/server.ts";
import { expectAccessible } from "../harness/axe.ts";
import { openPage } from "../harness/page.ts";
import { takePictures } from "../harness/picture.ts";
import { noSidewaysScroll } from "../harness/width.ts";
import { expire, fillIn, givenForm, send } from "./buyer-data-form-given.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startServer({ role: "api" });
});
afterAll(() => server.stop());

type Page = Awaited<ReturnType<typeof openPage>>;

/** Brings a new form into a state. */
const STATES: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  open: async (page) => {
    await page.goto((await givenForm(server, "https://shop.example/terms")).path);
  },
  birth: async (page) => {
    await page.goto((await givenForm(server)).path);
    await page.getByLabel("Place of birth").check();
  },
  wrong: async (page) => {
    await page.goto((await givenForm(server)).path);
    await send(page);
    await expect.poll(() => page.getByText("Enter your full name.").count()).toBe(1);
  },
  refused: async (page) => {
    // Only the server finds this error: a date that no date input allows.
    await page.goto((await givenForm(server)).path);
    await fillIn(page);
    await page.getByLabel("Date of birth").evaluate((input) => {
      const field = input as HTMLInputElement;
      field.type = "text";
      field.value = "1985-02-30";
    });
    await send(page);
    await page.getByRole("alert").waitFor();
  },
  done: async (page) => {
    await page.goto((await givenForm(server)).path);
    await fillIn(page);
    await send(page);
    await page.getByRole("heading", { name: "Thank you" }).waitFor();
  },
  expired: async (page) => {
    const { paymentId, path } = await givenForm(server);
    await expire(server, paymentId);
    await page.goto(path);
  },
};

describe.each(Object.entries(STATES))("%s", (name, bring) => {
  test("is accessible in light and dark, fits 320 pixels, and has its pictures taken", async () => {
    const page = await openPage({ server });
    await bring(page);
    await takePictures(page, `collect-${name}`);
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      await expectAccessible(page);
    }
    await noSidewaysScroll(page);
  });
});

test("fields and choices stay distinguishable with forced colors", async () => {
  const page = await openPage({ server, forcedColors: "active" });
  await page.goto((await givenForm(server)).path);
  const widths = await page.evaluate(() =>
    [...document.querySelectorAll("input:not([type=radio], [type=checkbox]), select, textarea, button")]
      .filter((field) => field.getClientRects().length > 0)
      .map((field) => getComputedStyle(field).borderTopWidth),
  );
  expect(widths.length).toBeGreaterThanOrEqual(5);
  expect(widths.filter((width) => width === "0px")).toEqual([]);
});
