// The main flow, end to end: a payment is created, the buyer signs, the money arrives and every status reader sees it.
import { getAddress, type Hex } from "viem";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { asWallet, confirm, createPayment, signPayment, untilFinal } from "../harness/chain/wallet.ts";
import type { TestServer } from "../harness/server/server.ts";
import { sharedServer } from "../harness/server/shared-server.ts";

let server: TestServer;
beforeAll(async () => {
  server = await sharedServer();
});
afterAll(() => server.stop());

describe("a buyer who signs an EIP-3009 authorisation", () => {
  test("pays the merchant on chain, less the fee, and every status reader sees it", async () => {
    const buyer = await server.newBuyer();
    const { usdc } = server.deployment;
    const before = await Promise.all(
      [server.destination, server.feeReceiver, buyer.address].map((a) => server.balance(usdc, a)),
    );
    const paymentId = await createPayment(server);
    const signed = await signPayment(server, paymentId, buyer);

    const held = server.call({ path: `/v1/payments/${paymentId}/status?maxPollMs=20000` });
    const accepted = await confirm(server, signed);
    expect(accepted).toMatchObject({ status: 200, body: { status: "processing", isFinal: false, info: null } });
    expect((await held).body).toMatchObject({ status: "processing" });

    const final = await untilFinal(server, paymentId);
    expect(final).toMatchObject({
      status: "succeeded",
      isFinal: true,
      info: { optionAmount: { unit: `caip19/${server.caip2}/erc20:${getAddress(usdc)}`, value: "10000000" } },
    });
    expect(final).not.toHaveProperty("pollInMs");

    // 10.00 USD is 10 000 000 units; 0.4 % of it is 40 000.
    const after = await Promise.all(
      [server.destination, server.feeReceiver, buyer.address].map((a) => server.balance(usdc, a)),
    );
    expect(after.map((balance, index) => balance - (before[index] ?? 0n))).toEqual([9_960_000n, 40_000n, -10_000_000n]);

    const receipt = await server.client.getTransactionReceipt({ hash: final.info?.txId as Hex });
    expect(receipt.status).toBe("success");
    const details = await server.call({ path: `/v1/payments/${paymentId}` });
    expect(details).toMatchObject({
      status: 200,
      body: {
        status: "succeeded",
        settlement: { successful: { txId: final.info?.txId, amount: { value: "9960000" } } },
      },
    });
  });

  test("may repeat the confirm at any time and gets the current status", async () => {
    const paymentId = await createPayment(server);
    const signed = await signPayment(server, paymentId, await server.newBuyer());
    const answers = await Promise.all([confirm(server, signed), confirm(server, signed), confirm(server, signed)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    await untilFinal(server, paymentId);
    expect(await confirm(server, signed)).toMatchObject({ status: 200, body: { status: "succeeded", isFinal: true } });
    const paid = await server.sql("select from transfers where payment_id = $1", [paymentId]);
    expect(paid).toHaveLength(1);
  });

  test("holds a confirm with maxPollMs open until the payment is final", async () => {
    const paymentId = await createPayment(server);
    const signed = await signPayment(server, paymentId, await server.newBuyer());
    expect(await confirm(server, signed, 20_000)).toMatchObject({
      status: 200,
      body: { status: "succeeded", isFinal: true },
    });
  });

  test("is offered EURC for a payment in euros, and only USDC for one in dollars", async () => {
    const buyer = await server.newBuyer();
    const units = async (unit: string) => {
      const paymentId = await createPayment(server, { amount: { unit, value: "1000" } });
      const { body } = await server.call<{ options: { amount: { unit: string } }[] }>({
        path: `/v1/gateway/payment/${paymentId}/options`,
        headers: asWallet(server),
        body: { accounts: [buyer.account] },
      });
      return body.options.map(({ amount }) => amount.unit);
    };
    expect(await units("iso4217/EUR")).toEqual([`caip19/${server.caip2}/erc20:${getAddress(server.deployment.eurc)}`]);
    expect(await units("iso4217/USD")).toEqual([`caip19/${server.caip2}/erc20:${getAddress(server.deployment.usdc)}`]);
    expect(await units("iso4217/JPY")).toEqual([]);
  });
});
