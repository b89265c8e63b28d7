// The audit log in the console: actions from the console and elsewhere, in words, newest first.
import { text as textOf } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ar } from "../../../locales/console/ar.ts";
import { de } from "../../../locales/console/de.ts";
import { createPayment } from "../../harness/chain/wallet.ts";
import { asPartner } from "../../harness/server/as-partner.ts";
import { consoleCall, signIn } from "../../harness/server/console.ts";
import type { TestServer } from "../../harness/server/server.ts";
import { sharedServer } from "../../harness/server/shared-server.ts";
import { newUser } from "../../harness/server/users.ts";
import { askToMove, decide, destinationsOf, elsewhere, newFirm } from "../../routes/console/change-requests/people.ts";
import { expectAccessibleInBoth, openConsole } from "../harness/console.ts";
import { takePictures } from "../harness/picture.ts";

let server: TestServer;

const NEW_ADDRESS = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed";

beforeAll(async () => {
  server = await sharedServer();
});
afterAll(() => server.stop());

/** A partner who has renamed a merchant, changed a destination and cancelled a payment. */
async function busyPartner(): Promise<TestServer> {
  const owner = asPartner(server, await server.newOwner());
  const { merchantId } = owner;
  await owner.call({ method: "PATCH", path: `/v1/merchants/${merchantId}`, body: { merchantName: "Renamed shop" } });
  const { body } = await owner.call<{ crypto: readonly { id: string }[] }>({
    path: `/v1/merchants/${merchantId}/settlements`,
  });
  await owner.call({
    method: "PUT",
    path: `/v1/merchants/${merchantId}/settlements/crypto/${body.crypto[0]?.id}`,
    body: { destination: `${owner.caip2}:${NEW_ADDRESS}` },
  });
  await owner.call({ path: `/v1/payments/${await createPayment(owner)}/cancel`, body: {} });
  return owner;
}

test("entries are sentences with the old and the new value", async () => {
  const owner = await busyPartner();
  const page = await openConsole({ server: owner, path: "/audit" });
  for (const did of ["Cancelled a payment: pay_", "Changed a destination: ", "Changed a merchant: Renamed shop"]) {
    await page.getByText(did).first().waitFor();
  }
  expect(await page.getByText("Signed in to the console").count()).toBe(0);
  const change = page.getByRole("listitem").filter({ hasText: "Changed a destination" });
  expect(await change.textContent()).toContain(`Destination: ${owner.destination} → ${NEW_ADDRESS}`);
  expect(await change.textContent()).toContain("via API");
  await takePictures(page, "console-audit");
  await expectAccessibleInBoth(page);
});

test("a merchant's page shows its changes", async () => {
  const owner = await busyPartner();
  const page = await openConsole({ server: owner, path: `/merchants/${owner.merchantId}`, viewport: "phone" });
  await page.getByRole("button", { name: /^Show \d+ changes$/ }).click();
  await page.getByText("Changed a destination").waitFor();
  expect(await page.getByText("Signed in to the console").count()).toBe(0);
  await takePictures(page, "console-merchant-changes");
  await expectAccessibleInBoth(page);
});

test("users are named: those who were invited, and those who asked for a change, which is told in words", async () => {
  const firm = await newFirm(server);
  const [before] = await destinationsOf(firm.server);
  await decide(firm.bob, await askToMove(firm), "approve");
  const page = await openConsole({ server, apiKey: firm.server.apiKey, path: "/audit", viewport: "phone" });
  await page.getByText("Invited Bob").waitFor();
  const approved = page.getByRole("listitem").filter({ hasText: "Approved a change" });
  // Assets are read beside the log, and have ids until then.
  await expect.poll(() => approved.textContent()).not.toContain("eip155");
  const words = (await approved.textContent()) ?? "";
  for (const part of ["Change: Change a destination", "Asked by: Ada"]) expect(words).toContain(part);
  const [old, next] = [before?.destination ?? "", elsewhere(server)].map((account) => account.split(":")[2]);
  expect(words).toContain(`Destination: ${old} → ${next}`);
  await takePictures(page, "console-audit-people");
});

test("older entries load on request", async () => {
  const owner = asPartner(server, await server.newOwner());
  for (let index = 0; index < 51; index++) {
    const body = { merchantName: `Shop ${index}` };
    await owner.call({ method: "PATCH", path: `/v1/merchants/${owner.merchantId}`, body });
  }
  const page = await openConsole({ server: owner, path: "/audit", viewport: "phone" });
  await page.getByText("Shop 50").first().waitFor();
  expect(await page.getByText("Test shop").count()).toBe(0);
  await page.getByRole("button", { name: "Show older" }).click();
  await page.getByText("Test shop").first().waitFor();
});

test("a read key sees the log, without other partners' entries", async () => {
  const [owner, other] = [await busyPartner(), await busyPartner()];
  const page = await openConsole({ server: owner, apiKey: owner.readKey, path: "/audit" });
  await page.getByText("Changed a destination").waitFor();
  expect(await page.getByText("Changed a destination").count()).toBe(1);
  expect(await page.content()).not.toContain(other.merchantId);
});

test("it is filtered by what was done, by whom, and by text, and exported as it is shown", async () => {
  const owner = await busyPartner();
  const ada = await newUser(owner, owner.apiKey, { role: "owner", name: "Ada Owner" });
  await ada.confirm();
  const body = { name: "Lost till", merchantId: owner.merchantId };
  const { body: till } = await ada.call<{ id: string; code: string }>({ path: "/tills", body });
  await consoleCall(owner, { path: "/pair", body: { code: till.code } });
  await ada.call({ method: "DELETE", path: `/tills/${till.id}` });
  const page = await openConsole({ server: owner, path: "/audit" });
  await page.getByText("Revoked the till “Lost till”").waitFor();

  await page.getByLabel("What was done").selectOption("tills");
  await page.waitForURL(/what=tills/);
  await page.getByText("Changed a destination").waitFor({ state: "detached" });
  await page.getByText("Created the till “Lost till”").waitFor();
  await takePictures(page, "console-audit-filtered");
  await expectAccessibleInBoth(page);
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Export" }).click(),
  ]);
  const csv = await textOf(await download.createReadStream());
  expect(csv).toContain("till_revoked");
  expect(csv).not.toContain("settlement_changed");

  await page.getByLabel("What was done").selectOption("sign_ins");
  await page.getByText("Signed in as a till").waitFor();
  const asTill = page.getByRole("listitem").filter({ hasText: "Signed in as a till" });
  expect(await asTill.textContent()).toContain("Till “Lost till”, from ");

  await page.getByLabel("What was done").selectOption("all");
  await page.getByRole("combobox", { name: "Who" }).click();
  await page.getByRole("option", { name: "Ada Owner" }).click();
  await page.getByText("Changed a destination").waitFor({ state: "detached" });
  await page.getByText("Created the till “Lost till”").waitFor();
  await page.getByLabel("Search").fill("no such thing");
  await page.getByText("No entries match").waitFor();
  await expectAccessibleInBoth(page);
  await page.getByRole("link", { name: "Audit log", exact: true }).click(); // without filters
  await page.getByText("Created the till “Lost till”").waitFor();
  expect(await page.getByLabel("Search").inputValue()).toBe("");
});

test.each([
  ["de", de, "Kasse „Lost till“ angelegt"],
  ["ar", ar, "إنشاء نقطة البيع «Lost till»"],
] as const)("in %s, it names what was done to a till", async (locale, texts, sentence) => {
  const owner = await busyPartner();
  const session = await signIn(owner);
  const body = { name: "Lost till", merchantId: owner.merchantId };
  await session.call({ path: "/tills", headers: { "api-key": owner.apiKey }, body });
  const page = await openConsole({ server: owner, path: "/audit", locale, viewport: "phone" });
  await page.getByText(sentence).waitFor();
  await page.getByText(texts.audit.actions.settlement_changed).waitFor();
  await takePictures(page, `console-audit-${locale}`);
});
