// Users of a partner: invitation, password sign-in, rights, sessions, removal, and what the audit log shows of it.
import { expect, test } from "vitest";
import type { AuditLog } from "../../../../src/contract/console/audit.ts";
import type { Session } from "../../../../src/contract/console/records.ts";
import type { Account, Invited, Sessions, Users } from "../../../../src/contract/console/users.ts";
import { consoleCall, cookieOf, signIn } from "../../../harness/server/console.ts";
import { invite, newUser, PASSWORD, type TestUser, tokenOf } from "../../../harness/server/users.ts";
import { sharedServerForFile, type WireBody } from "../../setup.ts";

const server = sharedServerForFile();
const asOwner = () => signIn(server());
const usersOf = async (user: { call: TestUser["call"] }) => (await user.call<Users>({ path: "/users" })).body.users;

test("an invitation shows who invites, is accepted once, and its user signs in with the password", async () => {
  const invitation = await invite(server(), server().apiKey, { role: "cashier", name: "Ada" });
  expect(invitation.url.startsWith("http://localhost:")).toBe(true);
  const token = tokenOf(invitation);
  const shown = await consoleCall<Invited>(server(), { path: "/invitation", body: { token } });
  expect(shown.body).toEqual({ partnerName: "Test partner", role: "cashier", name: "Ada", email: null });
  const body = { token, name: "Ada Lovelace", email: "Ada.L@Example.com", password: PASSWORD };
  const joined = await consoleCall<Session>(server(), { path: "/join", body });
  expect(joined.body).toMatchObject({ role: "cashier", key: null, user: { id: invitation.id, name: "Ada Lovelace" } });
  expect((await consoleCall(server(), { path: "/join", body })).status).toBe(404);
  expect((await consoleCall(server(), { path: "/invitation", body: { token } })).status).toBe(404);
  const credentials = { email: "ada.l@example.COM", password: PASSWORD };
  const again = await consoleCall<Session>(server(), { path: "/sign-in", body: credentials });
  expect([again.status, again.body.user?.id]).toEqual([200, invitation.id]);
  expect(cookieOf(again)).toMatch(/^turnpike_console=/);
  const [stored] = await server().sql<{ text: string }>("select u::text as text from users u where id = $1", [
    invitation.id,
  ]);
  expect(stored?.text).not.toContain(PASSWORD);
  expect(stored?.text).toContain("$scrypt$ln=15,r=8,p=3$");
});

test("a change that asks for proof takes the password once", async () => {
  const owner = await newUser(server(), server().apiKey, { role: "owner" });
  const create = () => owner.call<WireBody>({ path: "/keys", body: { role: "read", label: "Reports" } });
  expect((await create()).body.message).toBe("Confirm that it is you, then try again");
  await owner.confirm();
  expect((await create()).status).toBe(201);
  expect((await create()).status).toBe(403);
  const { body } = await owner.call<{ keys: { label: string | null }[] }>({ path: "/keys" });
  expect(body.keys.map(({ label }) => label)).toContain("Reports");
});

test("rights change with the next request, and the audit log names the user and the address", async () => {
  const user = await newUser(server(), server().apiKey, { role: "manager", name: "Grace Hopper" });
  const owner = await asOwner();
  const headers = { "api-key": server().apiKey };
  const path = `/users/${user.id}`;
  await owner.call({ method: "PATCH", path, headers, body: { role: "reader", merchantIds: [server().merchantId] } });
  const { body } = await user.call<Session>({ path: "/session" });
  expect([body.role, body.merchantIds]).toEqual(["reader", [server().merchantId]]);
  const log = (await owner.call<AuditLog>({ path: "/audit" })).body.entries.filter(
    ({ subject }) => subject.id === user.id,
  );
  expect(log.map(({ action }) => action)).toEqual(["user_changed", "signed_in", "user_joined", "user_invited"]);
  expect(log[0]?.actor).toMatchObject({ type: "key", address: "127.0.0.1" });
  expect(log[0]?.data.before).toEqual({ role: "manager", merchantIds: null });
  expect(log[1]?.actor).toEqual({ type: "user", userId: user.id, userName: "Grace Hopper", address: "127.0.0.1" });
  expect(JSON.stringify(log.map(({ data }) => data))).not.toContain("Grace");
});

test("removing a user ends the sessions and erases name, email and addresses; the log keeps the id", async () => {
  const user = await newUser(server(), server().apiKey, { role: "cashier", name: "Alan Turing" });
  const owner = await asOwner();
  const headers = { "api-key": server().apiKey };
  expect((await owner.call({ method: "DELETE", path: `/users/${user.id}`, headers })).status).toBe(200);
  expect((await user.call({ path: "/session" })).status).toBe(401);
  const credentials = { email: user.email, password: PASSWORD };
  expect((await consoleCall(server(), { path: "/sign-in", body: credentials })).status).toBe(401);
  const tables = ["users", "console_sessions", "audit_log"];
  for (const table of tables) {
    const rows = await server().sql<{ text: string }>(`select t::text as text from ${table} t where t::text like $1`, [
      `%${user.id}%`,
    ]);
    const text = rows.map((row) => row.text).join("\n");
    expect(text.includes(user.email) || text.includes("Turing")).toBe(false);
  }
  const addresses = await server().sql("select address from audit_log where actor = $1 and address is not null", [
    user.id,
  ]);
  expect(addresses).toEqual([]);
  const log = (await owner.call<AuditLog>({ path: "/audit" })).body.entries;
  const own = log.find(({ actor }) => actor.userId === user.id);
  expect(own?.actor).toEqual({ type: "user", userId: user.id });
  expect(await usersOf(owner)).not.toContainEqual(expect.objectContaining({ id: user.id }));
});

test("sessions are listed with browser and address, and end one by one or all", async () => {
  const user = await newUser(server(), server().apiKey, { role: "reader" });
  const signInAgain = async () => {
    const body = { email: user.email, password: PASSWORD };
    const headers = { "user-agent": `Browser ${"x".repeat(300)}` };
    return cookieOf(await consoleCall(server(), { path: "/sign-in", headers, body }));
  };
  const others = [await signInAgain(), await signInAgain(), await signInAgain()];
  const list = async () => (await user.call<Sessions>({ path: "/sessions" })).body.sessions;
  const [newest, ...rest] = await list();
  expect(newest).toMatchObject({ address: "127.0.0.1", agent: `Browser ${"x".repeat(192)}`, isThisOne: false });
  expect([rest.length, rest.at(-1)?.isThisOne]).toEqual([3, true]);
  expect((await user.call({ method: "DELETE", path: `/sessions/${newest?.id}` })).status).toBe(200);
  const statusOf = async (cookie = "") =>
    (await consoleCall(server(), { path: "/session", headers: { cookie } })).status;
  expect(await statusOf(others[2])).toBe(401);
  expect((await user.call({ method: "DELETE", path: "/sessions" })).body).toEqual({ ended: 2 });
  expect([await statusOf(others[0]), await statusOf(user.cookie)]).toEqual([401, 200]);
  const owner = await asOwner();
  const listed = (await usersOf(owner)).find(({ id }) => id === user.id);
  expect(listed).toMatchObject({ sessions: 1, isManaged: true, email: user.email });
  const ended = await owner.call({ method: "DELETE", path: `/users/${user.id}/sessions` });
  expect([ended.body, await statusOf(user.cookie)]).toEqual([{ ended: 1 }, 401]);
});

test("a new password ends the other sessions, and the old one no longer works", async () => {
  const user = await newUser(server(), server().apiKey, { role: "reader" });
  const credentials = { email: user.email, password: PASSWORD };
  const other = cookieOf(await consoleCall(server(), { path: "/sign-in", body: credentials }));
  await user.confirm();
  const password = "another pass phrase";
  const changed = await user.call({ method: "PUT", path: "/account/password", body: { password } });
  expect(changed.body).toEqual({ endedSessions: 1 });
  expect((await consoleCall(server(), { path: "/session", headers: { cookie: other } })).status).toBe(401);
  expect((await consoleCall(server(), { path: "/sign-in", body: credentials })).status).toBe(401);
  const account = (await user.call<Account>({ path: "/account" })).body;
  expect(account).toEqual({ name: user.name, email: user.email, hasPassword: true, passkeys: [] });
});

test("a new link replaces a lost password and ends the sessions", async () => {
  const user = await newUser(server(), server().apiKey, { role: "cashier" });
  const owner = await asOwner();
  const headers = { "api-key": server().apiKey };
  const link = () => owner.call<{ url: string }>({ path: `/users/${user.id}/invitation`, headers, body: {} });
  const [first, second] = [tokenOf((await link()).body), tokenOf((await link()).body)];
  expect((await consoleCall(server(), { path: "/invitation", body: { token: first } })).status).toBe(404);
  const log = (await owner.call<AuditLog>({ path: "/audit" })).body.entries.filter(
    ({ subject }) => subject.id === user.id,
  );
  const actions = ["user_link_created", "user_link_created", "signed_in", "user_joined", "user_invited"];
  expect(log.map(({ action }) => action)).toEqual(actions);
  const shown = await consoleCall<Invited>(server(), { path: "/invitation", body: { token: second } });
  expect(shown.body.email).toBe(user.email);
  const body = { token: second, name: user.name, email: user.email, password: "yet another phrase" };
  expect((await consoleCall(server(), { path: "/join", body })).status).toBe(200);
  expect((await user.call({ path: "/session" })).status).toBe(401);
});

test("a limited user sees and sells only at the own merchant", async () => {
  const other = await server().call<{ merchant: { id: string } }>({
    path: "/v1/merchants",
    headers: { "idempotency-key": "other" },
    body: { merchantName: "Other", merchantEmail: "o@example.com" },
  });
  const merchantId = other.body.merchant.id;
  const user = await newUser(server(), server().apiKey, { role: "cashier", merchantIds: [merchantId] });
  const body = { amount: { unit: "iso4217/USD", value: "1000" }, referenceId: "one" };
  const sell = (id: string) => user.call<WireBody>({ path: "/v1/payments", headers: { "merchant-id": id }, body });
  expect((await sell(server().merchantId)).status).toBe(404);
  const { paymentId } = (await sell(merchantId)).body;
  await server().call({ path: "/v1/payments", body: { ...body, referenceId: "hidden" } });
  const ids = async (path: string) =>
    (await user.call<{ data: { paymentId: string }[] }>({ path })).body.data.map((payment) => payment.paymentId);
  expect(await ids("/v1/payments")).toEqual([paymentId]);
  expect(await ids(`/v1/payments?merchantId=${server().merchantId}`)).toEqual([]);
  expect(await ids("/find?text=10.00")).toEqual([paymentId]);
  const { merchants } = (await user.call<{ merchants: { id: string }[] }>({ path: "/v1/merchants" })).body;
  expect(merchants.map(({ id }) => id)).toEqual([merchantId]);
});
