// After a restore to an older backup: what the database has forgotten is found in the audit journal, and undone.
import { execFileSync } from "node:child_process";
import { appendFile, mkdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { hashApiKey } from "../../src/merchant/api-key.ts";
import { openStore } from "../../src/store/store.ts";
import { CONSOLE_API, consoleCall, signIn } from "../harness/console.ts";
import { freshDatabase } from "../harness/postgres.ts";
import { newAddress, startOn, startServer, type TestServer } from "../harness/server.ts";
import { PASSWORD, tokenOf } from "../harness/users.ts";
import { createPayment } from "../harness/wallet.ts";
import { askToMove, newPerson, require } from "../routes/console-change-requests/people.ts";
import { json, temporaryDir, turnpike } from "./turnpike.ts";

interface Restored {
  readonly sessionsEnded: number;
  readonly linksEnded: number;
  readonly requestsEnded: number;
  readonly changes: readonly { readonly action: string; readonly subjectId: string; readonly outcome: string | null }[];
}

interface Settlement {
  readonly id: string;
  readonly asset: string;
  readonly destination: string;
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

/** An installation with an audit journal, whose processes the test starts and stops. */
async function install() {
  const journal = join(await temporaryDir(), "audit.journal");
  const server = await startServer({ role: null, environment: { AUDIT_JOURNAL: journal } });
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
  return { journal, server, run };
}

const statusOf = async (at: TestServer, apiKey: string): Promise<number> =>
  (await at.call({ path: "/v1/payments/pay_0/status", headers: { "api-key": apiKey } })).status;

const settlementsOf = async (at: TestServer, merchantId: string): Promise<readonly Settlement[]> => {
  const { body } = await at.call<{ crypto: Settlement[] }>({ path: `/v1/merchants/${merchantId}/settlements` });
  return body.crypto;
};

test("revoked keys, sessions, destinations and cancellations that a restore revives are undone by one command", async () => {
  const { server, run } = await install();
  const before = await run(async (at) => ({
    cookie: (await signIn(at)).cookie,
    paymentId: await createPayment(at),
    settlements: await settlementsOf(at, at.merchantId),
    other: await at.newOwner(),
  }));
  const [changed, deleted] = before.settlements;
  if (!changed || !deleted) throw new Error("the merchant has no two destinations");
  const backup = await backUp(server);

  // The chain of events that the backup lacks.
  const destination = `${server.caip2}:${newAddress()}`;
  const path = `/v1/merchants/${server.merchantId}/settlements/crypto`;
  const walletKeyId = await keyIdOf(server, server.walletKey);
  await run(async (at) => {
    const put = { method: "PUT", path: `${path}/${changed.id}` } as const;
    const headers = () => ({ "idempotency-key": newAddress() });
    for (const next of [`${server.caip2}:${newAddress()}`, destination]) {
      expect(await at.call({ ...put, headers: headers(), body: { destination: next } })).toMatchObject({ status: 200 });
    }
    const remove = { method: "DELETE", path: `${path}/${deleted.id}`, headers: headers() } as const;
    expect(await at.call(remove)).toMatchObject({ status: 200 });
    const cancel = { method: "POST", path: `/v1/payments/${before.paymentId}/cancel` } as const;
    expect(await at.call(cancel)).toMatchObject({ status: 200 });
    const revoke = { method: "DELETE", path: `/keys/${walletKeyId}`, headers: { "api-key": server.apiKey } } as const;
    expect(await (await signIn(at)).call(revoke)).toMatchObject({ status: 200 });
  });
  const settings = server.installation.environment;
  await turnpike(["merchant", "status", before.other.merchantId, "suspended"], settings);
  const after = await settlementsOfDatabase(server);

  const restored = { ...settings, DATABASE_URL: backup };
  await expect(run(async () => {}, restored)).rejects.toThrow(/lacks 6 changes, .* Run turnpike restored/);
  expect(await turnpike(["restored", "--dry-run"], restored)).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/forgotten {2}\S+ {2}key_revoked {2}key key_\w+/),
  });
  await expect(run(async () => {}, restored)).rejects.toThrow(/Run turnpike restored/);

  const { sessionsEnded, changes } = await json<Restored>(["restored"], restored);
  expect(sessionsEnded).toBe(1);
  expect(changes.filter(({ outcome }) => outcome !== "noted")).toMatchObject([
    { action: "settlement_changed", subjectId: changed.id, outcome: "superseded" },
    { action: "settlement_changed", subjectId: changed.id, outcome: "redone" },
    { action: "settlement_deleted", subjectId: deleted.id, outcome: "redone" },
    { action: "payment_cancelled", subjectId: before.paymentId, outcome: "redone" },
    { action: "key_revoked", subjectId: walletKeyId, outcome: "redone" },
    { action: "merchant_status_changed", subjectId: before.other.merchantId, outcome: "redone" },
  ]);
  await run(async (at) => {
    expect(await statusOf(at, server.walletKey)).toBe(401);
    expect(await statusOf(at, server.apiKey)).toBe(404);
    expect(await at.call({ path: `${CONSOLE_API}/session`, headers: { cookie: before.cookie } })).toMatchObject({
      status: 401,
    });
    expect(await settlementsOf(at, at.merchantId)).toEqual(after);
    expect((await settlementsOf(at, at.merchantId)).find(({ id }) => id === changed.id)).toMatchObject({ destination });
    const { body } = await at.call({ path: `/v1/payments/${before.paymentId}/status` });
    expect(body).toMatchObject({ status: "cancelled" });
    const create = { path: "/v1/payments", headers: as(before.other), body: PAYMENT } as const;
    expect(await at.call(create)).toMatchObject({ status: 403 });
  }, restored);
  // Again, nothing is left to do; and the audit log has its lines again.
  expect(await json<Restored>(["restored"], restored)).toMatchObject({ changes: [] });
  const log = await turnpike(["audit", "--partner", server.partnerId], restored);
  expect(log.stdout).toContain(`key_revoked  key ${walletKeyId}`);
});

test("links that were used and requests that were decided after the backup stay void", async () => {
  const { server, run } = await install();
  const partner = ["--partner", server.partnerId];
  const settings = server.installation.environment;
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

test("a change is acknowledged only once the journal has it, and needs no personal data there", async () => {
  const { journal, server, run } = await install();
  const lines = async () => (await readFile(journal, "utf8").catch(() => "")).split("\n").filter((line) => line !== "");
  await run(async (at) => {
    const rename = (name: string) =>
      at.call({
        headers: { "merchant-id": null },
        method: "PATCH",
        path: `/v1/merchants/${at.merchantId}`,
        body: { merchantName: name },
      });
    expect(await rename("Confidential shop")).toMatchObject({ status: 200 });
    const [line] = (await lines()).slice(-1);
    expect(JSON.parse(line ?? "")).toMatchObject({ action: "merchant_changed", subjectId: at.merchantId });
    expect(line).not.toContain("Confidential");

    // A disk that is full or gone: the change is not acknowledged, and repeating it is harmless.
    await rm(journal);
    await mkdir(journal);
    expect(await rename("Second name")).toMatchObject({ status: 503, body: { code: "internal_error" } });
    await rm(journal, { recursive: true });
    expect(await rename("Third name")).toMatchObject({ status: 200 });
    expect(await lines()).toHaveLength(2);

    // A line that a crash or a full disk cut short harms no other.
    await appendFile(journal, '{"id":"9');
    expect(await rename("Fourth name")).toMatchObject({ status: 200 });
    expect(await lines()).toHaveLength(4);
    expect(JSON.parse((await lines()).at(-1) ?? "")).toMatchObject({ action: "merchant_changed" });
  });
  expect(await json<Restored>(["restored"], server.installation.environment)).toMatchObject({ changes: [] });
});

test("while the journal's file system hangs, changes are refused; afterwards every entry is written", async () => {
  const { journal, server } = await install();
  execFileSync("mkfifo", [journal]); // to open it for writing hangs until someone reads it
  const store = openStore({ url: server.databaseUrl, connectionsMax: 1, journalPath: journal, onError: () => {} });
  onTestFinished(() => store.close());
  const change = (isRequired: boolean) => store.secondPerson.set(server.partnerId, isRequired);
  await expect(change(true)).rejects.toThrow("The audit journal cannot be written");
  expect(await readFile(journal, "utf8")).toContain("second_person"); // the hung write goes on, but cannot be synced
  await rm(journal);
  await change(false);
  expect((await readFile(journal, "utf8")).match(/"action":"[^"]*second_person[^"]*"/g)).toHaveLength(2);
});

test("without a journal, the command says what nobody can know, and lists what to check", async () => {
  const server = await startServer({ role: null });
  onTestFinished(() => server.stop());
  const settings = server.installation.environment;
  expect(await turnpike(["restored"], settings)).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/there is no audit journal: .* run with --without-journal/),
  });
  const { stdout } = await turnpike(["restored", "--without-journal"], settings);
  expect(stdout).toMatch(/^0 console sessions ended/);
  expect(stdout).toContain(`key ${await keyIdOf(server, server.apiKey)}  ${server.partnerId}`);
});

const PAYMENT = { referenceId: "after", amount: { unit: "iso4217/USD", value: "1000" } } as const;

const as = ({ apiKey, merchantId }: { readonly apiKey: string; readonly merchantId: string }) => ({
  "api-key": apiKey,
  "merchant-id": merchantId,
  "idempotency-key": newAddress(),
});

const keyIdOf = async ({ store }: TestServer, apiKey: string): Promise<string> =>
  (await store.keys.findLive(hashApiKey(apiKey) ?? Buffer.alloc(0)))?.keyId ?? "";

const settlementsOfDatabase = ({ store, partnerId, merchantId }: TestServer): Promise<readonly Settlement[]> =>
  store.settlements.list(partnerId, merchantId);
