import { beforeEach, expect, test } from "vitest";
import { rowsOf, serverForFile } from "../../setup.ts";

const server = serverForFile();
const destination = "eip155:1:0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
const USDC = { asset: "eip155:1/erc20:0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48", destination };
const ETHER = { asset: "eip155:1/slip44:60", destination };

const create = (settlements: object[], key: string) =>
  server().call({
    path: `/v1/merchants/${server().merchantId}/settlements/crypto`,
    body: { settlements },
    headers: { "idempotency-key": key },
  });

beforeEach(() => server().sql("delete from crypto_settlements"));

test("refuses the whole batch if an asset has a destination, also on a repeat", async () => {
  await create([USDC], "first");
  const refused = await create([ETHER, USDC], "second");
  expect([refused.status, refused.body.code]).toEqual([409, "settlement_asset_conflict"]);
  expect(await rowsOf(server(), "crypto_settlements")).toBe(1);

  await server().sql("delete from crypto_settlements");
  const repeated = await create([ETHER, USDC], "second");
  expect([repeated.status, repeated.body]).toEqual([409, refused.body]);
  expect(repeated.headers.get("idempotent-replayed")).toBe("true");
  expect(await rowsOf(server(), "crypto_settlements")).toBe(0);
});

test("the same asset twice, in different case", async () => {
  const { status, body } = await create([USDC, { ...USDC, asset: USDC.asset.toLowerCase() }], "twice");
  expect([status, body.code]).toEqual([409, "settlement_asset_conflict"]);
  expect(body.message).toBe(`Named twice: ${USDC.asset}`);
  expect(await rowsOf(server(), "crypto_settlements")).toBe(0);
});

test("of two concurrent requests for one asset, one is refused", async () => {
  const answers = await Promise.all([create([USDC], "race-1"), create([USDC], "race-2")]);
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
  expect(await rowsOf(server(), "crypto_settlements")).toBe(1);
});

test("a key already used for another list", async () => {
  await create([USDC], "used");
  const { status, body } = await create([ETHER], "used");
  expect([status, body.code]).toEqual([409, "idempotency_conflict"]);
});
