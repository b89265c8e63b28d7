// Invitations by mail: the link goes to the address alone, works once, and ends with a newer one.
import { afterAll, beforeAll, expect, test } from "vitest";
import { consoleCall, signIn } from "../harness/server/console.ts";
import { newUser, tokenOf } from "../harness/server/users.ts";
import { serverForFile, sharedServerForFile } from "../routes/setup.ts";
import { MAIL_SETTINGS, mailPorts, PUBLIC_URL, sendAll, storedMails, transportTo } from "./given-mail.ts";
import { type Mailbox, openMailbox } from "./mailbox.ts";

const server = serverForFile({ role: "api", environment: MAIL_SETTINGS });
const withoutMail = sharedServerForFile("api");
let mailbox: Mailbox;
beforeAll(async () => {
  mailbox = await openMailbox();
});
afterAll(() => mailbox.stop());

async function givenOwner() {
  const partner = await server().asNewOwner();
  const owner = await newUser(partner, partner.apiKey, { role: "owner", name: "Grace Hopper" });
  const invite = async (body: object) => {
    await owner.confirm();
    return owner.call<{ id: string; url: string | null }>({
      path: "/users",
      body: { name: "Ada", role: "reader", ...body },
    });
  };
  return { partner, owner, invite };
}

const send = () => sendAll(mailPorts(server(), transportTo(mailbox)));

test("the link goes to the address alone, in the inviter's language, and is deleted when it is sent", async () => {
  const { partner, invite } = await givenOwner();
  const invited = await invite({ email: "ada@example.com", language: "de" });
  expect([invited.status, invited.body.url]).toEqual([201, null]);
  const [waiting] = await server().sql<{ row: string }>("select mails::text as row from mails where partner_id = $1", [
    partner.partnerId,
  ]);
  expect(waiting?.row).not.toMatch(/ada@|join#/);
  await send();
  const mail = mailbox.received.find(({ to }) => to.includes("ada@example.com"));
  expect(mail?.headers.get("subject")).toBe("Einladung zu Test partner");
  expect(mail?.text).toContain("Grace Hopper lädt Sie zur Konsole von Test partner ein.");
  const url = /https:\S+join#\S+/.exec(mail?.text ?? "")?.[0] ?? "";
  expect(url.startsWith(`${PUBLIC_URL}/console/join#`)).toBe(true);
  const body = { token: tokenOf({ url }), name: "Ada", email: "ada@example.com", password: "correct horse battery" };
  expect((await consoleCall(server(), { path: "/join", body })).status).toBe(200);
  expect((await consoleCall(server(), { path: "/join", body })).status).toBe(404);
  expect(await storedMails(partner)).toMatchObject([{ kind: "invitation", state: "sent", content: null }]);
});

test("a newer link, or a removed user, ends the message that waits", async () => {
  const { partner, owner, invite } = await givenOwner();
  const [one, two] = [await invite({ email: "one@example.com" }), await invite({ email: "two@example.com" })];
  await owner.confirm();
  expect((await owner.call({ path: `/users/${one.body.id}/invitation`, body: {} })).status).toBe(201);
  await owner.confirm();
  await owner.call({ method: "DELETE", path: `/users/${two.body.id}` });
  await send();
  expect((await storedMails(partner)).map(({ state, content }) => [state, content])).toEqual([
    ["given_up", null],
    ["given_up", null],
  ]);
});

test("beyond ten messages to an address in a day, the link is shown instead", async () => {
  const { invite } = await givenOwner();
  for (let count = 0; count < 10; count += 1)
    expect((await invite({ email: "often@example.com" })).body.url).toBeNull();
  expect((await invite({ email: "often@example.com" })).body.url).toContain("/console/join#");
});

test("400: an address that is none, and a server that sends no mail", async () => {
  const { invite } = await givenOwner();
  expect((await invite({ email: '"a@b.example"@c.example' })).status).toBe(400);
  const { apiKey } = withoutMail();
  const key = await signIn(withoutMail(), apiKey);
  const body = { name: "Ada", role: "reader", email: "ada@example.com" };
  const refused = await key.call({ path: "/users", headers: { "api-key": apiKey }, body });
  expect(refused).toMatchObject({ status: 400, body: { issues: [{ field: "email" }] } });
});
