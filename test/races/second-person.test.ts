// Decisions about one request, and requests about one destination, at the same time: one wins.
import pg from "pg";
import { expect, test } from "vitest";
import { OPEN_OF_PERSON_MAX } from "../../src/merchant/change-request.ts";
import {
  ask,
  askToMove,
  decide,
  destinationsOf,
  elsewhere,
  newFirm,
  newPerson,
  outcomeOf,
} from "../routes/console/change-requests/people.ts";
import { sharedServerForFile, type WireBody } from "../routes/setup.ts";

const server = sharedServerForFile();
const ROUNDS = 8;

/** Approves once the proof has been given, so that only the approvals meet. */
const approvals = async (users: readonly Parameters<typeof decide>[0][], ids: readonly string[]) => {
  for (const user of users) await user.confirm();
  return Promise.all(
    users.map((user, index) => user.call<WireBody>({ path: `/change-requests/${ids[index]}/approve`, body: {} })),
  );
};

test(`of two approvals, or an approval and a rejection, one counts (${ROUNDS} rounds)`, async () => {
  const firm = await newFirm(server(), false);
  const carol = await newPerson(firm.server, { role: "owner", name: "Carol" });
  await firm.server.store.secondPerson.set(firm.server.partnerId, true);
  for (let round = 0; round < ROUNDS; round++) {
    const to = elsewhere(server(), `${1_000 + round}`);
    const id = await askToMove(firm, to);
    if (round % 2 === 0) {
      const outcomes = (await approvals([firm.bob, carol], [id, id])).map(outcomeOf);
      expect(outcomes).toContainEqual(200);
      expect(outcomes).toContainEqual([409, "request_closed"]);
      expect((await destinationsOf(firm.server))[0]?.destination).toBe(to);
    } else {
      await firm.bob.confirm();
      const [approved, rejected] = await Promise.all([
        firm.bob.call<WireBody>({ path: `/change-requests/${id}/approve`, body: {} }),
        decide(carol, id, "reject"),
      ]);
      expect([approved.status, rejected.status].sort()).toEqual([200, 409]);
      const isMoved = (await destinationsOf(firm.server))[0]?.destination === to;
      expect(isMoved).toBe(approved.status === 200);
    }
  }
  const lines = await server().sql<{ action: string }>(
    `select action from audit_log where partner_id = $1
      and action in ('change_approved', 'change_rejected')`,
    [firm.server.partnerId],
  );
  expect(lines).toHaveLength(ROUNDS);
});

test("two requests about one destination are approved at once: one applies, the other is outdated", async () => {
  const firm = await newFirm(server());
  const [first] = await destinationsOf(firm.server);
  const one = await askToMove(firm);
  const change = { type: "remove", settlementId: first?.id };
  const { body } = await ask(firm.bob, firm.server.merchantId, change);
  const outcomes = (await approvals([firm.bob, firm.ada], [one, body.id])).map(outcomeOf);
  expect(outcomes).toContainEqual(200);
  expect(outcomes).toContainEqual([409, "request_closed"]);
});

test(`a person who asks about many merchants at once gets no more than the limit (${ROUNDS} rounds)`, async () => {
  const { server: firm, ada } = await newFirm(server());
  const { sql, partnerId, store } = firm;
  const merchantIds = await sql<{ id: string }>(
    `insert into merchants (id, partner_id, name, email)
     select 'mrch_' || $1 || n, $1, 'Shop', 's@example.com' from generate_series(1, 6) n returning id`,
    [partnerId],
  );
  const [full, ...others] = merchantIds.map(({ id }) => id);
  await sql(
    `insert into change_requests (id, partner_id, merchant_id, change, asked_by, expires_at)
     select 'chg_' || $1 || n, $1, $2, '{}', $3, now() + interval '1 day' from generate_series(2, $4) n`,
    [partnerId, full, ada.id, OPEN_OF_PERSON_MAX],
  );
  const change = { type: "add", settlements: [] } as const;
  const by = { actor: ada.id, via: "console" } as const;
  for (let round = 0; round < ROUNDS; round++) {
    const asked = await Promise.all(
      others.map((merchantId) => store.changeRequests.ask({ partnerId, merchantId, userId: ada.id }, change, by)),
    );
    expect(asked.filter(({ outcome }) => outcome === "asked")).toHaveLength(1);
    await sql("delete from change_requests where asked_by = $1 and merchant_id <> $2", [ada.id, full]);
  }
});

test("an approval and the removal of its approver: the destination moves only if the approval came first", async () => {
  const firm = await newFirm(server());
  const before = (await destinationsOf(firm.server))[0]?.destination;
  const id = await askToMove(firm);
  await firm.ada.confirm();
  await firm.bob.confirm();
  const [approved, removed] = await Promise.all([
    firm.bob.call<WireBody>({ path: `/change-requests/${id}/approve`, body: {} }),
    firm.ada.call({ method: "DELETE", path: `/users/${firm.bob.id}` }),
  ]);
  expect(removed.status).toBe(200);
  const after = (await destinationsOf(firm.server))[0]?.destination;
  expect(after).toBe(approved.status === 200 ? elsewhere(server()) : before);
});

const SETTLEMENT = "select from crypto_settlements where merchant_id = $1 for update";
const MERCHANT = "select from merchants where id = $1 for update";

test.each([
  ["PUT", SETTLEMENT],
  ["DELETE", SETTLEMENT],
  ["POST", MERCHANT],
  ["DELETE merchant", MERCHANT],
] as const)("%s under way, and the requirement of a second person: not both succeed", async (kind, held) => {
  const { server: firm, ada } = await newFirm(server(), false);
  const [first] = await destinationsOf(firm);
  await ada.confirm();
  const holder = new pg.Client({ connectionString: server().databaseUrl });
  await holder.connect();
  await holder.query("begin");
  await holder.query(held, [firm.merchantId]);
  const blocked = async () =>
    (await holder.query("select from pg_stat_activity where cardinality(pg_blocking_pids(pid)) > 0")).rowCount;

  const merchant = `/v1/merchants/${firm.merchantId}`;
  const crypto = `${merchant}/settlements/crypto`;
  const destination = elsewhere(server(), "bEEF");
  const asset = `${server().caip2}/erc20:${elsewhere(server()).split(":")[2]}`;
  const change = {
    PUT: { method: "PUT", path: `${crypto}/${first?.id}`, body: { destination } },
    DELETE: { method: "DELETE", path: `${crypto}/${first?.id}` },
    POST: { method: "POST", path: crypto, body: { settlements: [{ asset, destination }] } },
    "DELETE merchant": { method: "DELETE", path: merchant },
  } as const;
  const changed = ada.call<WireBody>({ ...change[kind], headers: { "idempotency-key": "one" } });
  await expect.poll(blocked, { timeout: 60_000 }).toBe(1);
  let isAcknowledged = false;
  const required = firm.store.secondPerson.require(firm.partnerId, { actor: ada.id, via: "console" }).then(() => {
    isAcknowledged = true;
  });
  await expect.poll(async () => isAcknowledged || (await blocked()) === 2, { timeout: 60_000 }).toBe(true);
  const wasAcknowledged = isAcknowledged;
  await holder.query("commit");
  await holder.end();
  expect(outcomeOf(await changed)).toEqual(
    wasAcknowledged ? [403, "second_person_required"] : 200 + Number(kind === "POST"),
  );
  await required;
});
