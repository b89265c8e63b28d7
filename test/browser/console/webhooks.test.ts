// Webhook endpoints in the console: added with a key, tested, and their deliveries read and sent again.
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { ar } from "../../../locales/console/ar.ts";
import { createPayment } from "../../harness/chain/wallet.ts";
import { asPartner } from "../../harness/server/as-partner.ts";
import { startServer, type TestServer } from "../../harness/server/server.ts";
import { startReceiver } from "../../webhooks/receiver.ts";
import { expectAccessibleInBoth, openConsole } from "../harness/console.ts";
import { takePictures } from "../harness/picture.ts";

let server: TestServer;

// Its own, because a shared server delivers to the public internet only.
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

test("an endpoint is added with a key, tested, and its delivery shows request and response", async () => {
  const receiver = await startReceiver();
  onTestFinished(() => receiver.stop());
  receiver.answer((response) => void response.writeHead(500).end("the shop is closed"));
  const owner = await server.newOwner();
  const page = await openConsole({ server, apiKey: owner.apiKey, path: "/webhooks" });
  await page.getByText("No endpoints yet").waitFor();
  await takePictures(page, "console-webhooks-empty");
  await page.getByRole("button", { name: "New endpoint" }).click();
  await page.getByLabel("URL").fill(receiver.url);
  await page.getByLabel("Description").fill("Shop");
  await takePictures(page, "console-webhook-new");
  await expectAccessibleInBoth(page);
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByLabel("API key").fill(owner.apiKey);
  await page.getByRole("button", { name: "Add endpoint" }).click();
  await page.getByText(/^whsec_/).waitFor();
  await takePictures(page, "console-webhook-secret");
  await page.getByRole("button", { name: "I've saved it" }).click();
  await page.getByRole("heading", { name: "Shop" }).waitFor();

  await page.getByRole("button", { name: "Send test" }).click();
  await receiver.next(({ event }) => event.type === "webhook_endpoint.test");
  await page.getByRole("link", { name: "webhook_endpoint.test" }).waitFor();
  await page.getByText("No delivery has succeeded since").waitFor();
  await takePictures(page, "console-webhook");
  await expectAccessibleInBoth(page);
  await page.goto("/console/webhooks");
  await page.getByText("Deliveries fail").waitFor();
  await page.getByRole("link", { name: receiver.url }).click();
  await page.getByRole("link", { name: "webhook_endpoint.test" }).click();
  await page.getByText("the shop is closed").first().waitFor();
  await page.getByText('"type": "webhook_endpoint.test"').waitFor();
  await takePictures(page, "console-webhook-delivery");
  await expectAccessibleInBoth(page);
  receiver.answer((response) => void response.writeHead(204).end());
  await page.getByRole("button", { name: "Send again" }).click();
  await page.getByText("Queued: it is sent in a moment").waitFor();
  await page.getByText("Delivered").waitFor();

  await page.goto("/console/webhooks");
  await page.getByText("Enabled").waitFor();

  await page.goto("/console/events");
  await page.getByRole("link", { name: "webhook_endpoint.test" }).click();
  await page.getByText('"type": "webhook_endpoint.test"').waitFor();
  await expectAccessibleInBoth(page);
});

test("an endpoint's format is chosen when it is added, shown, and kept by later changes", async () => {
  const receiver = await startReceiver();
  onTestFinished(() => receiver.stop());
  const owner = await server.newOwner();
  const page = await openConsole({ server, apiKey: owner.apiKey, path: "/webhooks" });
  await page.getByRole("button", { name: "New endpoint" }).click();
  await page.getByLabel("URL").fill(receiver.url);
  await page.getByLabel("Format").selectOption("Coinbase Commerce");
  await page.getByText("Only events that Coinbase Commerce has").waitFor();
  await takePictures(page, "console-webhook-format");
  await expectAccessibleInBoth(page);
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByLabel("API key").fill(owner.apiKey);
  await page.getByRole("button", { name: "Add endpoint" }).click();
  await page.getByRole("button", { name: "I've saved it" }).click();
  await page.getByText("Format: Coinbase Commerce").waitFor();

  await page.getByRole("button", { name: "Actions" }).click();
  await page.getByRole("menuitem", { name: "Edit" }).click();
  expect(await page.getByLabel("Format").count()).toBe(0);
  await page.getByLabel("Description").fill("Old shop");
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByLabel("API key").fill(owner.apiKey);
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByRole("heading", { name: "Old shop" }).waitFor();
  await page.getByText("Format: Coinbase Commerce").waitFor();
});

test("events of one type are told apart by what they are about, in the reader's language", async () => {
  const owner = asPartner(server, await server.newOwner());
  const references = ["order-1", "order-2"];
  for (const referenceId of references) await createPayment(owner, { referenceId });
  const page = await openConsole({ server: owner, path: "/events", locale: "de-DE" });
  for (const reference of references) {
    const row = page.getByRole("listitem").filter({ hasText: reference });
    await row.getByRole("link", { name: "Zahlung erstellt payment.created" }).waitFor();
    expect(await row.textContent()).toMatch(/order-\d · [\d,]+\s\$ · Test shop/);
  }
  await takePictures(page, "console-events");
  await expectAccessibleInBoth(page);
  await page.getByLabel("Ereignistyp").selectOption("Händler hinzugefügt");
  await page.getByText("order-1").waitFor({ state: "detached" });
});

test("on a phone, actions follow the page's description, and its numbers are written in the reader's numerals", async () => {
  const page = await openConsole({ server, path: "/webhooks", locale: "ar-EG", viewport: "phone" });
  const [text, action] = await Promise.all([
    page.getByText(ar.webhooks.text).boundingBox(),
    page.getByRole("button", { name: ar.webhooks.add }).boundingBox(),
  ]);
  expect(action?.y).toBeGreaterThanOrEqual((text?.y ?? Number.NaN) + (text?.height ?? 0));
  await page.getByRole("link", { name: ar.events.title }).click();
  await page.getByText(ar.events.text.replace("{days}", "\u2068٣٠\u2069")).waitFor();
});

test("a read key sees endpoints and cannot change them", async () => {
  const page = await openConsole({ server, apiKey: server.readKey, path: "/webhooks" });
  await page.getByText("No endpoints yet").waitFor();
  expect(await page.getByRole("button", { name: "New endpoint" }).count()).toBe(0);
});
