// Every endpoint against each kind of key and against foreign ids: the response for another tenant's data equals the
// one for data that does not exist. Another tenant is another partner, and the same partner in the other mode.
import { beforeAll, describe, expect, test } from "vitest";
import { newApiKey } from "../../src/merchant/api-key.ts";
import { pageKeys, sealPageToken } from "../../src/payment/lists/page-token.ts";
import type { ApiAnswer, ApiCall } from "../harness/server/api.ts";
import { createKeyFor, type RouteServer, serverForFile } from "../routes/setup.ts";
import { callWith, MATRIX, nobodysIds, placesOf, ROW_NAMES, rowOf } from "./calls.ts";
import { belongingsOf, MODES, newTenant, type Tenant, tenantIn } from "./tenant.ts";

const server = serverForFile();

test("every endpoint has a row, and every row an endpoint", () => {
  expect([...ROW_NAMES].sort()).toEqual(MATRIX.map(([name]) => name).sort());
});

/** Fields that may differ between two responses to the same request. */
const OF_THE_MOMENT = ["x-request-id", "date"];

/** A response without its varying and request-specific parts. */
function comparable({ status, headers, body }: ApiAnswer<unknown>): unknown {
  const kept = [...headers].filter(([name]) => !OF_THE_MOMENT.includes(name));
  const { requestId, ...rest } = body as Record<string, unknown>;
  return { status, headers: kept, body: rest, hasRequestId: requestId !== undefined };
}

/** Refused calls change none, so all endpoints share them. `twin` has the victim's test payments. */
let victim: Tenant;
let caller: Tenant;
let twin: Tenant;
beforeAll(async () => {
  [victim, caller] = [await newTenant(server()), await newTenant(server())];
  twin = await newTenant(server(), await server().newTestOwner(victim.partnerId));
});

/** By name: whose ids are asked for, and who asks. */
const STRANGERS = {
  "another partner": () => [victim, caller],
  "the partner's test mode": () => [victim, twin],
  "the partner, of its test payments": () => [twin, victim],
} as const satisfies Record<string, () => readonly [owner: Tenant, stranger: Tenant]>;
type Stranger = keyof typeof STRANGERS;
const STRANGER_NAMES = Object.keys(STRANGERS) as readonly Stranger[];

describe.each(MATRIX)("%s", (_, endpoint) => {
  const ask = (ids: Tenant["ids"], headers: ApiCall["headers"]) =>
    server().call(callWith(endpoint, server(), ids, headers));
  const outcomeOf = async (headers: ApiCall["headers"]) => {
    const { status, body } = await ask(victim.ids, headers);
    return [status, body.code];
  };
  const isGateway = endpoint.caller === "wallet";
  const isList = JSON.stringify(endpoint.query ?? {}).includes('"cursor"');

  test("without a key, with an unknown one and with a revoked one", async () => {
    const revoked = await createKeyFor({ ...server(), partnerId: victim.partnerId } as RouteServer, "partner");
    await server().sql("update api_keys set revoked_at = now() where hash = sha256($1::bytea)", [revoked]);
    const before = await belongingsOf(server(), victim);
    const missing = isGateway ? "missing_auth_headers" : "missing_api_key";
    expect(await outcomeOf({ "api-key": null })).toEqual([401, missing]);
    expect(await outcomeOf({ "api-key": newApiKey("partner", "prtn_1").apiKey })).toEqual([401, "invalid_api_key"]);
    expect(await outcomeOf({ "api-key": "wrong" })).toEqual([401, "invalid_api_key"]);
    expect(await outcomeOf({ "api-key": revoked })).toEqual([401, "invalid_api_key"]);
    expect(await belongingsOf(server(), victim)).toEqual(before);
  });

  test("with the owner's keys of lesser roles", async () => {
    const before = await belongingsOf(server(), victim);
    if (endpoint.access !== "read") expect(await outcomeOf({ "api-key": victim.readKey })).toEqual([403, "forbidden"]);
    if (endpoint.access !== "pay") expect(await outcomeOf({ "api-key": victim.walletKey })).toEqual([403, "forbidden"]);
    expect(await belongingsOf(server(), victim)).toEqual(before);
  });

  if (isGateway)
    test.each(MODES)("the id of a %s payment is the capability: any key of its mode works", async (mode) => {
      const tenant = await tenantIn(server(), mode);
      const [same, other] = mode === "live" ? [caller, twin] : [twin, caller];
      const unknown = await ask(nobodysIds(), { "api-key": other.walletKey });
      expect([unknown.status, unknown.body.code]).toEqual([404, "payment_not_found"]);
      for (const key of [other.walletKey, other.apiKey]) {
        expect(comparable(await ask(tenant.ids, { "api-key": key }))).toEqual(comparable(unknown));
      }
      for (const key of [same.walletKey, same.apiKey]) {
        expect((await ask(tenant.ids, { "api-key": key })).status).toBe(rowOf(endpoint).own);
      }
    });

  test("with the token of a checkout page", async () => {
    const tenant = isGateway ? await newTenant(server()) : caller;
    const keys = pageKeys(Buffer.from(server().installation.environment.SECRET_KEY ?? "", "hex"));
    const tokenOf = ({ ids: { paymentId } }: Tenant, nowS = Date.now() / 1000) =>
      sealPageToken(keys, { id: paymentId, expiresAtS: nowS }, nowS);
    const before = await belongingsOf(server(), victim);
    const theirs = await ask(victim.ids, { "api-key": tokenOf(tenant) });
    const nobodys = await ask(nobodysIds(), { "api-key": tokenOf(tenant) });
    const own = await ask(tenant.ids, { "api-key": tokenOf(tenant) });
    const old = await ask(tenant.ids, { "api-key": tokenOf(tenant, 1_000_000) });
    if (isGateway) {
      expect([theirs.status, theirs.body.code]).toEqual([403, "forbidden"]);
      expect(own.status).toBe(rowOf(endpoint).own);
    } else {
      expect([own.status, own.body.code]).toEqual([401, "invalid_api_key"]);
    }
    expect(comparable(theirs)).toEqual(comparable(nobodys));
    expect([old.status, old.body.code]).toEqual([401, "invalid_api_key"]);
    expect(await belongingsOf(server(), victim)).toEqual(before);
  });

  if (!isGateway)
    test.each(STRANGER_NAMES)("to the key of %s, its ids are treated as unknown", async (name) => {
      const [owner, stranger] = STRANGERS[name]();
      const before = await belongingsOf(server(), owner);
      const places = placesOf(endpoint, server());
      const subsets = [...places.map((place) => [place]), places];
      for (const replaced of subsets.filter(({ length }) => length > 0)) {
        const withIdsOf = (ids: Tenant["ids"]) => ({
          ...stranger.ids,
          ...Object.fromEntries(replaced.map((place) => [place, ids[place]])),
        });
        for (const key of endpoint.access === "read" ? [stranger.apiKey, stranger.readKey] : [stranger.apiKey]) {
          const theirs = await ask(withIdsOf(owner.ids), { "api-key": key });
          const nobodys = await ask(withIdsOf(nobodysIds()), { "api-key": key });
          expect(comparable(theirs)).toEqual(comparable(nobodys));
          // A list filtered by it is empty; anything else is refused, even if all other ids are the caller's.
          if (!isList) expect(theirs.status).toBe(rowOf(endpoint).foreign ?? 404);
          expect(JSON.stringify(theirs.body)).not.toContain(owner.ids.paymentId);
          expect(JSON.stringify(theirs.body)).not.toContain(owner.merchantId);
        }
      }
      expect(await belongingsOf(server(), owner)).toEqual(before);
    });

  if (isList)
    test.each(STRANGER_NAMES)("to %s, its cursor is treated as malformed", async (name) => {
      const [owner, stranger] = STRANGERS[name]();
      // Drops the filters, so that there is more than one page.
      const bare = (ids: Tenant["ids"], query: string) => {
        const call = callWith(endpoint, server(), ids, {});
        return { ...call, path: `${call.path.split("?", 1)[0]}?limit=1${query}` };
      };
      const first = await server().call<Record<string, string | null>>({
        ...bare(owner.ids, ""),
        headers: { ...bare(owner.ids, "").headers, "api-key": owner.apiKey },
      });
      const cursor = first.body.nextCursor ?? first.body.next_cursor;
      expect(cursor).toEqual(expect.any(String));
      const answers = [];
      for (const text of [cursor, "bm9ib2R5"]) {
        const call = bare(stranger.ids, `&cursor=${text}`);
        answers.push(await server().call({ ...call, headers: { ...call.headers, "api-key": stranger.apiKey } }));
      }
      const [theirs, nobodys] = answers.map((answer) => comparable(answer));
      expect(theirs).toEqual(nobodys);
      expect(theirs).toMatchObject({ status: 400, body: { code: "invalid_params" } });
    });

  test.each(MODES)("the owner succeeds with a permitted key of the %s mode", async (mode) => {
    const owner = await tenantIn(server(), mode);
    const { own } = rowOf(endpoint);
    if (endpoint.access === "read") expect((await ask(owner.ids, { "api-key": owner.readKey })).status).toBe(own);
    const key = isGateway ? owner.walletKey : owner.apiKey;
    expect((await ask(owner.ids, { "api-key": key })).status).toBe(own);
  });
});
