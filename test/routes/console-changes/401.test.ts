// A waiting request whose session ends gets a 401 and no later changes.
import { expect, test } from "vitest";
import type { Changed } from "../../../src/contract/console.ts";
import { signIn } from "../../harness/console.ts";
import { givenPayment } from "../given.ts";
import { createKeyFor, serverForFile, type WireBody } from "../setup.ts";

const server = serverForFile();

const begun = async (apiKey: string) => {
  const session = await signIn(server(), apiKey);
  const { body } = await session.call<Changed>({ path: "/changes" });
  const held = session.call<WireBody>({ path: `/changes?after=${body.cursor}&maxPollMs=60000` });
  return { session, held };
};

/** A request is waiting once the process has looked it up. */
const waiting = async () => {
  await givenPayment({ ...server(), ...(await server().newOwner()) });
};

test("at once when the key is revoked", async () => {
  const apiKey = await createKeyFor(server(), "partner");
  const { held } = await begun(apiKey);
  await waiting();
  await server().sql("update api_keys set revoked_at = now() where hash = sha256($1::bytea)", [apiKey]);
  const { status, body } = await held;
  expect([status, body.code]).toEqual([401, "unauthorized"]);
});

test("with the next change after signing out elsewhere, without that change", async () => {
  const { session, held } = await begun(server().apiKey);
  await waiting();
  await session.call({ method: "DELETE", path: "/session" });
  await givenPayment(server());
  const { status, body } = await held;
  expect([status, body.code, body.paymentId]).toEqual([401, "unauthorized", undefined]);
});
