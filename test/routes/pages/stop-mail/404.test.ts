// Links that end no mail: forged, of another kind, cut off, and of a user who is gone.
import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { unsubscribeToken } from "../../../../src/mail/unsubscribe.ts";
import { readConfig } from "../../../../src/settings/config.ts";
import { newUser } from "../../../harness/server/users.ts";
import { serverForFile } from "../../setup.ts";

const server = serverForFile({ role: "api" });
const post = (token: string) =>
  server().call<string>({
    method: "POST",
    path: `/mail/stop/${token}`,
    headers: { "api-key": null, "merchant-id": null },
  });

test("a token that this installation did not make ends nothing", async () => {
  const user = await newUser(server(), server().apiKey, { role: "owner" });
  const { buyerDataKeys: keys } = readConfig({}, server().installation.environment);
  if (!keys) throw new Error("the server has no keys");
  const token = unsubscribeToken(keys, { userId: user.id, kind: "exceptions" });
  const forged = unsubscribeToken([{ id: "other", key: randomBytes(32) }], { userId: user.id, kind: "exceptions" });
  for (const wrong of [forged, token.replace("exceptions", "webhooks"), token.slice(0, -1), "x", `${token}x`]) {
    const { status, body } = await post(wrong);
    expect([status, body.includes("This link does not work")]).toEqual([404, true]);
  }
  expect(await server().sql("select mail_off from users where id = $1", [user.id])).toEqual([{ mail_off: [] }]);
});

test("a user who was removed has no mail to end", async () => {
  const user = await newUser(server(), server().apiKey, { role: "reader" });
  const { buyerDataKeys: keys } = readConfig({}, server().installation.environment);
  if (!keys) throw new Error("the server has no keys");
  await server().store.users.remove(
    { partnerId: server().partnerId, userId: user.id, managed: ["reader"] },
    { actor: "operator", via: "cli" },
  );
  expect((await post(unsubscribeToken(keys, { userId: user.id, kind: "webhooks" }))).status).toBe(404);
});
