import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { newApiKey } from "../../../../src/merchant/api-key.ts";
import { errorOf, serverForFile } from "../../setup.ts";
import { callTo, EVERY, everythingIn, LET_THROUGH, OF_GATEWAY, OF_PARTNER } from "./calls.ts";

const server = serverForFile();
let before: unknown;
beforeAll(async () => {
  before = await everythingIn(server());
});
afterEach(async () => {
  expect(await everythingIn(server())).toEqual(before);
});

const APP = { "api-key": null, "app-id": "test-wallet", "client-id": "c" };

describe.each(EVERY)("%s", (_, endpoint) => {
  const answer = (headers: Record<string, string | null>) => server().call(callTo(endpoint, headers));
  const refusal = async (headers: Record<string, string | null>) => {
    const { status, body, headers: sent } = await answer(headers);
    expect(sent.get("pay-version")).toBeNull();
    expect(body.requestId).toBe(sent.get("x-request-id"));
    return [status, body.code];
  };

  test("with a key that is unknown, malformed or revoked", async () => {
    const { apiKey } = newApiKey("partner", "prtn_1");
    const revoked = (await server().newOwner()).apiKey;
    await server().sql("update api_keys set revoked_at = now() where hash = sha256($1::bytea)", [revoked]);
    for (const key of [apiKey, `${apiKey}x`, "KEY", "null", revoked]) {
      expect(await refusal({ "api-key": key })).toEqual([401, "invalid_api_key"]);
      expect(await refusal({ "api-key": null, authorization: `Bearer ${key}` })).toEqual([401, "invalid_api_key"]);
    }
    before = await everythingIn(server()); // the other partner's merchant
  });

  test("with two different keys", async () => {
    const authorization = `Bearer ${server().walletKey}`;
    expect(await refusal({ authorization })).toEqual([401, "conflicting_auth_headers"]);
  });

  test("the key as a bearer token is accepted, alone or with the same Api-Key", async () => {
    const authorization = `Bearer ${server().apiKey}`;
    for (const headers of [{ "api-key": null, authorization }, { authorization }]) {
      const { body, headers: sent } = await answer(headers);
      expect(LET_THROUGH).toContain(body.code);
      expect(sent.get("pay-version")).toBe("2026-02-18");
    }
  });

  test("a scheme other than Bearer is not accepted", async () => {
    const { apiKey } = server();
    const authorization = `Basic ${Buffer.from(`user:${apiKey}`).toString("base64")}`;
    const code = endpoint.caller === "wallet" ? "missing_auth_headers" : "missing_api_key";
    expect(await refusal({ "api-key": null, authorization })).toEqual([401, code]);
  });
});

describe.each(OF_PARTNER)("%s", (_, endpoint) => {
  test(`the key in X-Api-Key is ${endpoint.legacyKey ? "accepted" : "ignored"}`, async () => {
    const [{ apiKey, readKey }, none] = [server(), { "api-key": null }];
    const ask = (headers: Record<string, string | null>) => errorOf(server().call(callTo(endpoint, headers)));
    const alone = await ask({ ...none, "x-api-key": apiKey });
    const beside = await ask({ "x-api-key": readKey });
    if (endpoint.legacyKey) {
      expect(LET_THROUGH).toContain(alone.code);
      expect(LET_THROUGH).toContain((await ask({ "x-api-key": apiKey })).code);
      expect(LET_THROUGH).toContain(
        (await ask({ ...none, "x-api-key": apiKey, authorization: `Bearer ${apiKey}` })).code,
      );
      expect([beside.status, beside.code]).toEqual([401, "conflicting_auth_headers"]);
      expect((await ask({ ...none, "x-api-key": "wrong" })).code).toBe("invalid_api_key");
    } else {
      expect([alone.status, alone.code]).toEqual([401, "missing_api_key"]);
      expect(LET_THROUGH).toContain(beside.code);
    }
  });

  test.each([
    ["no key", { "api-key": null }],
    ["an empty key", { "api-key": "" }],
    ["an app id", APP],
  ])("with %s", async (_, headers) => {
    const { status, code } = await errorOf(server().call(callTo(endpoint, headers)));
    expect([status, code]).toEqual([401, "missing_api_key"]);
  });
});

describe.each(OF_GATEWAY)("%s", (_, endpoint) => {
  test.each([
    ["nothing", "missing_auth_headers", { "api-key": null }],
    ["a client id alone", "missing_app_id", { "api-key": null, "client-id": "c" }],
    ["an app id alone", "missing_client_id", { ...APP, "client-id": null }],
    ["an empty client id", "missing_client_id", { ...APP, "client-id": "" }],
    ["an unknown app id", "invalid_app_id", { ...APP, "app-id": "other" }],
    ["an app id that is too long", "invalid_app_id", { ...APP, "app-id": "x".repeat(4000) }],
    ["an invalid key with an app id", "invalid_api_key", { ...APP, "api-key": "KEY" }],
  ])("with %s", async (_, expected, headers) => {
    const { status, code } = await errorOf(server().call(callTo(endpoint, headers)));
    expect([status, code]).toEqual([401, expected]);
  });

  test("a key with an unknown app id", async () => {
    const headers = { "app-id": "other", "client-id": "c" };
    const { status, code } = await errorOf(server().call(callTo(endpoint, headers)));
    expect([status, code]).toEqual([401, "invalid_app_id"]);
  });

  test("an app id with a client id is accepted", async () => {
    const { code } = await errorOf(server().call(callTo(endpoint, APP)));
    expect(LET_THROUGH).toContain(code);
  });
});
