// Missing and ended sessions. The database's clock decides when a session ends.
import { expect, test } from "vitest";
import { newApiKey } from "../../../../src/merchant/api-key.ts";
import { consoleCall, type SignedIn, signIn } from "../../../harness/server/console.ts";
import { createKeyFor, errorOf, rowsOf, serverForFile, type WireBody } from "../../setup.ts";

const server = serverForFile();

const stateOf = async (session: SignedIn, headers = {}) => {
  const { status, body } = await session.call<WireBody>({ path: "/session", headers });
  return status === 200 ? status : [status, body.code];
};
const ENDED = [401, "unauthorized"];

const tokenOf = ({ cookie }: SignedIn): string => cookie.split("=")[1] ?? "";
/** Moves the session this far into the past. Its columns keep milliseconds, and would round up into the future. */
const age = (session: SignedIn, { begun, used }: { begun: string; used: string }) =>
  server().sql(
    `update console_sessions set created_at = date_trunc('milliseconds', now()) - $2::interval,
            used_at = date_trunc('milliseconds', now()) - $3::interval
      where hash = sha256($1::bytea)`,
    [tokenOf(session), begun, used],
  );

test("an unknown, revoked or malformed key cannot sign in", async () => {
  const revoked = await createKeyFor(server(), "partner");
  await server().sql("update api_keys set revoked_at = now() where hash = sha256($1::bytea)", [revoked]);
  const before = await rowsOf(server(), "console_sessions");
  for (const apiKey of [newApiKey("partner", "prtn_1").apiKey, revoked, "", "tp_partner_x", "\u0000"]) {
    const answer = await consoleCall<WireBody>(server(), { path: "/session", body: { apiKey } });
    if (apiKey === "\u0000") expect(answer.status).toBe(400);
    else expect([answer.status, answer.body.code]).toEqual([401, "invalid_api_key"]);
    expect(answer.headers.get("set-cookie")).toBeNull();
  }
  expect(await rowsOf(server(), "console_sessions")).toBe(before);
});

test("a missing or invalid cookie is refused, with any key beside it", async () => {
  for (const cookie of [
    null,
    "",
    "turnpike_console",
    "turnpike_console=",
    `turnpike_console=${"x".repeat(43)}`,
    "=;=;%",
  ]) {
    const headers = { cookie, "api-key": server().apiKey };
    const error = await errorOf(consoleCall<WireBody>(server(), { path: "/session", headers }));
    expect(error).toEqual({
      status: 401,
      code: "unauthorized",
      message: "Not signed in: sign in first",
    });
  }
});

test("half an hour after its last use", async () => {
  const session = await signIn(server());
  await age(session, { begun: "2 hours", used: "29 minutes 58 seconds" });
  expect(await stateOf(session)).toBe(200);
  // this counts as a use
  await server().sql(
    "update console_sessions set used_at = used_at - interval '29 minutes' where hash = sha256($1::bytea)",
    [tokenOf(session)],
  );
  expect(await stateOf(session)).toBe(200);
  await age(session, { begun: "2 hours", used: "30 minutes" });
  expect(await stateOf(session)).toEqual(ENDED);
});

test("the page's background requests do not extend the session", async () => {
  const session = await signIn(server());
  await age(session, { begun: "1 hour", used: "20 minutes" });
  const usedAt = () =>
    server().sql("select used_at from console_sessions where hash = sha256($1::bytea)", [tokenOf(session)]);
  const before = await usedAt();
  expect(await stateOf(session, { "turnpike-console": "background" })).toBe(200);
  expect(await usedAt()).toEqual(before);
  expect(await stateOf(session)).toBe(200);
  expect(await usedAt()).not.toEqual(before);
});

test("twelve hours after it began, however active it was", async () => {
  const session = await signIn(server());
  await age(session, { begun: "11 hours 59 minutes 58 seconds", used: "2 minutes" });
  const { body } = await session.call<{ expiresAt: number }>({ path: "/session" });
  expect(body.expiresAt - Date.now() / 1_000).toBeLessThan(5);
  await age(session, { begun: "12 hours", used: "0 seconds" });
  expect(await stateOf(session)).toEqual(ENDED);
});

test("as soon as its own key is revoked", async () => {
  const apiKey = await createKeyFor(server(), "partner");
  const [ends, stays] = [await signIn(server(), apiKey), await signIn(server())];
  await server().sql("update api_keys set revoked_at = now() where hash = sha256($1::bytea)", [apiKey]);
  expect(await stateOf(ends)).toEqual(ENDED);
  expect(await stateOf(stays)).toBe(200);
});

test("ended sessions are deleted, the others kept", async () => {
  const [idle, old, live] = [await signIn(server()), await signIn(server()), await signIn(server())];
  const revoked = await createKeyFor(server(), "read");
  const ofRevoked = await signIn(server(), revoked);
  await server().sql("update api_keys set revoked_at = now() where hash = sha256($1::bytea)", [revoked]);
  await age(idle, { begun: "1 hour", used: "30 minutes" });
  await age(old, { begun: "12 hours", used: "0 seconds" });
  expect(await server().store.sessions.forgetEnded()).toEqual({ hasMore: false });
  const left = async (session: SignedIn) =>
    (await server().sql("select 1 from console_sessions where hash = sha256($1::bytea)", [tokenOf(session)])).length;
  // The server's own sweep may hold a row that this one skipped, and deletes it.
  await expect.poll(() => Promise.all([idle, old, ofRevoked, live].map(left))).toEqual([0, 0, 0, 1]);
});
