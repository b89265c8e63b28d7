// Operator commands for a merchant: its status, destinations and data.
import { expect, test } from "vitest";
import { entryOf } from "../../harness/server/process.ts";
import { serverForFile } from "../../routes/setup.ts";
import { chainsFileOf, json, turnpike } from "../turnpike.ts";

const server = serverForFile({ role: "api" });
const settings = () => server().installation.environment;

const settlements = async () =>
  (
    await server().call<{ fiat: object[]; crypto: { id: string; asset: string; destination: string }[] }>({
      path: `/v1/merchants/${server().merchantId}/settlements`,
    })
  ).body;

test("a fiat destination is visible to the partner until it is removed", async () => {
  const { merchantId } = server();
  const args = ["merchant", "add-fiat", merchantId, "--bank-type", "sepa", "--status", "pending"];
  const added = await json<{ id: string }>(args, settings());
  expect(added).toEqual({ merchantId, id: expect.stringMatching(/^fiat_/), status: "pending", bankType: "sepa" });
  expect((await settlements()).fiat).toEqual([{ id: added.id, status: "pending", bankType: "sepa" }]);
  expect(await json(["merchant", "remove-fiat", added.id], settings())).toEqual({ id: added.id, removed: true });
  expect((await settlements()).fiat).toEqual([]);
});

test("the log says who changed which destination, when, and from what to what", async () => {
  const [settlement] = (await settlements()).crypto;
  const { id: settlementId = "", asset = "", destination = "" } = settlement ?? {};
  const path = `/v1/merchants/${server().merchantId}/settlements/crypto/${settlementId}`;
  await server().call({ method: "DELETE", path });
  const key = (await server().store.keys.list(server().partnerId)).find(({ role }) => role === "partner");
  const log = await json<object[]>(["merchant", "log", server().merchantId], settings());
  expect(log.slice(-1)).toEqual([
    {
      at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      actor: key?.id,
      action: "settlement_deleted",
      settlementId,
      asset,
      before: destination,
      after: null,
    },
  ]);
  const { stdout } = await turnpike(["merchant", "log", server().merchantId], settings());
  expect(stdout).toMatch(/^when +who +what +asset +destination\n/);
  expect(stdout).toMatch(
    new RegExp(`\\n20\\S+ [\\d:]{8}Z +${key?.id} +settlement_deleted +${asset} +${destination} → –\\n$`),
  );
  const CHAINS_FILE = await chainsFileOf(...server().installation.chains.map(entryOf));
  const named = await turnpike(["merchant", "log", server().merchantId], { ...settings(), CHAINS_FILE });
  expect(named.stdout).toMatch(/ settlement_deleted +\w+ on \w+ /);
});

test("erase takes a deleted merchant's data out of its row, the audit log and stored responses", async () => {
  const { partnerId, call } = server();
  const body = { merchantName: "Ada Lovelace", merchantEmail: "ada@example.com" };
  const headers = { "idempotency-key": "ada" };
  const created = await call<{ merchant: { id: string } }>({ path: "/v1/merchants", body, headers });
  const { id } = created.body.merchant;
  await call({ method: "PATCH", path: `/v1/merchants/${id}`, body: { merchantEmail: "lovelace@example.com" } });
  const early = await turnpike(["merchant", "erase", id], settings());
  expect(early).toMatchObject({ code: 1, stderr: expect.stringContaining("its partner must delete it first") });
  await call({ method: "DELETE", path: `/v1/merchants/${id}` });

  expect(await json(["merchant", "erase", id], settings())).toEqual({ merchantId: id, erased: true });
  const everywhere = await server().sql<{ row: string }>(
    `select to_jsonb(m)::text as row from merchants m union all select to_jsonb(a)::text from audit_log a
      union all select to_jsonb(i)::text from idempotent_answers i
      union all select to_jsonb(e)::text from merchant_events e`,
  );
  expect(everywhere.filter(({ row }) => /lovelace|ada@/i.test(row))).toEqual([]);
  const actions = await server().sql<{ action: string }>(
    "select action from audit_log where subject_id = $1 and partner_id = $2 order by id",
    [id, partnerId],
  );
  const names = ["merchant_created", "merchant_changed", "merchant_deleted", "merchant_erased"];
  expect(actions.map(({ action }) => action)).toEqual(names);
});

test.each([
  "update audit_log set actor = 'nobody'",
  "update audit_log set before = null",
  "update audit_log set after = '{}'",
  "delete from audit_log",
  "truncate audit_log",
])("the audit log still refuses: %s", async (statement) => {
  await expect(server().sql(statement)).rejects.toThrow("audit_log is append-only");
});

test.each([
  ["the erasure of an unknown merchant", ["merchant", "erase", "mrch_0"], "there is no merchant mrch_0"],
  ["an unknown merchant", ["merchant", "add-fiat", "mrch_0", "--bank-type", "sepa"], "there is no merchant mrch_0"],
  ["the log of an unknown merchant", ["merchant", "log", "mrch_0"], "there is no merchant mrch_0"],
  ["an empty bank type", ["merchant", "add-fiat", "mrch_0", "--bank-type", ""], "1 to 64 characters"],
  ["an unknown destination", ["merchant", "remove-fiat", "fiat_0"], "there is no fiat destination fiat_0"],
])("%s is refused with an explanation", async (_, args, words) => {
  const answer = await turnpike(args, settings());
  expect(answer).toMatchObject({ code: 1, stdout: "" });
  expect(answer.stderr).toContain(words);
});

test("status decides whether the merchant accepts new payments", async () => {
  const { merchantId } = server();
  const body = { amount: { unit: "iso4217/USD", value: "100" }, referenceId: "order 1" };
  const created = async () => (await server().call({ path: "/v1/payments", body })).status;
  for (const [status, expected] of [
    ["suspended", 403],
    ["inactive", 403],
    ["active", 201],
  ] as const) {
    expect(await json(["merchant", "status", merchantId, status], settings())).toEqual({ merchantId, status });
    expect(await created()).toBe(expected);
  }
});

test.each([
  ["an unknown merchant", ["merchant", "status", "mrch_0", "active"], "there is no merchant mrch_0"],
  ["an unknown status", ["merchant", "status", "mrch_0", "closed"], "active, inactive, suspended"],
])("the status of %s is refused with an explanation", async (_, args, words) => {
  const answer = await turnpike(args, settings());
  expect(answer).toMatchObject({ code: 1, stdout: "" });
  expect(answer.stderr).toContain(words);
});
