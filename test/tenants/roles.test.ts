// Each role, and a manager limited to one merchant, against every route under /console/api.
import { randomBytes } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { CONSOLE_ROUTES } from "../../src/http/console/routes.ts";
import { mayCall } from "../../src/http/console-permissions.ts";
import { USER_ROLES, type UserRole } from "../../src/merchant/user.ts";
import type { ApiAnswer } from "../harness/server/api.ts";
import { newUser, type TestUser } from "../harness/server/users.ts";
import { sharedServerForFile, type WireBody } from "../routes/setup.ts";
import { type Ids, nobodysIds } from "./calls.ts";
import { consoleRowOf } from "./console-calls.ts";
import { belongingsOf, newTenant, type Tenant } from "./tenant.ts";

const server = sharedServerForFile();

/** The endpoints that a session may call and that change something. */
const writesOf = (role: UserRole, isLimited: boolean): string[] =>
  CONSOLE_ROUTES.filter(({ method, endpoint }) => method !== "GET" && mayCall(endpoint, { role, isLimited }))
    .map(({ endpoint: { method, path } }) => `${method} ${path}`)
    .sort();

test("every route of the console says which roles may call it", () => {
  expect(CONSOLE_ROUTES.filter(({ endpoint }) => endpoint.console === undefined)).toEqual([]);
});

const OWN_ACCOUNT = [
  "DELETE /console/api/account/passkeys/:id",
  "DELETE /console/api/sessions",
  "DELETE /console/api/sessions/:id",
  "POST /console/api/account/passkeys",
  "POST /console/api/account/passkeys/options",
  "POST /console/api/confirmation",
  "POST /console/api/confirmation/options",
  "POST /console/api/confirmation/passkey",
  "PUT /console/api/account/mail",
  "PUT /console/api/account/password",
];

test("a reader changes nothing but the own account, and a cashier only takes payments", () => {
  const sales = [
    "POST /v1/merchant/payment",
    "POST /v1/payments",
    "POST /v1/payments/:id/cancel",
    "POST /v1/payments/:id/deposit",
  ];
  expect(writesOf("reader", false)).toEqual(OWN_ACCOUNT);
  expect(writesOf("cashier", false)).toEqual([...OWN_ACCOUNT, ...sales].sort());
  expect(writesOf("cashier", true)).toEqual(writesOf("cashier", false));
});

test("keys, webhook endpoints, branding and the need for a second person are changed by owners, users by managers of all merchants", () => {
  const ofOwners = writesOf("owner", false).filter((name) => !writesOf("manager", false).includes(name));
  expect(ofOwners.every((name) => /\/(keys|webhook-endpoints|second-person|branding)(\/|$)/.test(name))).toBe(true);
  expect(writesOf("manager", true).filter((name) => /\/(users|keys|webhook-)/.test(name))).toEqual([]);
});

let tenant: Tenant;
let limited: TestUser;
const users = new Map<UserRole, TestUser>();
beforeAll(async () => {
  tenant = await newTenant(server());
  const [other] = await server().sql<{ id: string }>("select id from merchants where partner_id = $1 and id <> $2", [
    tenant.partnerId,
    tenant.merchantId,
  ]);
  for (const role of USER_ROLES) users.set(role, await newUser(server(), tenant.apiKey, { role }));
  limited = await newUser(server(), tenant.apiKey, { role: "manager", merchantIds: [other?.id ?? ""] });
});

type Route = (typeof CONSOLE_ROUTES)[number];
const TABLE = CONSOLE_ROUTES.map((route): [string, Route] => [`${route.method} ${route.path}`, route]);

const ask = ({ method, endpoint, path }: Route, user: TestUser, ids: Ids): Promise<ApiAnswer<WireBody>> => {
  const call = consoleRowOf(`${method} ${path}`, endpoint).call(ids, server());
  const key = { "idempotency-key": randomBytes(8).toString("hex") };
  return user.call<WireBody>({ ...call, method, headers: { ...key, ...call.headers } });
};

describe.each(TABLE)("%s", (_, route) => {
  test("lets each role through or refuses it as the table says", async () => {
    for (const [role, user] of users) {
      const { status, body } = await ask(route, user, nobodysIds());
      const isRefused = status === 403 && body.message?.includes("may not do this") === true;
      expect([role, isRefused]).toEqual([role, !mayCall(route.endpoint, { role, isLimited: false })]);
      expect([401, 500].includes(status)).toBe(false);
    }
  });

  test("a limited user reaches nothing of the partner's other merchants", async () => {
    const before = route.method === "GET" ? null : await belongingsOf(server(), tenant);
    const theirs = await ask(route, limited, tenant.ids);
    const nobodys = await ask(route, limited, nobodysIds());
    const bare = ({ status, body: { requestId, ...body } }: ApiAnswer<WireBody>) => [status, body, typeof requestId];
    if (/\/(payments|merchants|settlements|refunds|volume|find|exceptions|tills)/.test(route.path)) {
      expect(bare(theirs)).toEqual(bare(nobodys));
    }
    for (const id of [tenant.merchantId, tenant.ids.paymentId]) expect(JSON.stringify(theirs.body)).not.toContain(id);
    if (before) expect(await belongingsOf(server(), tenant)).toEqual(before);
  });
});
