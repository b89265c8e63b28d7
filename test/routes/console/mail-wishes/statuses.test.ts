// The mail that a user wants, by status: read and changed by the user alone.
import { expect, test } from "vitest";
import { consoleCall } from "../../../harness/server/console.ts";
import { newUser } from "../../../harness/server/users.ts";
import { MAIL_SETTINGS } from "../../../mail/given-mail.ts";
import { serverForFile, sharedServerForFile } from "../../setup.ts";

const server = serverForFile({ role: "api", environment: MAIL_SETTINGS });
const withoutMail = sharedServerForFile("api");
const PATH = "/account/mail";

test("200: the wishes of a user, before and after a change", async () => {
  const user = await newUser(server(), server().apiKey, { role: "manager" });
  const wishes = { kinds: ["exceptions", "approvals", "webhooks"], off: [], language: null };
  expect(await user.call({ path: PATH })).toMatchObject({ status: 200, body: wishes });
  const body = { off: ["webhooks"], language: "zh" };
  expect(await user.call({ method: "PUT", path: PATH, body })).toMatchObject({
    status: 200,
    body: { ...wishes, ...body },
  });
  expect((await user.call({ path: PATH })).body).toEqual({ ...wishes, ...body });
});

test("200: a role that acts on nothing, and a server without mail, offer no kinds", async () => {
  const cashier = await newUser(server(), server().apiKey, { role: "cashier" });
  expect((await cashier.call({ path: PATH })).body).toMatchObject({ kinds: [] });
  const owner = await newUser(withoutMail(), withoutMail().apiKey, { role: "owner" });
  expect((await owner.call({ path: PATH })).body).toMatchObject({ kinds: [] });
});

test.each([
  [{ off: ["receipts"], language: "en" }],
  [{ off: ["webhooks", "webhooks"], language: "en" }],
  [{ off: [], language: "fr" }],
  [{ off: [] }],
  [{ off: [], language: "en", extra: 1 }],
])("400: %j", async (body) => {
  const user = await newUser(server(), server().apiKey, { role: "owner" });
  expect((await user.call({ method: "PUT", path: PATH, body })).status).toBe(400);
});

test("401: without a session", async () => {
  expect((await consoleCall(server(), { path: PATH })).status).toBe(401);
});
