// The overview: a period's figures, its charts, and what needs attention.
import { afterAll, beforeAll, expect, test } from "vitest";
import { confirm, createPayment, signPayment, untilFinal } from "../../harness/chain/wallet.ts";
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

test("an empty overview says what will appear", async () => {
  const { apiKey } = await server.newOwner();
  const page = await openConsole({ server, apiKey });
  await page.getByText("No payments yet.").waitFor();
  await page.getByText("All clear: no exceptions, no stuck payments, and your newest merchant can be paid.").waitFor();
  await takePictures(page, "console-overview-empty");
  await expectAccessibleInBoth(page);
});

test("a partner without merchants sees the steps to the first payment", async () => {
  const owner = await server.newOwner();
  await server.call({
    method: "DELETE",
    path: `/v1/merchants/${owner.merchantId}`,
    headers: { "api-key": owner.apiKey },
  });
  const page = await openConsole({ server, apiKey: owner.apiKey });
  await page.getByRole("heading", { name: "Get started" }).waitFor();
  await takePictures(page, "console-overview-new");
  await expectAccessibleInBoth(page);
  await page.getByRole("button", { name: "Add merchant" }).click();
  await page.getByLabel("Name").fill("Café Zentral");
  await page.getByLabel("Email").fill("cafe@example.com");
  await page.getByRole("dialog").getByRole("button", { name: "Add merchant" }).click();
  await page.getByRole("heading", { name: "Café Zentral" }).getByText("Can't be paid").waitFor();
  await page.goto("/console");
  const step = (name: string) => page.getByRole("listitem").filter({ hasText: name });
  await step("Add a merchant (Done)").waitFor();
  await takePictures(page, "console-overview-second-step");
  await expectAccessibleInBoth(page);
  await step("Add a destination to it").getByRole("link", { name: "Café Zentral" }).click();
  await page.getByRole("heading", { name: "Café Zentral" }).waitFor();
  await page.goto("/console/merchants");
  await page.getByRole("listitem").filter({ hasText: "Café Zentral" }).getByText("Can't be paid").waitFor();
});

test("the steps stay, ticked, until the first payment is paid", async () => {
  const owner = await server.newOwner();
  const place = asPartner(server, owner);
  const page = await openConsole({ server, apiKey: owner.apiKey });
  await page.getByText("Add a destination to it (Done)").waitFor();
  await page.getByRole("link", { name: "New payment" }).last().waitFor();
  const paid = await createPayment(place);
  await confirm(place, await signPayment(place, paid, await server.newBuyer()));
  await untilFinal(place, paid);
  await page.getByRole("heading", { name: "Get started" }).waitFor({ state: "detached" });
});

test("figures, charts and the latest payments follow the period in the URL", async () => {
  const paid = await createPayment(server, { amount: { unit: "iso4217/USD", value: "123456" } });
  await confirm(server, await signPayment(server, paid, await server.newBuyer(5_000_000_000n)));
  await untilFinal(server, paid);
  for (const value of ["1990", "250", "4800"]) await createPayment(server, { amount: { unit: "iso4217/EUR", value } });
  await givenPast();
  const page = await openConsole({ server, path: "/?period=7d" });
  const figures = page.getByRole("group", { name: "Totals for the period" });
  await figures.getByText(/^US\$/).waitFor();
  await figures.getByText("Of all payments created in the period").waitFor();
  const days = page.getByRole("figure", { name: "Revenue in EUR over time" }).getByRole("row");
  await days.last().waitFor({ state: "attached" });
  expect(await days.count()).toBe(1 + 7);
  await takePictures(page, "console-overview");
  await expectAccessibleInBoth(page);

  await page.getByText("24 h", { exact: true }).click();
  await page.waitForURL(/period=24h/);
  await page
    .getByRole("figure", { name: "Payments over time" })
    .getByRole("row")
    .nth(24)
    .waitFor({ state: "attached" });
  await page.goBack();
  await page.waitForURL(/period=7d/);
  await page.getByText("30 days", { exact: true }).click();
  await page.getByText("USD", { exact: true }).click();
  await page
    .getByRole("figure", { name: "Revenue in USD over time" })
    .getByRole("row")
    .nth(30)
    .waitFor({ state: "attached" });
  await takePictures(page, "console-overview-month");
});

test("a merchant that can't be paid is named and linked", async () => {
  const { apiKey, merchantId, partnerId } = await server.newOwner();
  await server.sql("delete from crypto_settlements where merchant_id = $1 and partner_id = $2", [
    merchantId,
    partnerId,
  ]);
  const page = await openConsole({ server, apiKey });
  const link = page.getByRole("link", { name: "Test shop can't be paid" });
  await link.waitFor();
  await takePictures(page, "console-overview-attention");
  await expectAccessibleInBoth(page);
  expect(await link.getAttribute("href")).toBe(`/console/merchants/${merchantId}`);
});

/** Totals of the previous days, as the projection stores them, with invented numbers. */
async function givenPast(): Promise<void> {
  const session = await signIn(server);
  const now = new Date().toISOString();
  await session.call({ path: `/volume?from=${now}&to=${now}&bucket=day` }); // adds up the payments and makes their scopes
  await server.sql(
    `insert into payment_volume (scope, quarter, currency, created, succeeded, revenue)
     select no, floor(extract(epoch from now()) / 900)::integer - 96 * day - 20, currency, made, made * 9 / 10, made * 2350
       from listing_scopes, generate_series(1, 29) as day,
            lateral (values ('USD', 20 + (day * 7) % 13), ('EUR', 8 + (day * 5) % 11)) as of_day(currency, made)
      where partner_id = $1`,
    [server.partnerId],
  );
}
