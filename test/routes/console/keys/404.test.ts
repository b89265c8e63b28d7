import { expect, test } from "vitest";
import { asPartner } from "../../../harness/server/as-partner.ts";
import { signIn } from "../../../harness/server/console.ts";
import { errorOf, sharedServerForFile, type WireBody } from "../../setup.ts";
import { keyIdOf } from "./keys.ts";

const server = sharedServerForFile();

test("another partner's key is unknown and stays valid", async () => {
  const other = asPartner(server(), await server().newOwner());
  const theirs = await signIn(other, other.readKey);
  const session = await signIn(server());
  const revoke = (id: string) =>
    errorOf(session.call<WireBody>({ path: `/keys/${id}`, method: "DELETE", headers: { "api-key": server().apiKey } }));
  const error = await revoke(await keyIdOf(theirs));
  expect(error).toEqual(await revoke("key_unknown"));
  expect(error).toMatchObject({ status: 404, code: "not_found" });
  expect((await theirs.call({ path: "/session" })).status).toBe(200);
});
