import type { Static } from "typebox";
import { expect, test } from "vitest";
import type { Payments } from "../../../../src/contract/payments/payment-list.ts";
import { askAsPartner, sentTo, usdcOf } from "../../deposits/given.ts";
import { givenPayment } from "../../given.ts";
import { sharedServerForFile } from "../../setup.ts";

const server = sharedServerForFile("api"); // without workers nothing is decided about what was sent

const detailsOf = async (paymentId: string) => (await server().call({ path: `/v1/payments/${paymentId}` })).body;

async function itemOf(paymentId: string) {
  const { body } = await server().call<Static<typeof Payments>>({ path: "/v1/payments?limit=200" });
  return body.data.find((item) => item.paymentId === paymentId);
}

const unit = () => `caip19/${usdcOf(server())}`;
const FROM = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";

test("a payment without an address shows no deposits", async () => {
  const paymentId = await givenPayment(server());
  expect(await detailsOf(paymentId)).not.toHaveProperty("deposits");
  expect(await itemOf(paymentId)).not.toHaveProperty("deposits");
});

test("details and lists show each address, what came to it, and every transfer but dust with its status", async () => {
  const { caip2, deployment, sql } = server();
  const paymentId = await givenPayment(server());
  const { body: usdc } = await askAsPartner(server(), paymentId);
  const { body: usdt } = await askAsPartner(server(), paymentId, `${caip2}/erc20:${deployment.usdt}`);
  const [head] = await sql<{ number: number }>(
    "insert into chain_blocks values ($1, 1000000, '', '', 1) on conflict (chain, number) do update set time_s = 1 returning number::integer",
    [caip2],
  );
  await sql("update deposit_addresses set required_depth = 3 where payment_id = $1", [paymentId]);
  const deep = await sentTo(server(), usdc.address, { amount: 250_000n, block: (head?.number ?? 0) - 2 });
  const lost = await sentTo(server(), usdc.address, {
    amount: 300_000n,
    block: (head?.number ?? 0) - 1,
    isOrphaned: true,
  });
  const fresh = await sentTo(server(), usdc.address, { amount: 10_000n, block: head?.number ?? 0 });
  await sentTo(server(), usdc.address, { amount: 9_999n, block: head?.number ?? 0 });
  await sql("delete from chain_blocks where chain = $1 and number > 1000000", [caip2]);

  const shown = (value: string) => ({ unit: unit(), value, display: expect.objectContaining({ assetSymbol: "USDC" }) });
  const deposits = [
    {
      asset: usdcOf(server()),
      address: usdc.address,
      amount: shown("1000000"),
      received: shown("260000"),
      transactions: [
        { hash: deep, from: FROM, value: "250000", status: "confirmed" },
        { hash: lost, from: FROM, value: "300000", status: "orphaned" },
        { hash: fresh, from: FROM, value: "10000", status: "pending" },
      ],
    },
    expect.objectContaining({ address: usdt.address, transactions: [] }),
  ];
  expect((await detailsOf(paymentId)).deposits).toEqual(deposits);
  expect((await itemOf(paymentId))?.deposits).toEqual(deposits);
  const { body } = await server().call({ path: `/v1/merchant/payment/${paymentId}` });
  expect(body.deposits).toEqual(deposits);
});

test("an ended payment still shows its address, and of a flood of transfers the newest 50 with the sum of all", async () => {
  const paymentId = await givenPayment(server());
  const { body: usdc } = await askAsPartner(server(), paymentId);
  for (let block = 1; block <= 51; block += 1)
    await sentTo(server(), usdc.address, { amount: 10_000n + BigInt(block), block });
  await server().call({ method: "POST", path: `/v1/payments/${paymentId}/cancel` });
  const [deposit] = (await detailsOf(paymentId)).deposits ?? [];
  expect(deposit?.address).toBe(usdc.address);
  expect(deposit?.received.value).toBe(String(51 * 10_000 + (51 * 52) / 2));
  expect(deposit?.transactions.map(({ value }) => Number(value) - 10_000)).toEqual(
    Array.from({ length: 50 }, (_, index) => index + 2),
  );
});
