import { expect, test } from "vitest";
import type { Session } from "../../../../src/contract/console/records.ts";
import { consoleCall, cookieOf, signIn } from "../../../harness/server/console.ts";
import { rowsOf, sharedServerForFile } from "../../setup.ts";

const server = sharedServerForFile();

test("a key is exchanged for a session cookie that scripts cannot read and other sites cannot send", async () => {
  const answer = await consoleCall<Session>(server(), { path: "/session", body: { apiKey: server().apiKey } });
  expect(answer.status).toBe(200);
  expect(answer.headers.get("cache-control")).toBe("no-store");
  const attributes = (answer.headers.get("set-cookie") ?? "").split("; ");
  expect(attributes[0]).toMatch(/^turnpike_console=[0-9A-Za-z_-]{43}$/);
  expect(attributes.slice(1).sort()).toEqual(["HttpOnly", "Max-Age=43200", "Path=/console", "SameSite=Strict"]);
  const [key] = await server().sql<{ id: string; prefix: string; label: string | null }>(
    "select id, prefix, label from api_keys where partner_id = $1 and role = 'partner'",
    [server().partnerId],
  );
  expect(answer.body).toEqual({
    partner: { id: server().partnerId, name: "Test partner" },
    role: "partner",
    key,
    user: null,
    till: null,
    merchantIds: null,
    livemode: true,
    isTestNet: true,
    expiresAt: expect.any(Number),
  });
  const inS = answer.body.expiresAt - Date.now() / 1_000;
  expect(inS).toBeGreaterThan(29 * 60);
  expect(inS).toBeLessThanOrEqual(30 * 60 + 1);
});

test("reports who is signed in, also for a read key", async () => {
  const partner = await signIn(server());
  const read = await signIn(server(), server().readKey);
  const answers = await Promise.all([partner, read].map((session) => session.call<Session>({ path: "/session" })));
  expect(answers.map(({ status, body }) => [status, body.role])).toEqual([
    [200, "partner"],
    [200, "read"],
  ]);
  expect(answers[0]?.headers.get("set-cookie")).toBeNull();
});

test("only the hash of the cookie's value is stored", async () => {
  const { cookie } = await signIn(server());
  const token = cookie.split("=")[1] ?? "";
  const text = await server().sql<{ text: string }>("select s::text as text from console_sessions s");
  expect(text.map((row) => row.text).join("\n")).not.toContain(token);
  const found = await server().sql("select 1 from console_sessions where hash = sha256($1::bytea)", [token]);
  expect(found).toHaveLength(1);
});

test("each sign-in creates a new session and ends the browser's previous one", async () => {
  const former = await signIn(server());
  const again = await former.call({ path: "/session", body: { apiKey: server().apiKey } });
  expect(cookieOf(again)).not.toBe(former.cookie);
  expect((await former.call({ path: "/session" })).status).toBe(401);
});

test("a cookie sent by the browser never becomes the new session's", async () => {
  const planted = `turnpike_console=${"A".repeat(43)}`;
  const answer = await consoleCall(server(), {
    path: "/session",
    headers: { cookie: planted },
    body: { apiKey: server().apiKey },
  });
  expect(cookieOf(answer)).not.toBe(planted);
  expect((await consoleCall(server(), { path: "/session", headers: { cookie: planted } })).status).toBe(401);
});

test("signing out ends the session and clears the cookie; a repeat does not fail", async () => {
  const session = await signIn(server());
  const before = await rowsOf(server(), "console_sessions");
  const both = await Promise.all([1, 2].map(() => session.call({ method: "DELETE", path: "/session" })));
  for (const { status, body, headers } of both) {
    expect([status, body]).toEqual([200, {}]);
    expect(headers.get("set-cookie")).toBe(
      "turnpike_console=; Max-Age=0; Path=/console; Expires=Thu, 01 Jan 1970 00:00:00 GMT; HttpOnly; SameSite=Strict",
    );
  }
  expect(await rowsOf(server(), "console_sessions")).toBe(before - 1);
  expect((await session.call({ path: "/session" })).status).toBe(401);
  expect((await consoleCall(server(), { method: "DELETE", path: "/session" })).status).toBe(200);
});

test("signing out does not end the key's other sessions", async () => {
  const [first, second] = [await signIn(server()), await signIn(server())];
  await first.call({ method: "DELETE", path: "/session" });
  expect((await second.call({ path: "/session" })).status).toBe(200);
});
