import { getAddress } from "viem";
import { expect, test } from "vitest";
import { depositAddress } from "../../../../src/chains/evm/router/deposit-address.ts";
import { pageKeys, sealPageToken } from "../../../../src/payment/lists/page-token.ts";
import { paymentKey } from "../../../../src/payment/terms.ts";
import { givenPayment } from "../../given.ts";
import { sharedServerForFile } from "../../setup.ts";
import { askAsBuyer, askAsPartner, sentTo, usdcOf } from "../given.ts";

const server = sharedServerForFile("api"); // without workers nothing is decided about what was sent

const display = {
  assetSymbol: "USDC",
  assetName: "USD Coin",
  decimals: 6,
  networkName: "Local chain",
};

test("an address of the payment's own, which its terms determine, with everything a page needs", async () => {
  const { caip2, deployment, destination, feeReceiver, sql } = server();
  const paymentId = await givenPayment(server());
  const startedS = Math.floor(Date.now() / 1_000);
  const { status, body } = await askAsBuyer(server(), paymentId);
  expect(status).toBe(200);
  const unit = `caip19/${usdcOf(server())}`;
  const shown = expect.objectContaining({ assetSymbol: display.assetSymbol, decimals: 6 });
  expect(body).toEqual({
    asset: usdcOf(server()),
    address: expect.stringMatching(/^0x[0-9a-fA-F]{40}$/),
    amount: { unit, value: "1000000", display: shown },
    minimum: { unit, value: "10000", display: shown },
    received: { unit, value: "0", display: shown },
    expiresAt: expect.any(Number),
    uri: `ethereum:${deployment.usdc}@${caip2.split(":")[1]}/transfer?address=${body.address}&uint256=1000000`,
  });
  expect(body.expiresAt).toBeGreaterThanOrEqual(startedS + 3_600);
  expect(body.expiresAt).toBeLessThan(startedS + 3_600 + 300);
  const [row] = await sql<{ router: `0x${string}`; deadline_s: string; fee: string; fee_receiver: string }>(
    "select router, deadline_s, fee, fee_receiver from deposit_addresses where payment_id = $1",
    [paymentId],
  );
  if (!row) throw new Error("no address is stored");
  expect([getAddress(row.fee_receiver), row.fee]).toEqual([feeReceiver, "4000"]);
  const terms = { router: row.router, destination, key: paymentKey(paymentId), amount: 1_000_000n, fee: 4_000n };
  const rest = { deadlineS: BigInt(row.deadline_s), token: deployment.usdc, feeReceiver };
  expect(body.address).toBe(depositAddress({ ...terms, ...rest }));
});

test("the same request gives the same address, to the buyer and to the partner, with or without caip19/", async () => {
  const paymentId = await givenPayment(server());
  const { body: first } = await askAsBuyer(server(), paymentId);
  const assets = [usdcOf(server()), `caip19/${usdcOf(server())}`, usdcOf(server()).toLowerCase()];
  for (const asset of assets) {
    expect((await askAsBuyer(server(), paymentId, asset)).body).toEqual(first);
    expect((await askAsPartner(server(), paymentId, asset)).body).toEqual(first);
  }
});

test("another asset has another address, and does not move the expiry again", async () => {
  const { caip2, deployment, sql } = server();
  const paymentId = await givenPayment(server());
  const { body: first } = await askAsBuyer(server(), paymentId);
  const { status, body: second } = await askAsBuyer(server(), paymentId, `${caip2}/erc20:${deployment.usdt}`);
  expect(status).toBe(200);
  expect([second.address === first.address, second.expiresAt]).toEqual([false, first.expiresAt]);
  const events = await sql("select type, status, data from payment_events where payment_id = $1 order by id", [
    paymentId,
  ]);
  expect(events).toEqual([
    { type: "created", status: "requires_action", data: {} },
    {
      type: "updated",
      status: "requires_action",
      data: { expiresAt: first.expiresAt, deposits: [expect.objectContaining({ address: first.address })] },
    },
  ]);
});

test("a payment that can be paid for longer keeps its expiry", async () => {
  const expiresAt = Math.floor(Date.now() / 1_000) + 7_200;
  const paymentId = await givenPayment(server(), { expiresAt });
  expect((await askAsBuyer(server(), paymentId)).body.expiresAt).toBe(expiresAt);
  const events = await server().sql("select type from payment_events where payment_id = $1", [paymentId]);
  expect(events).toEqual([{ type: "created" }]);
});

test("shows what was received, without dust and without what a reorg removed, and links to what is missing", async () => {
  const paymentId = await givenPayment(server());
  const { body } = await askAsBuyer(server(), paymentId);
  await sentTo(server(), body.address, { amount: 300_000n });
  await sentTo(server(), body.address, { amount: 9_999n });
  await sentTo(server(), body.address, { amount: 400_000n, isOrphaned: true });
  const partial = (await askAsBuyer(server(), paymentId)).body;
  expect([partial.received.value, partial.amount.value]).toEqual(["300000", "1000000"]);
  expect(partial.uri).toMatch(/&uint256=700000$/);
  await sentTo(server(), body.address, { amount: 750_000n });
  const full = (await askAsBuyer(server(), paymentId)).body;
  expect(full.received.value).toBe("1050000");
  expect(full.uri).toMatch(/&uint256=0$/);
});

test("a wallet app and the checkout page may ask, extra fields are ignored", async () => {
  const paymentId = await givenPayment(server());
  const path = `/v1/gateway/payment/${paymentId}/deposit`;
  const headers = { "api-key": null, "app-id": server().appId, "client-id": "test" };
  const body = { asset: usdcOf(server()), more: true };
  expect((await server().call({ path, body, headers })).status).toBe(200);
  const keys = pageKeys(Buffer.from(server().installation.environment.SECRET_KEY ?? "", "hex"));
  const payment = { id: paymentId, expiresAtS: Math.floor(Date.now() / 1_000) + 60 };
  const pageToken = sealPageToken(keys, payment, Math.floor(Date.now() / 1_000));
  expect((await server().call({ path, body, headers: { "api-key": pageToken } })).status).toBe(200);
});
