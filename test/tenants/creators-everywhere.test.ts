// The credentials of a page and of a till in every endpoint of the API and of the console: nothing of another creator's
// payments is in any response, and none of them changes.
import { randomBytes } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { CONSOLE_ROUTES } from "../../src/http/console/routes.ts";
import type { Endpoint } from "../../src/http/endpoint.ts";
import { ENDPOINTS } from "../../src/http/endpoints.ts";
import type { ApiAnswer, ApiCall } from "../harness/server/api.ts";
import { type RouteServer, sharedServerForFile } from "../routes/setup.ts";
import { type Ids, rowOf } from "./calls.ts";
import { consoleRowOf } from "./console-calls.ts";
import { type Creator, type CreatorName, type Creators, callAs, creatorsOf } from "./creators.ts";
import { belongingsOf, newTenant, type Tenant } from "./tenant.ts";

const server = sharedServerForFile();

const SECRET = "secret order";
const CHARGE = { local_price: { amount: "5.00", currency: "USD" }, metadata: { customer_email: SECRET } };
const OTHERS = ["server", "charges", "otherPos", "otherTill"] as const satisfies readonly CreatorName[];

let tenant: Tenant;
let shop: RouteServer;
let creators: Creators;
/** Of each other creator, a payment and, if it can, a charge. */
let foreign: string[];
beforeAll(async () => {
  tenant = await newTenant(server());
  shop = { ...server(), ...tenant, call: (call) => server().call({ ...call, headers: { ...call.headers } }) };
  creators = await creatorsOf(shop);
  foreign = [tenant.ids.paymentId];
  for (const name of OTHERS) {
    if (name !== "charges") foreign.push((await pay(creators[name], `${SECRET} 1`)).body.paymentId);
    if (name !== "otherTill") foreign.push((await callAs<Charge>(shop, creators[name], CREATE_CHARGE)).body.data.id);
  }
});

interface Created {
  readonly paymentId?: string;
  readonly message?: string;
}
interface Charge {
  readonly data: { readonly id: string };
}
const CREATE_CHARGE = { path: "/commerce/charges", body: CHARGE };

const pay = (by: Creator, referenceId: string, headers = {}): Promise<ApiAnswer<{ paymentId: string }>> => {
  const body = { amount: { unit: "iso4217/USD", value: "500" }, referenceId: `${by.prefix}${referenceId}` };
  return callAs(shop, by, { path: "/v1/payments", headers, body });
};

type Route = readonly [name: string, call: (ids: Ids) => ApiCall];

const callOf = (endpoint: Endpoint, row: ReturnType<typeof rowOf>): Route[1] => {
  const { method } = endpoint;
  return (ids) => {
    const call = row.call(ids, shop);
    return { ...call, method, headers: { "idempotency-key": randomBytes(8).toString("hex"), ...call.headers } };
  };
};

const ROUTES: Readonly<Record<"pos" | "till", readonly Route[]>> = {
  pos: ENDPOINTS.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, callOf(endpoint, rowOf(endpoint))]),
  till: CONSOLE_ROUTES.map(({ method, path, endpoint }) => {
    const name = `${method} ${path}`;
    return [name, callOf(endpoint, consoleRowOf(name, endpoint))];
  }),
};
const TABLE = (["pos", "till"] as const).flatMap((name) =>
  ROUTES[name].map(([route, call]) => [name, route, call] as const),
);

/** The rows that name none of these ids. */
async function rowsWithout(ids: readonly string[]): Promise<string[]> {
  const rows = (await belongingsOf(shop, tenant)) as readonly unknown[];
  const texts = rows.flat(2).map((row) => JSON.stringify(row));
  return texts.filter((text) => !ids.some((id) => text.includes(id)));
}

test.each(TABLE)("a %s at %s", async (name, _, callOfRoute) => {
  const before = await rowsWithout([]);
  const made: string[] = [];
  for (const paymentId of foreign) {
    const call = callOfRoute({ ...tenant.ids, paymentId });
    const { status, body } = await callAs<Created & Partial<Charge>>(shop, creators[name], call);
    for (const mark of [SECRET, ...foreign]) expect(JSON.stringify(body)).not.toContain(mark);
    const isOwn = status === 200 || status === 201 || body.message?.includes("referenceId must begin with");
    if (!isOwn) expect([403, 404]).toContain(status);
    made.push(...[body.paymentId, body.data?.id].filter((id) => id !== undefined));
  }
  expect(await rowsWithout(made)).toEqual(before);
});

describe.each(["pos", "till"] as const)("a %s, in its lists", (name) => {
  const list = name === "pos" ? "/v1/merchants/payments" : "/v1/payments";
  const ask = (query: string) => callAs<Listed>(shop, creators[name], { path: `${list}?${query}` });
  interface Listed {
    readonly data: readonly { readonly paymentId: string }[];
    readonly stats: { readonly totalTransactions: number; readonly totalRevenue?: object };
  }

  test.each([
    "limit=200",
    "sortBy=amount&sortDir=asc",
    "status=requires_action&status=succeeded",
    "startTs=2020-01-01T00:00:00Z&endTs=2100-01-01T00:00:00Z",
    `referenceId=${encodeURIComponent(SECRET)}`,
    "referenceId=own",
  ])("by %s finds and counts only its own payments", async (query) => {
    const own = (await pay(creators[name], "own")).body.paymentId;
    const { status, body } = await ask(query);
    expect(status).toBe(200);
    const ids = body.data.map(({ paymentId }) => paymentId);
    expect(ids.filter((id) => foreign.includes(id))).toEqual([]);
    expect(body.stats.totalTransactions).toBe(ids.length);
    expect(ids.includes(own)).toBe(!query.includes("secret"));
    expect(JSON.stringify(body)).not.toContain(SECRET);
  });

  test("is refused the cursor of another creator", async () => {
    await pay(creators[name], "own");
    const others = [creators.server, creators[name === "pos" ? "otherPos" : "otherTill"]];
    for (const other of others) {
      for (const referenceId of ["1", "2"]) await pay(other, referenceId);
      const page = await callAs<{ nextCursor: string }>(shop, other, { path: `${list}?limit=1` });
      expect(page.body.nextCursor).toEqual(expect.any(String));
      expect((await ask(`limit=1&cursor=${page.body.nextCursor}`)).status).toBe(400);
    }
  });
});

describe("an Idempotency-Key with the same body", () => {
  const paying: readonly CreatorName[] = ["server", "pos", "otherPos", "till", "otherTill"];

  test.each(paying)("of a %s creates another payment for every other class", async (first) => {
    for (const second of paying.filter((name) => name !== first)) {
      const headers = { "idempotency-key": `${first} ${second}` };
      // A server may write the prefix of a till as well.
      const { prefix } = creators[creators[first].prefix === "" ? second : first];
      const answers = [];
      for (const name of [first, second]) {
        const text = prefix.slice(creators[name].prefix.length);
        if (creators[name].prefix !== "" && creators[name].prefix !== prefix) continue;
        answers.push(await pay(creators[name], `${text}order-1`, headers));
      }
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201));
      expect(new Set(answers.map(({ body }) => body.paymentId)).size).toBe(answers.length);
      for (const { headers: received } of answers) expect(received.get("idempotent-replayed")).toBeNull();
    }
  });

  test("of a cancellation is not replayed to others, who may not cancel", async () => {
    const id = (await pay(creators.server, "cancelled")).body.paymentId;
    const call = { path: `/v1/payments/${id}/cancel`, body: {}, headers: { "idempotency-key": "cancel" } };
    expect((await callAs(shop, creators.server, call)).status).toBe(200);
    expect((await callAs(shop, creators.server, call)).headers.get("idempotent-replayed")).toBe("true");
    for (const name of ["pos", "till"] as const) {
      expect((await callAs(shop, creators[name], call)).status).toBe(404);
    }
  });
});
