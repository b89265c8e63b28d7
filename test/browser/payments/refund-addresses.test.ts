// The addresses of refunds where a second person is required: two people stand behind each.
import { afterAll, beforeAll, expect, test } from "vitest";
import { paidBy } from "../../harness/chain/refunds.ts";
import { asPartner } from "../../harness/server/as-partner.ts";
import type { TestServer } from "../../harness/server/server.ts";
import { sharedServer } from "../../harness/server/shared-server.ts";
import { newUser } from "../../harness/server/users.ts";
import { expectAccessibleInBoth, openConsole } from "../harness/console.ts";
import { takePictures } from "../harness/picture.ts";

let shared: TestServer;
beforeAll(async () => {
  shared = await sharedServer();
});
afterAll(() => shared.stop());

/**
 * A paid payment of a partner that requires a second person, and two who may be it. Another partner for each test,
 * because the queue has all of a partner's refunds.
 */
async function givenShop() {
  const server = asPartner(shared, await shared.newOwner());
  const paymentId = await paidBy(server, await server.newBuyer());
  const ada = await newUser(server, server.apiKey, { role: "manager", name: "Ada" });
  const grace = await newUser(server, server.apiKey, { role: "owner", name: "Grace" });
  await server.store.secondPerson.set(server.partnerId, true);
  return { server, paymentId, ada, grace };
}

test("with a second person, another one accepts an address that is not the buyer's", async () => {
  const { server, paymentId, ada, grace } = await givenShop();
  const other = await server.newBuyer(0n);
  const page = await openConsole({ server, path: `/payments/${paymentId}`, user: ada });
  await page.getByRole("button", { name: "Refund", exact: true }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Send it to another address").check();
  await dialog.getByLabel("Address", { exact: true }).fill(other.address);
  await dialog.getByText("The refund goes to").waitFor();
  await dialog.getByText("Somebody else of your team has to accept this address").waitFor();
  await takePictures(page, "console-refund-elsewhere");
  await expectAccessibleInBoth(page);
  await dialog.getByRole("button", { name: "Refund", exact: true }).click();
  await page.getByText("You requested this refund, so somebody else has to accept its address.").waitFor();
  expect(await page.getByRole("button", { name: "Accept address" }).count()).toBe(0);
  const byKey = await openConsole({ server, path: "/refunds" });
  await byKey.getByText("A person has to accept this address.").waitFor();
  const second = await openConsole({ server, path: "/refunds", user: grace, viewport: "phone" });
  await second.getByText("by Ada,").waitFor();
  await second.getByRole("button", { name: "Accept address" }).click();
  await second.getByRole("dialog").getByRole("button", { name: "Accept address" }).click();
  await second.getByText("An account of yours has to sign it.").waitFor();
  await second.getByRole("button", { name: "Cancel refund" }).click();
  await second.getByRole("dialog").getByRole("button", { name: "Cancel refund" }).click();
  await second.getByText("No open refunds").waitFor();
  await second.getByLabel("Status").selectOption("ended");
  await second.getByText("No money moved.").waitFor();
});

test("with a second person, two accept an address that a key sent", async () => {
  const { server, paymentId, ada, grace } = await givenShop();
  const { account: to } = await server.newBuyer(0n);
  expect((await server.call({ path: "/v1/refunds", body: { paymentId, to } })).status).toBe(201);
  const first = await openConsole({ server, path: "/refunds", user: ada });
  await first.getByRole("button", { name: "Accept address" }).click();
  await first.getByRole("dialog").getByText("You are the first.").waitFor();
  await first.getByRole("dialog").getByRole("button", { name: "Accept address" }).click();
  await first.getByText("Somebody else has to accept it too.").first().waitFor();
  await expect.poll(() => first.getByRole("button", { name: "Accept address" }).count()).toBe(0);
  const second = await openConsole({ server, path: "/refunds", user: grace });
  await second.getByText("One person has accepted this address.").waitFor();
  await second.getByRole("button", { name: "Accept address" }).click();
  await second.getByRole("dialog").getByRole("button", { name: "Accept address" }).click();
  await second.getByText("An account of yours has to sign it.").waitFor();
});

test("of two who are both about to be the first, the one who is second learns that the refund can be signed", async () => {
  const { server, paymentId, ada, grace } = await givenShop();
  const { account: to } = await server.newBuyer(0n);
  expect((await server.call({ path: "/v1/refunds", body: { paymentId, to } })).status).toBe(201);
  const pages = [];
  for (const user of [ada, grace]) {
    const page = await openConsole({ server, path: "/refunds", user });
    await page.getByRole("button", { name: "Accept address" }).click();
    await page.getByRole("dialog").getByText("You are the first.").waitFor();
    pages.push(page);
  }
  for (const [page, outcome] of [
    [pages[0], "You have accepted this address. Somebody else has to accept it too."],
    [pages[1], "The address was accepted. Now sign the refund."],
  ] as const) {
    await page?.getByRole("dialog").getByRole("button", { name: "Accept address" }).click();
    await page?.getByRole("alert").getByText(outcome).waitFor();
  }
});
