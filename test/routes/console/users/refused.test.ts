// Forbidden changes of users, invitations and passwords.
import { expect, test } from "vitest";
import { consoleCall, signIn } from "../../../harness/server/console.ts";
import { invite, newUser, PASSWORD, tokenOf } from "../../../harness/server/users.ts";
import { errorOf, sharedServerForFile, type WireBody } from "../../setup.ts";

const server = sharedServerForFile();

test("an unknown address, a wrong password and an invited user get the same response", async () => {
  const user = await newUser(server(), server().apiKey, { role: "reader" });
  const attempt = (email: string, password: string) =>
    errorOf(consoleCall<WireBody>(server(), { path: "/sign-in", body: { email, password } }));
  const expected = { status: 401, code: "unauthorized", message: "Wrong email address or password" };
  expect(await attempt(user.email, "wrong")).toEqual(expected);
  expect(await attempt("nobody@example.com", "wrong")).toEqual(expected);
});

test("after five wrong passwords for an address, known or not, even the right one has to wait", async () => {
  const user = await newUser(server(), server().apiKey, { role: "reader" });
  for (const email of [user.email, "unknown@example.com"]) {
    const statuses = [];
    for (let count = 0; count < 6; count++) {
      const password = count === 5 ? PASSWORD : "wrong";
      statuses.push((await consoleCall(server(), { path: "/sign-in", body: { email, password } })).status);
    }
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429]);
  }
});

test("a manager neither creates nor changes owners and managers", async () => {
  const owner = await newUser(server(), server().apiKey, { role: "owner" });
  const manager = await newUser(server(), server().apiKey, { role: "manager" });
  await manager.confirm();
  const invited = await manager.call<WireBody>({ path: "/users", body: { name: "Eve", role: "owner" } });
  expect([invited.status, invited.body.message]).toEqual([403, "Only an owner may give the role owner"]);
  const attempts = [
    { method: "PATCH", path: `/users/${owner.id}`, body: { role: "reader" } },
    { method: "DELETE", path: `/users/${owner.id}` },
    { method: "POST", path: `/users/${owner.id}/invitation`, body: {} },
    { method: "DELETE", path: `/users/${manager.id}` },
  ] as const;
  for (const attempt of attempts) {
    await manager.confirm();
    expect((await manager.call(attempt)).status).toBe(404);
  }
  expect((await owner.call({ path: "/session" })).status).toBe(200);
});

test("a user cannot be limited to merchants that are not the partner's", async () => {
  const other = await server().newOwner();
  const session = await signIn(server());
  const headers = { "api-key": server().apiKey };
  const body = { name: "Ada", role: "cashier", merchantIds: [server().merchantId, other.merchantId] };
  const { status, body: problem } = await session.call<WireBody>({ path: "/users", headers, body });
  expect([status, problem.message]).toEqual([400, "merchantIds must be your merchants"]);
});

test("an expired or made-up invitation is unknown, and an address is used once", async () => {
  const taken = await newUser(server(), server().apiKey, { role: "reader" });
  const token = tokenOf(await invite(server(), server().apiKey, { role: "reader" }));
  const join = (body: object) =>
    errorOf(
      consoleCall<WireBody>(server(), {
        path: "/join",
        body: { token, name: "Ada", email: "a@example.com", password: PASSWORD, ...body },
      }),
    );
  expect(await join({ email: taken.email.toUpperCase() })).toMatchObject({ status: 400, code: "params_validation" });
  expect(await join({ password: "too short" })).toMatchObject({ status: 400 });
  expect(await join({ token: "x".repeat(43) })).toMatchObject({ status: 404 });
  await server().sql(
    "update users set invite_expires_at = now() - interval '1 second' where partner_id = $1 and invite_hash is not null",
    [server().partnerId],
  );
  expect(await join({})).toMatchObject({ status: 404, code: "not_found" });
});

test("a link made before a promotion does not sign in as the promoted user", async () => {
  const user = await newUser(server(), server().apiKey, { role: "cashier" });
  const owner = await signIn(server());
  const headers = { "api-key": server().apiKey };
  const link = await owner.call<{ url: string }>({ path: `/users/${user.id}/invitation`, headers, body: {} });
  const promotion = { role: "owner", merchantIds: null };
  const path = `/users/${user.id}`;
  expect((await owner.call({ method: "PATCH", path, headers, body: promotion })).status).toBe(200);
  const body = { token: tokenOf(link.body), name: "Mallory", email: "mallory@example.com", password: PASSWORD };
  expect((await consoleCall(server(), { path: "/join", body })).status).toBe(404);
});

test("a reset link removes the passkeys that were added with the old password", async () => {
  const user = await newUser(server(), server().apiKey, { role: "cashier" });
  await server().sql(
    `insert into passkeys (user_id, partner_id, credential_id, public_key, counter, transports, name)
     values ($1, $2, 'planted', '\\x00', 0, '{}', 'Planted')`,
    [user.id, server().partnerId],
  );
  const owner = await signIn(server());
  const headers = { "api-key": server().apiKey };
  const link = await owner.call<{ url: string }>({ path: `/users/${user.id}/invitation`, headers, body: {} });
  const body = { token: tokenOf(link.body), name: user.name, email: user.email, password: "yet another phrase" };
  expect((await consoleCall(server(), { path: "/join", body })).status).toBe(200);
  expect(await server().sql("select from passkeys where user_id = $1", [user.id])).toEqual([]);
});

test("a passkey takes each challenge once, and none that is older", async () => {
  const { id: userId } = await newUser(server(), server().apiKey, { role: "reader" });
  const { passkeys } = server().store;
  const { partnerId } = server();
  const by = { actor: userId, via: "console" } as const;
  const passkey = { partnerId, userId, credentialId: userId, publicKey: Buffer.alloc(8), counter: 0n, transports: [] };
  expect(await passkeys.add({ ...passkey, name: "Phone" }, by)).toBe(true);
  expect(await passkeys.add({ ...passkey, name: "Again" }, by)).toBe(false);
  const stored = await passkeys.find(userId);
  if (!stored) throw new Error("the passkey was not stored");
  const uses = [];
  for (const ms of [2_000, 2_000, 1_000, 3_000]) uses.push(await passkeys.recordUse(stored, 1, new Date(ms)));
  expect(uses).toEqual([true, false, false, true]);
});

test("the audit log still cannot be rewritten", async () => {
  await newUser(server(), server().apiKey, { role: "reader" });
  const rewrite = (text: string) =>
    server()
      .sql(text, [server().partnerId])
      .catch(({ message }) => message);
  for (const change of ["actor = 'usr_other'", "action = 'signed_out'", "address = '192.0.2.1'"]) {
    const text = `update audit_log set ${change} where partner_id = $1 and actor like 'usr%'`;
    expect(await rewrite(text)).toBe("audit_log is append-only");
  }
});

test("a weak password is refused when it is first set and when it is changed", async () => {
  const token = tokenOf(await invite(server(), server().apiKey, { role: "reader", name: "Ada" }));
  const body = { token, name: "Ada", email: "weak@example.com", password: "a".repeat(15) };
  const joined = await consoleCall<WireBody>(server(), { path: "/join", body });
  expect([joined.status, joined.body.issues?.[0]?.field]).toEqual([400, "password"]);
  const user = await newUser(server(), server().apiKey, { role: "owner" });
  await user.confirm();
  const change = { method: "PUT", path: "/account/password", body: { password: `my ${user.email}` } } as const;
  const changed = await user.call<WireBody>(change);
  expect([changed.status, changed.body.issues?.[0]?.field]).toEqual([400, "password"]);
});
