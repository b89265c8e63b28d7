// The audit log: the command line writes its changes to a partner there, and shows them.
import { expect, test } from "vitest";
import { testTwinOf } from "../../../src/merchant/mode.ts";
import { consoleCall, cookieOf } from "../../harness/server/console.ts";
import { PASSWORD, tokenOf } from "../../harness/server/users.ts";
import { serverForFile } from "../../routes/setup.ts";
import { json, turnpike } from "../turnpike.ts";

const server = serverForFile({ role: "api" });
const settings = () => server().installation.environment;

test("lists entries newest first, with the actor, the channel, and the old and new values", async () => {
  const { partnerId, merchantId } = server();
  const { keyId } = await json<{ keyId: string }>(
    ["key", "create", "--partner", partnerId, "--role", "read"],
    settings(),
  );
  await json(["key", "revoke", keyId], settings());
  await json(["merchant", "status", merchantId, "suspended"], settings());
  await json(["partner", "fees", partnerId, "--percentage", "1"], settings());
  await server().call({ path: `/v1/merchants/${merchantId}`, method: "PATCH", body: { merchantName: "Other" } });
  const entries = await json<{ action: string; via: string; actor: { type: string }; subject: { id: string } }[]>(
    ["audit", "--partner", partnerId, "--limit", "5"],
    settings(),
  );
  expect(entries.map(({ action, via, actor, subject }) => [action, via, actor.type, subject.id])).toEqual([
    ["merchant_changed", "api", "key", merchantId],
    ["fees_changed", "cli", "operator", partnerId],
    ["merchant_status_changed", "cli", "operator", merchantId],
    ["key_revoked", "cli", "operator", keyId],
    ["key_created", "cli", "operator", keyId],
  ]);
  const { stdout } = await turnpike(["audit", "--partner", partnerId, "--limit", "1"], settings());
  expect(stdout).toMatch(
    /^when +who .*\n20.*Z {2}key_\w+ \(tp_partner_\w{4}…\) {2}api +merchant_changed {2}merchant mrch_\w+ {2}name: Test shop → Other, email: shop@example.com\n$/,
  );
});

test("filters by kind, action, actor, time and text", async () => {
  const partner = ["--partner", server().partnerId];
  const made = ["key", "create", ...partner, "--role", "read", "--expires", "2031-01-01T00:00:00Z"];
  await json(made, settings());
  const find = async (...args: string[]) =>
    (await json<{ action: string }[]>(["audit", ...partner, ...args], settings())).map(({ action }) => action);
  expect(await find("--kind", "people", "--text", "2031-01-01t00")).toEqual(["key_created"]);
  expect(await find("--text", "2031-01-01", "--kind", "tills", "settings")).toEqual([]);
  expect(await find("--actor", "usr_unknown")).toEqual([]);
  expect(await find("--actor", "operator", "--action", "key_created", "--limit", "1")).toEqual(["key_created"]);
  expect(await find("--before", "2026-01-01T00:00:00Z")).toEqual([]);
  expect(await find("--since", "2026-01-01T00:00:00Z", "--limit", "1")).toEqual(["key_created"]);
  const wrong = await turnpike(["audit", ...partner, "--kind", "others"], settings());
  expect([wrong.code, wrong.stderr]).toEqual([1, expect.stringContaining("sign_ins")]);
});

test.each([["audit"], ["books", "closed"], ["exceptions"], ["webhooks"]])(
  "%s shows a test twin, and names an unknown partner",
  async (...command) => {
    const of = (partner: string) => turnpike([...command, "--partner", partner], settings());
    expect(await of(testTwinOf(server().partnerId))).toMatchObject({ code: 0, stderr: "" });
    expect(await of("prtn_0_test")).toMatchObject({
      code: 1,
      stdout: "",
      stderr: expect.stringContaining("there is no partner prtn_0_test"),
    });
  },
);

test("nobody is invited to a test twin", async () => {
  const twin = testTwinOf(server().partnerId);
  const refused = await turnpike(["user", "invite", "--partner", twin, "--name", "Ada"], settings());
  expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining(`there is no partner ${twin}`) });
});

test("users are invited by a link, listed, and signed out everywhere", async () => {
  const partner = ["--partner", server().partnerId];
  const invited = await json<{ userId: string; url: string }>(
    ["user", "invite", ...partner, "--name", "Ada"],
    settings(),
  );
  const body = { token: tokenOf(invited), name: "Ada", email: "ada@example.com", password: PASSWORD };
  const joined = await consoleCall(server(), { path: "/join", body });
  expect(joined.status).toBe(200);
  const users = await json<object[]>(["user", "list", ...partner], settings());
  expect(users).toMatchObject([{ userId: invited.userId, role: "owner", email: "ada@example.com", sessions: 1 }]);
  const ended = await json(["user", "end-sessions", invited.userId, ...partner], settings());
  expect(ended).toEqual({ userId: invited.userId, ended: 1 });
  const { status } = await consoleCall(server(), { path: "/session", headers: { cookie: cookieOf(joined) } });
  expect(status).toBe(401);
});

test("the operator makes a new link, also for an approver while a second person is required", async () => {
  const { partnerId } = server();
  const partner = ["--partner", partnerId];
  const first = await json<{ userId: string; url: string }>(
    ["user", "invite", ...partner, "--name", "Eve"],
    settings(),
  );
  await server().store.secondPerson.set(partnerId, true);
  const again = await json<{ userId: string; url: string }>(["user", "new-link", first.userId, ...partner], settings());
  const join = (link: { readonly url: string }) => {
    const body = { token: tokenOf(link), name: "Eve", email: "eve@example.com", password: PASSWORD };
    return consoleCall(server(), { path: "/join", body });
  };
  expect((await join(first)).status).toBe(404);
  expect((await join(again)).status).toBe(200);
  await server().store.secondPerson.set(partnerId, false);
});

test.each([
  ["a new link for nobody", ["user", "new-link", "usr_0", "--partner", "prtn_0"], "there is no user usr_0 of prtn_0"],
  ["a user of nobody", ["user", "end-sessions", "usr_0", "--partner", "prtn_0"], "there is no user usr_0 of prtn_0"],
  ["an invitation to nobody", ["user", "invite", "--partner", "prtn_0", "--name", "A"], "there is no partner prtn_0"],
  ["an unknown partner", ["audit", "--partner", "prtn_0"], "there is no partner prtn_0"],
  ["a wrong number", ["audit", "--partner", "prtn_0", "--limit", "0"], "must be a number from 1 to 10000"],
])("%s is refused with an explanation", async (_, args, words) => {
  const { code, stderr } = await turnpike(args, settings());
  expect([code, stderr.includes(words)]).toEqual([1, true]);
});
