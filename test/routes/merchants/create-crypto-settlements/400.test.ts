import { afterEach, beforeAll, expect, test } from "vitest";
import { fieldsOf, rowsOf, serverForFile } from "../../setup.ts";

const server = serverForFile();
const OK = {
  asset: "eip155:1/erc20:0x0000000000000000000000000000000000000001",
  destination: "eip155:1:0x70997970C51812dc3A010C7d01b50e0d17dc79C8",
};
const ZERO = "0x0000000000000000000000000000000000000000";

const create = (body: object, key: string | null = "k") =>
  server().call({
    path: `/v1/merchants/${server().merchantId}/settlements/crypto`,
    body,
    headers: { "idempotency-key": key },
  });

beforeAll(() => server().sql("delete from crypto_settlements"));
afterEach(async () => {
  expect(await rowsOf(server(), "crypto_settlements")).toBe(0);
  expect(await rowsOf(server(), "idempotent_answers")).toBe(0);
});

test.each([
  ["no list", {}, "settlements"],
  ["an empty list", { settlements: [] }, "settlements"],
  ["51 entries", { settlements: Array.from({ length: 51 }, () => OK) }, "settlements"],
  ["an entry that is not an object", { settlements: [OK, "x"] }, "settlements.1"],
  ["no asset", { settlements: [{ destination: OK.destination }] }, "settlements.0.asset"],
  ["an invalid asset", { settlements: [{ ...OK, asset: "USDC" }] }, "settlements.0.asset"],
  ["an invalid account", { settlements: [OK, { ...OK, destination: "0x1" }] }, "settlements.1.destination"],
  [
    "another chain",
    { settlements: [{ ...OK, destination: OK.destination.replace(":1:", ":2:") }] },
    "settlements.0.destination",
  ],
  [
    "a wrong checksum",
    { settlements: [{ ...OK, destination: OK.destination.replace("C8", "c8") }] },
    "settlements.0.destination",
  ],
  ["the zero address", { settlements: [{ ...OK, destination: `eip155:1:${ZERO}` }] }, "settlements.0.destination"],
  [
    "the token itself",
    { settlements: [{ ...OK, destination: `eip155:1:${OK.asset.slice(-42)}` }] },
    "settlements.0.destination",
  ],
  ["an unknown field", { settlements: [{ ...OK, memo: "x" }] }, "settlements.0.memo"],
  ["an unknown field beside the list", { settlements: [OK], note: "x" }, "note"],
])("%s", async (_, body, field) => {
  const answer = await create(body);
  expect([answer.status, answer.body.code]).toEqual([400, "params_validation"]);
  expect(fieldsOf(answer.body)).toEqual([field]);
});

test("the payment router", async () => {
  const { caip2, deployment } = server();
  const asset = `${caip2}/erc20:${deployment.usdc}`;
  const { status, body } = await create({ settlements: [{ asset, destination: `${caip2}:${deployment.router}` }] });
  expect([status, fieldsOf(body)]).toEqual([400, ["settlements.0.destination"]]);
});

test("no Idempotency-Key", async () => {
  const { status, body } = await create({ settlements: [OK] }, null);
  expect([status, body.code]).toEqual([400, "missing_idempotency_key"]);
});
