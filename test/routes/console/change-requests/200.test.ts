// Destinations change only after a second person has approved it, and the audit log names both.
import { expect, test } from "vitest";
import type { AuditLog } from "../../../../src/contract/console/audit.ts";
import { sharedServerForFile, type WireBody } from "../../setup.ts";
import {
  ask,
  askToMove,
  decide,
  destinationsOf,
  elsewhere,
  newFirm,
  newPerson,
  openOf,
  outcomeOf,
  require,
} from "./people.ts";

const server = sharedServerForFile();

test("a change waits for a second person, is applied with the approval, and both names are in the audit log", async () => {
  const firm = await newFirm(server());
  const before = await destinationsOf(firm.server);
  const id = await askToMove(firm);
  expect(await destinationsOf(firm.server)).toEqual(before);
  const { requests, isRequired } = await openOf(firm.bob);
  const [first] = before;
  expect(isRequired).toBe(true);
  expect(requests).toMatchObject([
    {
      id,
      merchantId: firm.server.merchantId,
      type: "change",
      before: [{ asset: first?.asset, destination: first?.destination }],
      after: [{ asset: first?.asset, destination: elsewhere(server()) }],
      askedBy: { id: firm.ada.id, name: "Ada" },
      isOwn: false,
      mayDecide: true,
    },
  ]);
  expect((await openOf(firm.ada)).requests).toMatchObject([{ isOwn: true, mayDecide: false }]);

  expect((await decide(firm.bob, id, "approve")).status).toBe(200);
  const [moved] = await destinationsOf(firm.server);
  expect(moved).toEqual({ ...first, destination: elsewhere(server()) });
  expect((await openOf(firm.bob)).requests).toEqual([]);

  const { body } = await firm.ada.call<AuditLog>({ path: "/audit?limit=3" });
  expect(body.entries.map(({ action, actor }) => [action, actor.userName])).toEqual([
    ["change_approved", "Bob"],
    ["settlement_changed", "Bob"],
    ["change_asked", "Ada"],
  ]);
  expect(body.entries[0]?.data.after).toMatchObject({ askedBy: firm.ada.id, type: "change" });
});

test("destinations are added and removed in the same way", async () => {
  const firm = await newFirm(server());
  const { merchantId } = firm.server;
  const [first, ...others] = await destinationsOf(firm.server);
  const removal = await ask(firm.ada, merchantId, { type: "remove", settlementId: first?.id });
  await decide(firm.bob, removal.body.id, "approve");
  expect(await destinationsOf(firm.server)).toEqual(others);
  const settlements = [{ asset: first?.asset, destination: elsewhere(server()) }];
  const addition = await ask(firm.bob, merchantId, { type: "add", settlements });
  expect((await decide(firm.ada, addition.body.id, "approve")).status).toBe(200);
  expect(await destinationsOf(firm.server)).toMatchObject([...settlements, ...others]);
});

test("deleting a merchant, and with it all of its destinations, waits for a second person as well", async () => {
  const firm = await newFirm(server());
  const { merchantId } = firm.server;
  const path = `/v1/merchants/${merchantId}`;
  const isThere = async () => (await firm.server.call({ path })).status;
  const { body } = await ask(firm.ada, merchantId, { type: "delete_merchant" });
  expect((await openOf(firm.bob)).requests).toMatchObject([{ type: "delete_merchant", before: [], after: [] }]);
  expect(await isThere()).toBe(200);
  expect(outcomeOf(await decide(firm.ada, body.id, "approve"))).toEqual([403, "forbidden"]);
  expect((await decide(firm.bob, body.id, "approve")).status).toBe(200);
  expect(await isThere()).toBe(404);
});

test("a rejected and a withdrawn request change nothing", async () => {
  const firm = await newFirm(server());
  const before = await destinationsOf(firm.server);
  expect((await decide(firm.bob, await askToMove(firm), "reject")).status).toBe(200);
  expect((await decide(firm.ada, await askToMove(firm), "withdraw")).status).toBe(200);
  expect(await destinationsOf(firm.server)).toEqual(before);
  expect((await openOf(firm.ada)).requests).toEqual([]);
});

test("the same request again is the same one, and a merchant has at most 20", async () => {
  const firm = await newFirm(server());
  const id = await askToMove(firm);
  expect(await askToMove(firm)).toBe(id);
  for (let count = 1; count < 20; count++) await askToMove(firm, elsewhere(server(), `00${count + 10}`));
  const [first] = await destinationsOf(firm.server);
  const one = { type: "remove", settlementId: first?.id };
  expect(outcomeOf(await ask(firm.ada, firm.server.merchantId, one))).toEqual([409, "limit_exceeded"]);
  await decide(firm.ada, id, "withdraw");
  expect((await ask(firm.ada, firm.server.merchantId, one)).status).toBe(201);
});

test("without the requirement, a user changes destinations at once, and there is nothing to ask for", async () => {
  const firm = await newFirm(server(), false);
  const [first] = await destinationsOf(firm.server);
  const change = { type: "remove", settlementId: first?.id };
  expect(outcomeOf(await ask(firm.ada, firm.server.merchantId, change))).toEqual([400, "invalid_state"]);
  await firm.ada.confirm();
  const path = `/v1/merchants/${firm.server.merchantId}/settlements/crypto/${first?.id}`;
  expect((await firm.ada.call({ method: "DELETE", path })).status).toBe(200);
});

test("requiring a second person needs two people; no longer requiring one needs the second person", async () => {
  const firm = await newFirm(server(), false);
  await firm.ada.confirm();
  await firm.ada.call({ method: "PATCH", path: `/users/${firm.bob.id}`, body: { role: "reader" } });
  expect(outcomeOf(await require(firm.ada, true))).toEqual([400, "invalid_state"]);
  const carol = await newPerson(firm.server, { role: "owner", name: "Carol" });
  expect((await require(firm.ada, true)).body).toMatchObject({ isRequired: true, requestId: null });
  const { requestId } = (await require(firm.ada, false)).body;
  expect(await openOf(carol)).toMatchObject({ isRequired: true, requests: [{ type: "single_person", id: requestId }] });
  expect(outcomeOf(await decide(firm.ada, requestId ?? "", "approve"))).toEqual([403, "forbidden"]);
  expect((await decide(carol, requestId ?? "", "approve")).status).toBe(200);
  expect((await openOf(carol)).isRequired).toBe(false);
  const { body } = await carol.call<AuditLog>({ path: "/audit?limit=2" });
  expect(body.entries.map(({ action, actor }) => [action, actor.userName])).toEqual([
    ["change_approved", "Carol"],
    ["second_person_changed", "Carol"],
  ]);
});

test("the operator can stop requiring it, for a partner with one person left", async () => {
  const firm = await newFirm(server());
  await firm.ada.confirm();
  await firm.ada.call({ method: "DELETE", path: `/users/${firm.bob.id}` });
  expect(await firm.server.store.secondPerson.set(firm.server.partnerId, false)).toBe(true);
  const { body } = await firm.ada.call<AuditLog & WireBody>({ path: "/audit?limit=1" });
  expect(body.entries).toMatchObject([
    {
      action: "second_person_changed",
      actor: { type: "operator" },
      data: { before: { needsSecondPerson: true }, after: { needsSecondPerson: false } },
    },
  ]);
});
