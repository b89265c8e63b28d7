// Webhook endpoints in the console: added with a key, tested, and their deliveries read and sent again.
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { startServer, type TestServer } from "../harness/server.ts";
import { startReceiver } from "../webhooks/receiver.ts";
import { expectAccessibleInBoth, openConsole } from "./harness/console.ts";
import { takePictures } from "./harness/picture.ts";

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
  await takePictures(page, "console-webhook");
  await expectAccessibleInBoth(page);
  await page.getByRole("link", { name: "webhook_endpoint.test" }).click();
  await page.getByText("the shop is closed").first().waitFor();
  await page.getByText('"type": "webhook_endpoint.test"').waitFor();
  await takePictures(page, "console-webhook-delivery");
  await expectAccessibleInBoth(page);
  receiver.answer((response) => void response.writeHead(204).end());
  await page.getByRole("button", { name: "Send again" }).click();
  await page.getByText("Delivered").waitFor();

  await page.goto("/console/events");
  await page.getByRole("link", { name: "webhook_endpoint.test" }).click();
  await page.getByText('"type": "webhook_endpoint.test"').waitFor();
  await expectAccessibleInBoth(page);
});

test("a read key sees endpoints and cannot change them", async () => {
  const page = await openConsole({ server, apiKey: server.readKey, path: "/webhooks" });
  await page.getByText("No endpoints yet").waitFor();
  expect(await page.getByRole("button", { name: "New endpoint" }).count()).toBe(0);
});
