// A credential of a till or a page sees, follows and cancels only what it created, in every endpoint that it may call.
import { beforeAll, describe, expect, test } from "vitest";
import { ENDPOINTS } from "../../src/http/endpoints.ts";
import type { ApiCall } from "../harness/server/api.ts";
import { type RouteServer, sharedServerForFile } from "../routes/setup.ts";
import { type Creator, type Creators, callAs, creatorsOf } from "./creators.ts";

const server = sharedServerForFile();

interface Listed {
  readonly data: readonly { paymentId?: string; id?: string; createdBy?: object; created_by?: object }[];
  readonly stats?: { readonly totalTransactions: number };
  readonly pagination?: { readonly total: number };
}

let shop: RouteServer;
let creators: Creators;
beforeAll(async () => {
  shop = (await server().asNewOwner()).at(server().baseUrl);
  creators = await creatorsOf(shop);
});

const as = <Body = { paymentId: string; code: string }>(by: Creator, call: ApiCall) => callAs<Body>(shop, by, call);

const AMOUNT = { unit: "iso4217/USD", value: "500" };
async function created(by: Creator, referenceId = "order-1", headers = {}): Promise<string> {
  const body = { amount: AMOUNT, referenceId: `${by.prefix}${referenceId}` };
  const answer = await as(by, { path: "/v1/payments", headers, body });
  expect(answer.status).toBe(201);
  return answer.body.paymentId;
}

const NAMES = ["pos", "otherPos", "till", "otherTill"] as const;

describe.each(NAMES)("%s", (name) => {
  const creator = () => creators[name];
  const others = () => Object.entries(creators).filter(([key]) => key !== name && key !== "charges");

  test("lists its own payments only, with their statistics, and says that it created them", async () => {
    for (const [, other] of others()) await created(other);
    await created(creators.server, `${creator().prefix || "order-"}1`);
    const own = await created(creator());
    const path = creator().type === "till" ? "/v1/payments" : "/v1/merchants/payments";
    const ofOthers = await as<Listed>(creators.server, { path: "/v1/payments?limit=200" });
    const reach = ofOthers.body.data.filter(({ createdBy }) => JSON.stringify(createdBy).includes(creator().type));
    for (const query of [
      "",
      "?referenceId=order-1",
      "?sortBy=amount",
      "?startTs=2020-01-01T00:00:00Z",
      "?status=requires_action",
    ]) {
      const { status, body } = await as<Listed>(creator(), { path: `${path}${query}` });
      expect([query, status]).toEqual([query, 200]);
      expect(body.data.map(({ paymentId }) => paymentId)).toContain(own);
      expect(new Set(body.data.map(({ createdBy }) => JSON.stringify(createdBy))).size).toBe(1);
      expect(body.data[0]?.createdBy).toMatchObject({ type: creator().type });
      expect(body.stats?.totalTransactions).toBe(body.data.length);
      expect(body.data.length).toBeLessThan(reach.length);
    }
  });

  test("finds, follows and cancels no payment of anyone else", async () => {
    for (const [other, by] of others()) {
      const id = await created(by);
      const calls: ApiCall[] = [
        { path: `/v1/payments/${id}/status` },
        { path: `/v1/payments/${id}/status?maxPollMs=1000` },
        { path: `/v1/payments/${id}/cancel`, body: {} },
        ...(creator().type === "till" ? [{ path: "/v1/refunds", body: { paymentId: id, reason: "x" } }] : []),
        ...(creator().type === "pos"
          ? [
              { path: `/v1/merchant/payment/${id}/status` },
              { path: `/commerce/charges/${id}` },
              { path: `/commerce/charges/${id}/cancel`, body: {} },
              { path: `/commerce/charges?starting_after=${id}` },
            ]
          : []),
      ];
      for (const call of calls)
        expect([other, call.path, (await as(creator(), call)).status]).toEqual([other, call.path, 404]);
      const shown = await as<{ status: string }>(creators.server, { path: `/v1/payments/${id}` });
      expect(shown.body.status).toBe("requires_action");
    }
  });

  test("cannot take the idempotency keys of others, nor read what is stored under them", async () => {
    for (const [other, by] of others()) {
      const headers = { "idempotency-key": `order ${name} ${other}` };
      const mine = await created(creator(), "order-1", headers);
      const theirs = await created(by, "order-2", headers);
      expect(theirs).not.toBe(mine);
      expect(await created(creator(), "order-1", headers)).toBe(mine);
      expect(await created(by, "order-2", headers)).toBe(theirs);
    }
  });
});

/** What a till may call; `finds, follows and cancels` and `lists` above show that it reaches its own payments only. */
const REACH = [
  "POST /v1/payments",
  "GET /v1/payments",
  "GET /v1/merchants",
  "GET /v1/payments/:id/status",
  "POST /v1/payments/:id/cancel",
  "POST /v1/payments/:id/deposit",
  "POST /v1/refunds",
];

test("a till calls these endpoints, and is refused by every other", async () => {
  const id = await created(creators.server);
  const reached: string[] = [];
  for (const { method, path } of ENDPOINTS.filter(({ caller }) => caller === "partner")) {
    const url = path.replace(/:merchantId/, shop.merchantId).replace(/:\w+/g, id);
    const { status, body } = await as(creators.till, { method, path: url });
    const isBelowConsole = !/^\/(commerce|x402)\//.test(path);
    const isOutside = !isBelowConsole && body.code === "not_found";
    if (status !== 403 && !isOutside) reached.push(`${method} ${path}`);
  }
  expect(reached.sort()).toEqual(REACH.sort());
});

test("the servers of a partner share their idempotency keys, so that a new key can repeat a request", async () => {
  const headers = { "idempotency-key": "shared" };
  const first = await created(creators.server, "order-3", headers);
  expect(await created(creators.otherServer, "order-3", headers)).toBe(first);
});

describe("charges", () => {
  const body = {
    name: "order-4",
    local_price: { amount: "5.00", currency: "USD" },
    metadata: { customer_email: "ada@example.com" },
  };
  const charge = async (by: Creator) =>
    (await as<{ data: { id: string; created_by: object } }>(by, { path: "/commerce/charges", body })).body.data;

  test("show a point of sale neither the metadata of others nor their number", async () => {
    for (const by of [creators.server, creators.charges, creators.otherPos]) await charge(by);
    const own = await charge(creators.pos);
    const { body: listed } = await as<Listed>(creators.pos, { path: "/commerce/charges?limit=100" });
    expect(listed.data.map(({ id }) => id)).toContain(own.id);
    expect(new Set(listed.data.map(({ created_by }) => JSON.stringify(created_by)))).toEqual(
      new Set([JSON.stringify(own.created_by)]),
    );
    expect(listed.pagination?.total).toBe(listed.data.length);
  });

  test("are all seen and cancelled by a key of the role charges, which can do nothing else", async () => {
    const [first, second] = [await charge(creators.server), await charge(creators.charges)];
    expect([first.created_by, second.created_by]).toMatchObject([{ type: "charge" }, { type: "charge" }]);
    const { body: listed } = await as<Listed>(creators.charges, { path: "/commerce/charges?limit=100" });
    expect(listed.data.map(({ id }) => id)).toEqual(expect.arrayContaining([first.id, second.id]));
    const cancelled = await as(creators.charges, { path: `/commerce/charges/${first.id}/cancel`, body: {} });
    expect(cancelled.status).toBe(200);
    const { "merchant-id": _, ...bare } = creators.charges.headers;
    for (const { method, path, commerceKey } of ENDPOINTS.filter(({ caller }) => caller === "partner")) {
      if (commerceKey) continue;
      const url = path.replace(/:merchantId/, shop.merchantId).replace(/:\w+/g, first.id);
      const answer = await shop.call({ method, path: url, headers: bare });
      expect([method, path, answer.status]).toEqual([method, path, 403]);
    }
  });
});

test("details, lists and events say who created a payment; buyers are not told", async () => {
  for (const by of [creators.server, creators.pos, creators.till]) {
    const id = await created(by);
    const createdBy = { type: by.type, id: expect.stringMatching(/^(key|till)_/) };
    const details = await as(creators.server, { path: `/v1/payments/${id}` });
    expect(details.body).toMatchObject({ createdBy });
    const events = await as<{ data: { data: { payment: object } }[] }>(creators.server, {
      path: `/v1/events?paymentId=${id}`,
    });
    expect(events.body.data.map(({ data }) => data.payment)).toMatchObject([{ createdBy }]);
    const buyer = await shop.call({ path: `/v1/gateway/payment/${id}/status` });
    expect(JSON.stringify(buyer.body)).not.toContain("createdBy");
  }
});
