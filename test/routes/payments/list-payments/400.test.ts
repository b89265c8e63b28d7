import { expect, test } from "vitest";
import { givenListed } from "../../listed.ts";
import { fieldsOf, sharedServerForFile } from "../../setup.ts";

const server = sharedServerForFile();
const get = (query: string, headers = {}) => server().call({ path: `/v1/payments?${query}`, headers });

test.each([
  ["startTs", "startTs=yesterday"],
  ["startTs", "startTs=2026-02-30T00:00:00Z"],
  ["startTs", "startTs=2026-01-01T00:00:00"],
  ["startTs", "startTs=2026-01-01T00:00:00+02:00"], // an unencoded + is a space
  ["startTs", "startTs=2026-01-01T00:00:00Z%5BUTC%5D"], // as Java's ZonedDateTime prints it (RFC 9557)
  ["endTs", "endTs=2026-01-01T24:00:00Z"],
  ["endTs", "endTs=2026-01-01T00:00:00Z%5Bu-ca=iso8601%5D"],
  ["endTs", "endTs="],
  ["token_symbol", "token_symbol="],
  ["token_symbol", "token_symbol=USDC&token_symbol="],
  ["asset", "asset="],
  ["asset", "asset=eip155:1/erc20:0x1"],
  ["asset", "asset=USDC&asset=EURC"],
  ["network", "network="],
  ["network", "network=1"],
  ["network", "network=eip155:1,"],
  ["network", "network=eip155:1&network=eip155:2"],
  ["currency", "currency=usd"],
  ["currency", "currency=USD&currency=EUR"],
  ["tillId", "tillId="],
  ["sortBy", "sortBy=status"],
  ["sortDir", "sortDir=DESC"],
  ["limit", "limit=0"],
  ["limit", "limit=201"],
  ["limit", "limit=1.5"],
  ["limit", "limit=ten"],
  ["status", "status=done"],
  ["status", "status=succeeded&status=SUCCEEDED"],
  ["status", "status="],
  ["referenceId", "referenceId=ab"],
  ["referenceId", `referenceId=${"a".repeat(36)}`],
  ["referenceId", "referenceId=100%25"],
  ["referenceId", "referenceId=a_b"],
  ["referenceId", "referenceId=a%5Cb"],
  ["referenceId", "referenceId=%C3%BCber"],
  ["merchantId", "merchantId="],
  ["start_ts", "start_ts=2026-01-01T00:00:00Z"],
])("%s is refused by name: %s", async (field, query) => {
  const { status, body } = await get(query);
  expect([status, body.code, fieldsOf(body)]).toEqual([400, "params_validation", [field]]);
});

test("names every invalid parameter", async () => {
  const { body } = await get("limit=0&startTs=x&status=done&more=1");
  expect(fieldsOf(body)).toEqual(["limit", "more", "startTs", "status"]);
});

test("a cursor is bound to its filter, order, list and partner", async () => {
  await givenListed(server(), "many pages", [1, 2, 3]);
  const first = await server().call<{ nextCursor: string }>({ path: "/v1/payments?limit=1&status=requires_action" });
  const cursor = first.body.nextCursor;
  const same = `limit=2&status=requires_action&cursor=${cursor}`;
  expect((await get(same)).status).toBe(200);
  const other = await server().newOwner();
  const altered = (cursor.startsWith("A") ? "B" : "A") + cursor.slice(1);
  const refused = [
    get(`limit=2&cursor=${cursor}`),
    get(`${same}&status=failed`),
    get(`${same}&sortBy=amount`),
    get(`${same}&currency=USD`),
    get(`${same}&tillId=till_1`),
    get(`${same}&sortDir=asc`),
    get(`${same}&startTs=2026-01-01T00:00:00Z`),
    get(`status=requires_action&cursor=${altered}`),
    get(`status=requires_action&cursor=${cursor}A`),
    get("cursor="),
    get("cursor=x"),
    get(same, { "api-key": other.apiKey }),
    server().call({ path: `/v1/merchants/payments?${same}` }),
  ];
  for (const answer of refused) {
    const { status, body } = await answer;
    expect([status, body.code, fieldsOf(body)]).toEqual([400, "invalid_params", ["cursor"]]);
  }
});
