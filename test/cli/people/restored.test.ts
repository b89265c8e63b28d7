// Tests a restore to an older backup: open sessions and links end, and credentials that work again are listed.

import { randomBytes } from "node:crypto";
import { expect, onTestFinished, test } from "vitest";
import { ON_COMMAND_LINE } from "../../../src/merchant/audit.ts";
import { testTwinOf } from "../../../src/merchant/mode.ts";
import { freshDatabase } from "../../harness/database/postgres.ts";
import { CONSOLE_API, consoleCall, signIn } from "../../harness/server/console.ts";
import { keyIdOf } from "../../harness/server/key-id.ts";
import { newAddress, startOn, startServer, type TestServer } from "../../harness/server/server.ts";
import { PASSWORD, tokenOf } from "../../harness/server/users.ts";
import { askToMove, destinationsOf, newPerson, require } from "../../routes/console/change-requests/people.ts";
import { json, turnpike } from "../turnpike.ts";

interface Restored {
  readonly sessionsEnded: number;
  readonly linksEnded: number;
  readonly requestsEnded: number;
  readonly toCheck: readonly { readonly kind: string; readonly id: string }[];
}

/** A backup: a copy of the database, whose connections are closed for it. */
async function backUp({ sql, databaseUrl }: TestServer): Promise<string> {
  const name = new URL(databaseUrl).pathname.slice(1);
  await sql("select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and pid <> pg_backend_pid()", [
    name,
  ]);
  await sql("select pg_terminate_backend(pg_backend_pid())").catch(() => {});
  const copy = await freshDatabase({ template: name });
  onTestFinished(() => copy.drop());
  return copy.databaseUrl;
}

/** An installation whose processes the test starts and stops. */
async function install() {
  const server = await startServer({ role: null });
  onTestFinished(() => server.stop());
  /** Starts the API, on another database if one is given. */
  const run = async <T>(work: (at: TestServer) => Promise<T>, environment = server.installation.environment) => {
    const service = await startOn({ ...server.installation, environment }, "api");
    try {
      return await work(server.at(service.baseUrl ?? ""));
    } finally {
      await service.stop();
    }
  };
  return { server, run, settings: server.installation.environment };
}

const statusOf = async (at: TestServer, apiKey: string): Promise<number> =>
  (await at.call({ path: "/v1/payments/pay_0/status", headers: { "api-key": apiKey } })).status;

const newEndpoint = async (at: TestServer): Promise<string> => {
  const headers = { "idempotency-key": newAddress() };
  const body = { url: "https://shop.example/hooks/secret-path" };
  return (await at.call<{ id: string }>({ path: "/v1/webhook-endpoints", headers, body })).body.id;
};

test("what a restore revives is listed, and sessions of the backup end", async () => {
  const { server, run, settings } = await install();
  const { partnerId, merchantId } = server;
  const [walletKeyId, readKeyId] = [await keyIdOf(server, server.walletKey), await keyIdOf(server, server.readKey)];
  const { partnerId: otherPartner } = await server.newOwner();
  await turnpike(["key", "revoke", walletKeyId], settings);
  const before = await run(async (at) => ({
    cookie: (await signIn(at)).cookie,
    ada: await newPerson(at, { role: "owner", name: "Ada" }),
    endpointId: await newEndpoint(at),
    // As a session with a key of test mode invites one.
    grace: await server.store.users.invite(
      {
        partnerId: testTwinOf(partnerId),
        role: "owner",
        name: "Grace",
        merchantIds: null,
        inviteHash: randomBytes(32),
      },
      ON_COMMAND_LINE,
    ),
  }));
  const destinations = await destinationsOf(server);
  const backup = await backUp(server);
  await turnpike(["key", "revoke", readKeyId], settings);
  await turnpike(["wallet-app", "revoke", server.appId], settings);

  const restored = { ...settings, DATABASE_URL: backup };
  const { sessionsEnded, toCheck } = await json<Restored>(["restored"], restored);
  expect(sessionsEnded).toBeGreaterThan(0);
  const expected = [
    { kind: "key", id: readKeyId, partnerId, role: "read", prefix: expect.any(String) },
    { kind: "user", id: before.ada.id, partnerId, role: "owner", name: "Ada" },
    { kind: "user", id: before.grace?.id, partnerId: testTwinOf(partnerId), role: "owner", name: "Grace" },
    { kind: "wallet_app", id: server.appId, name: expect.any(String) },
    // The URL has no path, which may be a secret.
    { kind: "webhook_endpoint", id: before.endpointId, partnerId, origin: "https://shop.example" },
    ...destinations.map((each) => ({ kind: "destination", ...each, partnerId, merchantId })),
    expect.objectContaining({ kind: "destination", partnerId: otherPartner }),
  ];
  expect(toCheck).toEqual(expect.arrayContaining(expected));
  // It was revoked before the backup.
  expect(toCheck.map(({ id }) => id)).not.toContain(walletKeyId);

  await run(async (at) => {
    expect(await at.call({ path: `${CONSOLE_API}/session`, headers: { cookie: before.cookie } })).toMatchObject({
      status: 401,
    });
    // Only the operator revokes the key again.
    expect(await statusOf(at, server.readKey)).toBe(404);
    await turnpike(["key", "revoke", readKeyId], restored);
    await expect.poll(() => statusOf(at, server.readKey)).toBe(401);
  }, restored);
});

test("the command says to a person what has ended, and what to check", async () => {
  const { server, settings } = await install();
  const { code, stdout } = await turnpike(["restored"], settings);
  expect(code).toBe(0);
  expect(stdout).toMatch(/^0 console sessions ended: everyone signs in again\.\n0 links /);
  expect(stdout).toContain(
    "has forgotten what was revoked, removed or changed after the backup. Check each of these:\n",
  );
  expect(stdout).toMatch(/\n\nkey +partner +role +prefix\n/);
  expect(stdout).toMatch(new RegExp(`^${await keyIdOf(server, server.apiKey)} +${server.partnerId} `, "m"));
  expect(stdout).toMatch(/\n\ndestination +partner +merchant /);
  expect(stdout).toMatch(new RegExp(`^\\S+ +${server.partnerId} +${server.merchantId} `, "m"));
});

test("links that were used and requests that were decided after the backup stay void", async () => {
  const { server, run, settings } = await install();
  const partner = ["--partner", server.partnerId];
  const before = await run(async (at) => {
    const ada = await newPerson(at, { role: "owner", name: "Ada" });
    const bob = await newPerson(at, { role: "manager", name: "Bob" });
    await require(ada, true);
    return { bob, requestId: await askToMove({ server: at, ada, bob }) };
  });
  const invited = await json<{ url: string }>(
    ["user", "invite", ...partner, "--role", "owner", "--name", "Carol"],
    settings,
  );
  const backup = await backUp(server);
  const join = (at: TestServer, name: string) => {
    const body = { token: tokenOf(invited), name, email: `${name}@example.com`, password: PASSWORD };
    return consoleCall(at, { path: "/join", body });
  };
  await run(async (at) => {
    const reject = { path: `/change-requests/${before.requestId}/reject`, headers: { cookie: before.bob.cookie } };
    expect(await consoleCall(at, { ...reject, body: {} })).toMatchObject({ status: 200 });
    expect(await join(at, "carol")).toMatchObject({ status: 200 });
  });

  const restored = { ...settings, DATABASE_URL: backup };
  expect(await json<Restored>(["restored"], restored)).toMatchObject({ linksEnded: 1, requestsEnded: 1 });
  await run(async (at) => {
    expect(await join(at, "eve")).toMatchObject({ status: 404 });
    const { body } = await (await signIn(at)).call({ path: "/change-requests" });
    expect(body).toMatchObject({ isRequired: true, requests: [] });
  }, restored);
});
