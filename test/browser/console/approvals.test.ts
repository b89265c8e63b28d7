// A second person in the console: an owner requires one, asks for a change, and somebody else approves it.
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { asPartner } from "../../harness/server/as-partner.ts";
import type { TestServer } from "../../harness/server/server.ts";
import { sharedServer } from "../../harness/server/shared-server.ts";
import { newUser, PASSWORD } from "../../harness/server/users.ts";
import {
  askToMove,
  destinationsOf,
  elsewhere,
  newFirm,
  openOf,
  require,
} from "../../routes/console/change-requests/people.ts";
import { expectAccessibleInBoth, openConsole } from "../harness/console.ts";
import { takePictures } from "../harness/picture.ts";

let server: TestServer;
beforeAll(async () => {
  server = await sharedServer();
});
afterAll(() => server.stop());

async function confirmWith(page: Page, button: string): Promise<void> {
  await page.getByRole("textbox", { name: "Password" }).fill(PASSWORD);
  await page.getByRole("dialog").getByRole("button", { name: button, exact: true }).click();
}

test("an owner requires a second person and asks; another one approves, and the destination moves", async () => {
  const place = asPartner(server, await server.newOwner());
  const ada = await newUser(place, place.apiKey, { role: "owner", name: "Ada" });
  const bob = await newUser(place, place.apiKey, { role: "manager", name: "Bob" });

  const team = await openConsole({ server, user: ada, path: "/team" });
  await team.getByText("Bob", { exact: true }).waitFor();
  await team.getByRole("button", { name: "Require a second person" }).click();
  await team.getByText("API keys can't change them at all").waitFor();
  await takePictures(team, "console-second-person");
  await expectAccessibleInBoth(team);
  await confirmWith(team, "Require a second person");
  await team.getByText("Required. A destination changes only after").waitFor();

  const asking = await openConsole({ server, user: ada, path: `/merchants/${place.merchantId}` });
  await asking
    .getByRole("button", { name: /^Change destination for/ })
    .first()
    .click();
  await asking.getByLabel("New address").fill(elsewhere(server).split(":")[2] ?? "");
  await asking.getByRole("button", { name: "Continue" }).click();
  await asking.getByText("Another owner or manager must approve this").waitFor();
  expect(await asking.getByRole("dialog").getByRole("button", { name: "Change destination" }).count()).toBe(0);
  await confirmWith(asking, "Ask for approval");
  await asking.getByRole("heading", { name: "Waiting for approval" }).waitFor();
  await asking.getByRole("button", { name: /^Withdraw/ }).waitFor();
  await asking.getByText("Another owner or manager must approve it.").waitFor();
  expect((await destinationsOf(place)).map(({ destination }) => destination)).not.toContain(elsewhere(server));

  const approving = await openConsole({ server, user: bob, viewport: "narrow" });
  await approving.getByRole("heading", { name: "Waiting for approval" }).waitFor();
  await approving.getByText("Ada asked for this on").waitFor();
  await takePictures(approving, "console-approvals");
  await expectAccessibleInBoth(approving);
  expect(await approving.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  await approving.getByRole("button", { name: /^Approve/ }).click();
  await approving.getByText("Ask Ada in person or by phone").waitFor();
  await expectAccessibleInBoth(approving);
  await confirmWith(approving, "Approve");
  await approving.getByText("The change is in force.").waitFor();
  await approving.getByRole("heading", { name: "Waiting for approval" }).waitFor({ state: "detached" });
  expect((await destinationsOf(place)).map(({ destination }) => destination)).toContain(elsewhere(server));
});

test("a key that is right, but may not do this, is not called a wrong key", async () => {
  const firm = await newFirm(server, false);
  const path = `/merchants/${firm.server.merchantId}`;
  const page = await openConsole({
    server,
    apiKey: firm.server.apiKey,
    path,
    allows: [{ kind: "console", what: /403/, why: "refused below" }],
  });
  const json = { code: "forbidden", message: "A key with the role partner may not do this" };
  await page.route("**/settlements/crypto/*", (route) => route.fulfill({ status: 403, json }));
  await page
    .getByRole("button", { name: /^Remove destination for/ })
    .first()
    .click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("API key").fill(firm.server.apiKey);
  await dialog.getByRole("button", { name: "Remove destination", exact: true }).click();
  await dialog.getByText("You may not do this").waitFor();
  expect(await dialog.getByText("This isn't one of your active partner keys").count()).toBe(0);
});

test("a request is rejected and withdrawn, and a late decision is told that it came too late", async () => {
  const firm = await newFirm(server);
  await askToMove(firm);
  const bob = await openConsole({
    server,
    user: firm.bob,
    path: `/merchants/${firm.server.merchantId}`,
    allows: [{ kind: "console", what: /409/, why: "the request was withdrawn meanwhile" }],
  });
  await bob.getByRole("button", { name: /^Reject/ }).click();
  await bob.getByText("Rejected", { exact: true }).waitFor();
  expect((await openOf(firm.bob)).requests).toEqual([]);

  await askToMove(firm);
  await bob.reload();
  await bob.getByRole("button", { name: /^Reject/ }).waitFor();
  const ada = await openConsole({ server, user: firm.ada, path: `/merchants/${firm.server.merchantId}` });
  await ada.getByRole("button", { name: /^Withdraw/ }).click();
  await ada.getByText("Withdrawn", { exact: true }).waitFor();
  await bob.getByRole("button", { name: /^Reject/ }).click();
  await bob.getByText("This can no longer be decided").waitFor();
});

test("somebody with a key sees what waits, without buttons, and why a key changes nothing", async () => {
  const firm = await newFirm(server);
  await askToMove(firm);
  const page = await openConsole({ server, apiKey: firm.server.apiKey, path: `/merchants/${firm.server.merchantId}` });
  await page.getByText("Sign in with your own account").waitFor();
  await page.getByText("Ada asked for this on").waitFor();
  await page.getByRole("heading", { name: "Settlement destinations" }).waitFor();
  await page.getByText("A change waits for approval.").waitFor();
  expect(await page.getByRole("button", { name: /^(Approve|Reject|Withdraw|Change dest|Remove|Add)/ }).count()).toBe(0);
});

test("an owner without a second person is told whom to invite, and whom to ask once nobody can approve", async () => {
  const place = asPartner(server, await server.newOwner());
  const ada = await newUser(place, place.apiKey, { role: "owner", name: "Ada" });
  const team = await openConsole({ server, user: ada, path: "/team", viewport: "phone" });
  const card = team.locator("section").filter({ hasText: "Nobody else could approve yet." });
  await card.getByRole("button", { name: "Invite someone" }).click();
  await team.getByRole("dialog", { name: "Invite someone" }).waitFor();
  await place.store.secondPerson.set(place.partnerId, true);
  for (const path of ["/team", `/merchants/${place.merchantId}`]) {
    await team.goto(`/console${path}`);
    await team.getByText("Too few people can approve").waitFor();
    await team.getByText("Ask the operator to invite another one").waitFor();
  }
  await takePictures(team, "console-second-person-alone");
  await expectAccessibleInBoth(team);
});

test("while a second person is required, nobody is offered to add one; a request to stop waits on the team's page", async () => {
  const firm = await newFirm(server);
  await require(firm.ada, false);
  const team = await openConsole({ server, user: firm.bob, path: "/team", viewport: "phone" });
  await team.getByText("Ada asked for this on").waitFor();
  await team.getByRole("button", { name: /^Approve: Stop requiring a second person/ }).waitFor();
  await takePictures(team, "console-second-person-stopping");
  await expectAccessibleInBoth(team);

  const owner = await openConsole({ server, user: firm.ada, path: "/team" });
  await owner.getByRole("button", { name: /^Withdraw: Stop requiring/ }).waitFor();
  await owner.getByRole("button", { name: "Invite someone" }).click();
  for (const role of ["Owner", "Manager"]) {
    expect(await owner.getByRole("radio", { name: role }).isDisabled()).toBe(true);
  }
  await owner.getByText("Only the operator can give this role").first().waitFor();
  expect(await owner.getByRole("radio", { name: "Cashier" }).isEnabled()).toBe(true);
});

test("German and Arabic", async () => {
  const firm = await newFirm(server);
  await askToMove(firm);
  const german = await openConsole({
    server,
    user: firm.bob,
    path: `/merchants/${firm.server.merchantId}`,
    locale: "de-DE",
  });
  await german.getByRole("heading", { name: "Wartet auf Freigabe" }).waitFor();
  const arabic = await openConsole({
    server,
    user: firm.bob,
    path: `/merchants/${firm.server.merchantId}`,
    locale: "ar",
    viewport: "narrow",
  });
  await arabic.getByRole("heading", { name: "بانتظار الموافقة" }).waitFor();
  expect(await arabic.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  await expectAccessibleInBoth(arabic);
});

test("a request whose destination has moved meanwhile says so, and can only be rejected", async () => {
  const firm = await newFirm(server);
  await askToMove(firm);
  await askToMove(firm, elsewhere(server, "bEEF"));
  const page = await openConsole({ server, user: firm.bob, path: `/merchants/${firm.server.merchantId}` });
  await page.getByText("A change waits for approval.").waitFor();
  await page
    .getByRole("button", { name: /^Approve/ })
    .first()
    .click();
  await confirmWith(page, "Approve");
  await page.getByText("The change is in force.").waitFor();
  await page.getByText("Outdated: the setting has changed since").waitFor();
  await page.getByText("A change waits for approval.").waitFor({ state: "detached" });
  expect(await page.getByRole("button", { name: /^Approve/ }).count()).toBe(0);
  await takePictures(page, "console-outdated-request");
  await page.getByRole("button", { name: /^Reject/ }).click();
  await page.getByText("Rejected", { exact: true }).waitFor();
  expect((await openOf(firm.bob)).requests).toEqual([]);
});
