// Everything under /console/api against each kind of session and against foreign ids: a session reaches only its
// partner's data of one mode, and another's ids get the response of unknown ones. A route without a row fails.
import { randomBytes } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { CONSOLE_ENDPOINTS, CONSOLE_ROUTES } from "../../src/http/console/routes.ts";
import type { ApiAnswer, ApiCall } from "../harness/server/api.ts";
import { consoleCall, signIn } from "../harness/server/console.ts";
import { newUser } from "../harness/server/users.ts";
import { type RouteServer, sharedServerForFile, type WireBody } from "../routes/setup.ts";
import { type Ids, nobodysIds, PLACES, type Row } from "./calls.ts";
import { consoleRowOf, OWN_ROW_NAMES } from "./console-calls.ts";
import { belongingsOf, MODES, type Mode, newTenant, type Tenant, tenantIn } from "./tenant.ts";

const server = sharedServerForFile();

/** The merchant is named in the body, so a foreign one is an invalid field. */
const IN_BODY = "POST /console/api/tills";

/** Responses that contain nothing named in the call: they are empty for foreign ids as for unknown ones. */
const FILTERED =
  /\/(volume|audit|find|exceptions|events|payment-links|payments|refunds|(payments|refunds|audit)\.csv|merchants|merchants\/payments)$/;

const OWN_NAMES = CONSOLE_ENDPOINTS.map(({ method, path }) => `${method} ${path}`);

test("every endpoint of the console has a row, and every row an endpoint", () => {
  expect([...OWN_ROW_NAMES].sort()).toEqual([...OWN_NAMES].sort());
});

type Route = (typeof CONSOLE_ROUTES)[number];
const TABLE = CONSOLE_ROUTES.map((route): [string, Route] => [`${route.method} ${route.path}`, route]);

/** Refused calls do not change the victim, so all routes share it. */
let victim: Tenant;
let caller: Tenant;
/** The victim's test payments. */
let twin: Tenant;
beforeAll(async () => {
  [victim, caller] = [await newTenant(server()), await newTenant(server())];
  twin = await newTenant(server(), await server().newTestOwner(victim.partnerId));
});

describe.each(TABLE)("%s", (name, { method, path, endpoint }) => {
  const isWrite = endpoint.access === "write";
  const row = consoleRowOf(name, endpoint);

  const ask = (ids: Ids, headers: ApiCall["headers"]): Promise<ApiAnswer<WireBody>> => {
    const call = row.call(ids, server());
    const key = { "idempotency-key": randomBytes(8).toString("hex") };
    return consoleCall<WireBody>(server(), { ...call, method, headers: { ...key, ...call.headers, ...headers } });
  };
  const as = async (apiKey: string, keyAgain: string = apiKey) => ({
    cookie: (await signIn(server(), apiKey)).cookie,
    ...(endpoint.asksForKeyAgain && { "api-key": keyAgain }),
  });
  /** A new partner's data of one mode, and the headers of its owner in the other mode. */
  const inOtherMode = async (mode: Mode): Promise<readonly [Tenant, () => Promise<ApiCall["headers"]>]> => {
    const live = await newTenant(server());
    const { cookie, confirm } = await newUser(server(), live.apiKey, { role: "owner" });
    const headers = async () => {
      if (endpoint.asksForKeyAgain) await confirm();
      return { cookie, ...(mode === "live" && { "turnpike-mode": "test" }) };
    };
    return [mode === "live" ? live : await newTenant(server(), await server().newTestOwner(live.partnerId)), headers];
  };
  /** By name: whose ids are asked for, and the headers of each call. */
  const strangers: Readonly<Record<string, () => Promise<readonly [Tenant, () => Promise<ApiCall["headers"]>]>>> = {
    "another partner": async () => [victim, () => as(caller.apiKey)],
    "a test key": async () => [victim, () => as(twin.apiKey)],
    "a live key, of test payments": async () => [twin, () => as(victim.apiKey)],
    // An account is the same in both modes.
    ...(!endpoint.isOfPerson && {
      "an owner in test mode": () => inOtherMode("live"),
      "an owner in live mode, of test payments": () => inOtherMode("test"),
    }),
  };
  const outcomeOf = ({ status, body }: ApiAnswer<WireBody>) => [status, body.code];

  test("without a session, and with an ended one, whatever key is sent", async () => {
    const before = await belongingsOf(server(), victim);
    const { cookie } = await signIn(server(), victim.apiKey);
    await consoleCall(server(), { method: "DELETE", path: "/session", headers: { cookie } });
    for (const headers of [{}, { "api-key": victim.apiKey }, { cookie, "api-key": victim.apiKey }]) {
      expect(outcomeOf(await ask(victim.ids, headers))).toEqual([401, "unauthorized"]);
    }
    expect(await belongingsOf(server(), victim)).toEqual(before);
  });

  if (isWrite)
    test("with a read session, and from another site's page", async () => {
      const before = await belongingsOf(server(), victim);
      const read = await as(victim.readKey, victim.apiKey);
      expect((await ask(victim.ids, read)).status).toBe(row.ofReadKey ?? 403);
      const own = await as(victim.apiKey);
      for (const headers of [{ "turnpike-console": null }, { origin: "https://evil.example" }]) {
        expect(outcomeOf(await ask(victim.ids, { ...own, ...headers }))).toEqual([403, "forbidden"]);
      }
      expect(await belongingsOf(server(), victim)).toEqual(before);
    });

  test.each(Object.entries(strangers))("to the session of %s, ids are treated as unknown", async (_, stranger) => {
    const [owner, headers] = await stranger();
    const before = await belongingsOf(server(), owner);
    const { body: theirs, status } = await ask(owner.ids, await headers());
    const { body: nobodys, status: nobodysStatus } = await ask(nobodysIds(), await headers());
    const bare = ({ requestId, ...body }: WireBody) => ({ ...body, hasRequestId: requestId !== undefined });
    if (placesIn(row, server()) > 0 || path.endsWith("/volume")) {
      expect([status, bare(theirs)]).toEqual([nobodysStatus, bare(nobodys)]);
      if (!FILTERED.test(path)) expect(status).toBe(name === IN_BODY ? 400 : 404);
    }
    const text = JSON.stringify(theirs);
    for (const id of [`"${owner.partnerId}"`, owner.ids.paymentId, owner.merchantId]) expect(text).not.toContain(id);
    expect(await belongingsOf(server(), owner)).toEqual(before);
  });

  test.each(MODES)("the owner succeeds in the %s mode", async (mode) => {
    const owner = await tenantIn(server(), mode);
    if (!isWrite) expect((await ask(owner.ids, await as(owner.readKey))).status).toBe(row.ofReadKey ?? row.own);
    expect((await ask(owner.ids, await as(owner.apiKey))).status).toBe(row.own);
  });
});

/** The number of ids in a call. */
function placesIn({ call }: Row, at: RouteServer): number {
  const text = JSON.stringify(call(PLACES, at));
  return Object.values(PLACES).filter((name) => text.includes(name)).length;
}
