// Branding in the console: a preview with corrected contrast, saved for a merchant or for all, and removed.
import { afterAll, beforeAll, expect, test } from "vitest";
import { asPartner } from "../../harness/server/as-partner.ts";
import type { TestServer } from "../../harness/server/server.ts";
import { sharedServer } from "../../harness/server/shared-server.ts";
import { expectAccessibleInBoth, openConsole } from "../harness/console.ts";
import { takePictures } from "../harness/picture.ts";

let server: TestServer;
beforeAll(async () => {
  server = await sharedServer();
});
afterAll(() => server.stop());

const brandings = async ({ sql, merchantId, partnerId }: TestServer) => {
  const [row] = await sql<{ own: unknown; partners: unknown }>(
    `select m.branding as own, p.branding as partners from merchants m join partners p on p.id = m.partner_id
      where m.id = $1 and p.id = $2`,
    [merchantId, partnerId],
  );
  return row;
};

test("a pale colour stays on buttons and is corrected for text in the preview, saved for a merchant, and removed", async () => {
  const place = asPartner(server, await server.newOwner());
  const page = await openConsole({
    server,
    apiKey: place.apiKey,
    path: `/merchants/${place.merchantId}`,
    viewport: "narrow",
  });
  await page.getByRole("button", { name: "Branding" }).click();
  const color = page.getByRole("textbox", { name: "Colour", exact: true });
  await color.fill("green");
  await page.getByText("Enter a colour as #rrggbb").waitFor();
  expect(await page.getByRole("button", { name: "Save" }).isDisabled()).toBe(true);
  await color.fill("#ffd700");
  await page.getByText("#ffd700 is used for buttons. Text and lines become").waitFor();
  await page.getByText("#ffd700 has enough contrast and is used as it is.").waitFor();
  for (const scheme of ["light", "dark"]) {
    const shown = await page.getByTestId(`preview-${scheme}`).evaluate((button) => {
      const { backgroundColor, color: text } = getComputedStyle(button);
      return [backgroundColor, text];
    });
    expect(shown).toEqual(["rgb(255, 215, 0)", "rgb(0, 0, 0)"]);
  }
  await page.getByRole("textbox", { name: "Name", exact: true }).fill("Corner Group");
  const name = page.getByRole("group", { name: "Preview" }).getByText("Corner Group").last();
  expect(await name.evaluate((text) => getComputedStyle(text).color)).toBe("rgb(255, 215, 0)");
  await takePictures(page, "console-branding");
  await expectAccessibleInBoth(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("Buyers see it from now on.").waitFor();
  expect(await brandings(place)).toEqual({ own: { color: "#ffd700", name: "Corner Group" }, partners: null });

  await page.getByRole("button", { name: "Branding", exact: true }).click();
  const [cancel, save] = await Promise.all(
    ["Cancel", "Save"].map((label) => page.getByRole("button", { name: label, exact: true }).boundingBox()),
  );
  expect(cancel?.y).toBe(save?.y);
  await takePictures(page, "console-branding-saved");
  await page.getByRole("button", { name: "Remove branding" }).click();
  await page.getByText("Branding removed").waitFor();
  expect(await brandings(place)).toEqual({ own: null, partners: null });
});

test("an owner's key sets it for all merchants that have none", async () => {
  const place = asPartner(server, await server.newOwner());
  const page = await openConsole({ server, apiKey: place.apiKey, path: "/merchants" });
  await page.getByRole("button", { name: "Branding" }).click();
  await page.getByText("It applies to every merchant that has none.").waitFor();
  await page.getByRole("textbox", { name: "Colour", exact: true }).fill("#0B6E4F");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("Branding saved").waitFor();
  expect(await brandings(place)).toEqual({ own: null, partners: { color: "#0b6e4f", name: null } });
});
