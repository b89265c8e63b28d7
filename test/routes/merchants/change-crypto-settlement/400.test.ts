import { afterEach, beforeAll, expect, test } from "vitest";
import type { CryptoSettlement } from "../../../../src/merchant/merchant.ts";
import { recordsOf } from "../../settlement-records.ts";
import { fieldsOf, sharedServerForFile } from "../../setup.ts";

const server = sharedServerForFile();
const ADDRESS = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
let usdc: CryptoSettlement;
let before: unknown;

const everything = async () => [
  await server().sql("select * from crypto_settlements order by id"),
  await recordsOf(server()),
];

beforeAll(async () => {
  const { store, partnerId, merchantId, deployment } = server();
  const settlements = await store.settlements.list(partnerId, merchantId);
  const found = settlements.find(({ asset }) => asset.endsWith(deployment.usdc));
  if (!found) throw new Error("the merchant has no USDC settlement");
  usdc = found;
  before = await everything();
});
afterEach(async () => {
  expect(await everything()).toEqual(before);
});

const change = (body: object) =>
  server().call({
    method: "PUT",
    path: `/v1/merchants/${server().merchantId}/settlements/crypto/${usdc.id}`,
    body,
  });

test.each([
  ["no destination", () => ({})],
  ["null", () => ({ destination: null })],
  ["not a CAIP-10 account", () => ({ destination: ADDRESS })],
  ["another chain", () => ({ destination: `eip155:1:${ADDRESS}` })],
  ["another namespace", () => ({ destination: `solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp:abc` })],
  ["a wrong checksum", () => ({ destination: `${server().caip2}:${ADDRESS.replace("C8", "c8")}` })],
  ["the zero address", () => ({ destination: `${server().caip2}:0x${"0".repeat(40)}` })],
  ["the token itself", () => ({ destination: `${server().caip2}:${server().deployment.usdc}` })],
  ["the payment router", () => ({ destination: `${server().caip2}:${server().deployment.router}` })],
])("%s", async (_, body) => {
  const answer = await change(body());
  expect([answer.status, answer.body.code, fieldsOf(answer.body)]).toEqual([400, "params_validation", ["destination"]]);
});

test("the asset cannot be changed", async () => {
  const answer = await change({ asset: "eip155:1/slip44:60", destination: usdc.destination });
  expect([answer.status, fieldsOf(answer.body)]).toEqual([400, ["asset"]]);
});
