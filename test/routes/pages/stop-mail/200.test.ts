// The link in a notice: a GET asks, and a POST ends mail of its kind, as mail programs send it (RFC 8058).
import { expect, test } from "vitest";
import { unsubscribeToken } from "../../../../src/mail/unsubscribe.ts";
import { readConfig } from "../../../../src/settings/config.ts";
import { newUser } from "../../../harness/server/users.ts";
import { serverForFile } from "../../setup.ts";

const server = serverForFile({ role: "api" });
const NOBODY = { "api-key": null, "merchant-id": null };

async function givenLink() {
  const { buyerDataKeys: keys } = readConfig({}, server().installation.environment);
  const user = await newUser(server(), server().apiKey, { role: "manager" });
  if (!keys) throw new Error("the server has no keys");
  return { user, path: `/mail/stop/${unsubscribeToken(keys, { userId: user.id, kind: "webhooks" })}` };
}

const offOf = (userId: string) => server().sql("select mail_off from users where id = $1", [userId]);

test("a GET asks in the reader's language and changes nothing", async () => {
  const { user, path } = await givenLink();
  const { status, body, headers } = await server().call<string>({ path: `${path}?lang=de`, headers: NOBODY });
  expect([status, headers.get("content-language")]).toEqual([200, "de"]);
  expect(body).toContain("Diese E-Mails abbestellen?");
  expect(await offOf(user.id)).toEqual([{ mail_off: [] }]);
});

test.each([
  ["application/x-www-form-urlencoded", "List-Unsubscribe=One-Click"],
  [
    "multipart/form-data; boundary=xyz",
    '--xyz\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--xyz--\r\n',
  ],
])("a POST as %s ends that kind without signing in, and again", async (type, body) => {
  const { user, path } = await givenLink();
  for (let sent = 0; sent < 2; sent += 1) {
    const answer = await server().call<string>({ path, body, headers: { ...NOBODY, "content-type": type } });
    expect([answer.status, answer.body.includes("These emails have stopped")]).toEqual([200, true]);
  }
  expect(await offOf(user.id)).toEqual([{ mail_off: ["webhooks"] }]);
});
