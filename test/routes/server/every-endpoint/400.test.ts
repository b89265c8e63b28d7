import { request } from "node:http";
import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { errorOf, fieldsOf, sharedServerForFile } from "../../setup.ts";
import { callTo, EVERY, everythingIn, LET_THROUGH, OF_GATEWAY, OF_PARTNER, rightBody, WITH_BODY } from "./calls.ts";

const server = sharedServerForFile();
let before: unknown;
beforeAll(async () => {
  before = await everythingIn(server());
});
afterEach(async () => {
  expect(await everythingIn(server())).toEqual(before);
});

describe.each(WITH_BODY)("%s", (_, endpoint) => {
  test.each([
    ["cut off", '{"a":'],
    ["that is not JSON", "a=1"],
    ["with a trailing comma", '{"a":1,}'],
    ["with a raw NUL", '{"a":"\0"}'],
    ["with an escaped NUL", '{"a":"\\u0000"}'],
    ["with an escaped NUL in a name", '{"\\u0000":1}'],
    ["with an escaped NUL deep inside", '{"a":[{"b":["\\u0000"]}]}'],
    ["with half a surrogate pair", '{"a":"\\ud83d"}'],
    ["with the wrong half first", '{"a":"\\ude00\\ud83d"}'],
    ["with __proto__", '{"__proto__":{"admin":true}}'],
    ["with an escaped __proto__", '{"\\u005f_proto__":{"admin":true}}'],
    ["with __proto__ deep inside", '{"a":[{"__proto__":1}]}'],
    ["with a constructor's prototype", '{"constructor":{"prototype":{"admin":true}}}'],
  ])("a body %s", async (_, body) => {
    const answer = await server().call({ ...callTo(endpoint), body });
    expect([answer.status, answer.body.code]).toEqual([400, "invalid_params"]);
    expect(answer.headers.get("pay-version")).toBe("2026-02-18");
  });

  test.each([
    ["in Latin-1", [0xe9]],
    ["cut in the middle of a character", [0xe2, 0x82]],
    ["with an overlong form", [0xc0, 0xaf]],
    ["with an encoded surrogate", [0xed, 0xa0, 0x80]],
  ])("a body %s", async (_, bytes) => {
    const body = new Uint8Array([...Buffer.from('{"a":"'), ...bytes, ...Buffer.from('"}')]);
    const answer = await server().call({ ...callTo(endpoint), body });
    expect([answer.status, answer.body.code, answer.body.message]).toEqual([
      400,
      "invalid_params",
      "The body is not UTF-8: encode it as UTF-8 and send it again",
    ]);
  });

  test("a body nested 64 levels deep, one deeper, and as deep as it is long", async () => {
    // Padded, because short bodies skip the depth check.
    const nested = (levels: number) =>
      `{"pad":"${"x".repeat(1000)}","a":${"[".repeat(levels - 1)}${"]".repeat(levels - 1)}}`;
    const most = await server().call({ ...callTo(endpoint), body: nested(64) });
    expect(LET_THROUGH).toContain(most.body.code);
    for (const levels of [66, 30_000]) {
      const { status, body } = await server().call({ ...callTo(endpoint), body: nested(levels) });
      expect([status, body.code]).toEqual([400, "invalid_params"]);
    }
  });
});

describe.each(EVERY)("%s", (_, endpoint) => {
  const refusal = (headers: Record<string, string>) => errorOf(server().call(callTo(endpoint, headers)));

  test.each(["", "1", "2026-2-18", "2026-13-01", "2026-02-18.beta", "latest"])(
    "the version '%s' is malformed",
    async (version) => {
      for (const name of ["pay-version", "wcp-version"]) {
        expect(await refusal({ [name]: version })).toMatchObject({ status: 400, code: "invalid_api_version" });
      }
    },
  );

  test.each(["2025-01-01", "2026-02-18.preview", "2026-02-19"])("the version %s is unknown", async (version) => {
    expect(await refusal({ "pay-version": version })).toMatchObject({ status: 400, code: "unknown_api_version" });
  });

  test("two different versions", async () => {
    const headers = { "pay-version": "2026-02-18", "wcp-version": "2026-02-19.preview" };
    expect(await refusal(headers)).toMatchObject({ status: 400, code: "invalid_api_version" });
  });

  test.each(["2026-02-18", "2026-02-19.preview"])("either header sets the version %s", async (version) => {
    for (const headers of [{ "pay-version": version }, { "wcp-version": version }]) {
      const answer = await server().call(callTo(endpoint, headers));
      expect(LET_THROUGH).toContain(answer.body.code);
      expect(answer.headers.get("pay-version")).toBe(version);
    }
  });

  test("a NUL in the query, and in an id", async () => {
    const call = callTo(endpoint);
    const paths = [`${call.path}?x=%00`, callTo(endpoint, {}, "pay_\0").path];
    for (const path of endpoint.path.includes(":") ? paths : paths.slice(0, 1)) {
      const { status, code } = await errorOf(server().call({ ...call, path }));
      expect([path, status, code]).toEqual([path, 400, "invalid_params"]);
    }
  });
});

/** The parameters that an endpoint requires. */
const REQUIRED_QUERY: Readonly<Record<string, string>> = { "/v1/books": "month=2026-01&" };

describe.each(OF_PARTNER)("%s", (_, endpoint) => {
  test.each(["referenceId=Caf%E9", "caf%e9=1", "x=%C0%AF", "x=%ED%A0%80"])("the query %s", async (query) => {
    const call = callTo(endpoint);
    const answer = await server().call({ ...call, path: `${call.path}?${query}` });
    expect([answer.status, answer.body.message]).toEqual([
      400,
      "The query is not UTF-8: encode it as UTF-8 and send it again",
    ]);
  });

  test("an unknown parameter", async () => {
    const call = callTo(endpoint);
    const body = rightBody(endpoint);
    const query = `${REQUIRED_QUERY[call.path] ?? ""}limt=1`;
    const answer = await server().call({ ...call, ...(body !== undefined && { body }), path: `${call.path}?${query}` });
    expect([answer.status, answer.body.code, fieldsOf(answer.body)]).toEqual([400, "params_validation", ["limt"]]);
  });
});

describe.each(OF_GATEWAY)("%s", (_, endpoint) => {
  test("an unknown parameter is ignored, even when repeated", async () => {
    const call = callTo(endpoint);
    const { body } = await server().call({ ...call, path: `${call.path}?x=1&x=2` });
    expect(LET_THROUGH).toContain(body.code);
  });
});

/** fetch() refuses such headers, so the bytes are written to a socket. */
const statusOfRaw = (headers: Record<string, string>): Promise<string> =>
  new Promise((resolve, reject) => {
    const call = request(`${server().baseUrl}/v1/gateway/payment/pay_1`, { headers }, (answer) => {
      answer.setEncoding("utf8").on("data", resolve);
    });
    call.on("error", reject).end();
  });

test.each([
  "api-key",
  "authorization",
  "app-id",
  "client-id",
  "idempotency-key",
  "merchant-id",
  "pay-version",
  "sdk-name",
])("a %s with non-ASCII characters", async (name) => {
  expect(JSON.parse(await statusOfRaw({ [name]: "Schlüssel" }))).toMatchObject({
    code: "header_not_ascii",
    issues: [{ field: name }],
  });
});

test("other headers may hold any bytes", async () => {
  expect(JSON.parse(await statusOfRaw({ "x-city": "Zürich" }))).toMatchObject({ code: "missing_auth_headers" });
});
