// One email address in several invitations that are accepted at once: a partner has it once.
import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { consoleCall } from "../harness/server/console.ts";
import type { TestServer } from "../harness/server/server.ts";
import { invite, PASSWORD, tokenOf } from "../harness/server/users.ts";
import { sharedServerForFile } from "../routes/setup.ts";

const server = sharedServerForFile();
const newEmail = () => `${randomBytes(6).toString("hex")}@example.com`;

async function joinAtOnce(partners: readonly Pick<TestServer, "apiKey">[], email: string): Promise<readonly number[]> {
  const tokens = [];
  for (const { apiKey } of partners) tokens.push(tokenOf(await invite(server(), apiKey, { role: "reader" })));
  const join = (token: string) =>
    consoleCall(server(), { path: "/join", body: { token, name: "Ada", email, password: PASSWORD } });
  return (await Promise.all(tokens.map(join))).map(({ status }) => status).sort();
}

test("of two invitations of one partner, one takes the address", async () => {
  const partner = await server().newOwner();
  const email = newEmail();
  expect(await joinAtOnce([partner, partner], email)).toEqual([200, 400]);
  expect(await server().sql("select from users where email = $1", [email])).toHaveLength(1);
});

test("two invitations of different partners both take it", async () => {
  expect(await joinAtOnce([await server().newOwner(), await server().newOwner()], newEmail())).toEqual([200, 200]);
});
