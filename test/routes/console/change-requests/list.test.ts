// A person finds the requests of their partner, and cannot hide other people's requests.
import { expect, test } from "vitest";
import type { ChangeRequests } from "../../../../src/contract/console/change-requests.ts";
import { sharedServerForFile, type WireBody } from "../../setup.ts";
import {
  ask,
  askToMove,
  decide,
  destinationsOf,
  elsewhere,
  type Firm,
  newFirm,
  newPerson,
  openOf,
  outcomeOf,
  require,
} from "./people.ts";

const server = sharedServerForFile();

async function newMerchant({ server: firm }: Firm): Promise<string> {
  const headers = { "idempotency-key": "other", "merchant-id": null };
  const body = { merchantName: "Other", merchantEmail: "o@example.com" };
  const answer = await firm.call<WireBody>({ path: "/v1/merchants", headers, body });
  return answer.body.merchant.id;
}

/** Requests of Ada's, about `merchantId`. */
const store = ({ server: { sql, partnerId }, ada }: Firm, merchantId: string, count: number) =>
  sql(
    `insert into change_requests (id, partner_id, merchant_id, change, asked_by, expires_at)
     select 'chg_' || $2 || n, $1, $2, jsonb_build_object('type', 'add', 'settlements', '[]'::jsonb), $3,
            now() + interval '1 day' from generate_series(1, $4) n`,
    [partnerId, merchantId, ada.id, count],
  );

async function idsOf({ bob }: Firm, merchantId: string): Promise<readonly string[]> {
  const { body } = await bob.call<ChangeRequests>({ path: `/change-requests?merchantId=${merchantId}` });
  return body.requests.map(({ id }) => id);
}

test("the newest come first, and a merchant's page has those of the merchant", async () => {
  const firm = await newFirm(server());
  const other = await newMerchant(firm);
  const one = await askToMove(firm);
  await server().sql("update change_requests set asked_at = now() - interval '1 minute' where id = $1", [one]);
  const two = await askToMove(firm, elsewhere(server(), "bEEF"));
  await store(firm, other, 1);
  await require(firm.ada, false);
  expect((await openOf(firm.bob)).requests).toHaveLength(4);
  expect(await idsOf(firm, firm.server.merchantId)).toEqual([two, one]);
  expect(await idsOf(firm, other)).toEqual([`chg_${other}1`]);
  expect(await idsOf(firm, server().merchantId)).toEqual([]);
  expect(await idsOf(firm, "mrch_unknown")).toEqual([]);
});

test("one person has at most 50 open requests; those of deleted merchants are hidden and do not count", async () => {
  const firm = await newFirm(server());
  const other = await newMerchant(firm);
  await store(firm, other, 50);
  const [first] = await destinationsOf(firm.server);
  const change = { type: "remove", settlementId: first?.id };
  const body = { merchantId: firm.server.merchantId, change };
  const asked = async (user: Firm["ada"]) => {
    await user.confirm();
    return outcomeOf(await user.call<WireBody>({ path: "/change-requests", body }));
  };
  expect(await asked(firm.ada)).toEqual([409, "limit_exceeded"]);
  expect(await asked(firm.bob)).toBe(201);
  await server().sql("update merchants set deleted_at = now() where id = $1", [other]);
  expect(await asked(firm.ada)).toBe(201);
  expect((await openOf(firm.bob)).requests).toHaveLength(2);
});

const outdatedOf = async (user: Firm["bob"]) =>
  new Map((await openOf(user)).requests.map(({ id, isOutdated }) => [id, isOutdated]));

test("a request is outdated as soon as its destination moves, and no longer once that is back", async () => {
  const firm = await newFirm(server());
  const [first] = await destinationsOf(firm.server);
  const one = await askToMove(firm);
  const two = await askToMove(firm, elsewhere(server(), "bEEF"));
  const removal = await ask(firm.ada, firm.server.merchantId, { type: "remove", settlementId: first?.id });
  expect([...(await outdatedOf(firm.bob)).values()]).toEqual([false, false, false]);
  expect((await decide(firm.bob, one, "approve")).status).toBe(200);
  expect(await outdatedOf(firm.bob)).toEqual(
    new Map([
      [removal.body.id, true],
      [two, true],
    ]),
  );
  const back = await askToMove(firm, first?.destination);
  expect((await outdatedOf(firm.bob)).get(back)).toBe(false);
  expect((await decide(firm.bob, back, "approve")).status).toBe(200);
  expect(await outdatedOf(firm.bob)).toEqual(
    new Map([
      [removal.body.id, false],
      [two, false],
    ]),
  );
  expect((await decide(firm.bob, removal.body.id, "approve")).status).toBe(200);
  expect(await outdatedOf(firm.bob)).toEqual(new Map([[two, true]]));
});

test("an addition is outdated once the token has a destination", async () => {
  const firm = await newFirm(server());
  const [first] = await destinationsOf(firm.server);
  const removal = await ask(firm.ada, firm.server.merchantId, { type: "remove", settlementId: first?.id });
  await decide(firm.bob, removal.body.id, "approve");
  const [one, two] = [elsewhere(server()), elsewhere(server(), "bEEF")].map((destination) => ({
    type: "add",
    settlements: [{ asset: first?.asset, destination }],
  }));
  const added = await ask(firm.ada, firm.server.merchantId, one ?? {});
  const late = await ask(firm.ada, firm.server.merchantId, two ?? {});
  expect([...(await outdatedOf(firm.bob)).values()]).toEqual([false, false]);
  await decide(firm.bob, added.body.id, "approve");
  expect(await outdatedOf(firm.bob)).toEqual(new Map([[late.body.id, true]]));
});

test("a request is outdated once its asker may no longer ask, and one to stop requiring a person once nobody is required", async () => {
  const firm = await newFirm(server());
  await firm.server.store.secondPerson.set(firm.server.partnerId, false);
  const carol = await newPerson(firm.server, { role: "owner", name: "Carol" });
  await require(firm.ada, true);
  const [first] = await destinationsOf(firm.server);
  const bobs = await ask(firm.bob, firm.server.merchantId, { type: "remove", settlementId: first?.id });
  expect((await outdatedOf(carol)).get(bobs.body.id)).toBe(false);
  await firm.ada.confirm();
  await firm.ada.call({ method: "PATCH", path: `/users/${firm.bob.id}`, body: { role: "reader" } });
  expect((await outdatedOf(carol)).get(bobs.body.id)).toBe(true);

  const [stop, again] = [(await require(firm.ada, false)).body, (await require(carol, false)).body];
  expect((await outdatedOf(carol)).get(stop.requestId ?? "")).toBe(false);
  expect((await decide(carol, stop.requestId ?? "", "approve")).status).toBe(200);
  expect((await outdatedOf(firm.ada)).get(again.requestId ?? "")).toBe(true);
  expect(outcomeOf(await decide(firm.ada, again.requestId ?? "", "approve"))).toEqual([409, "request_closed"]);
});
