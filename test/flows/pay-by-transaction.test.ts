// Native coin and plain ERC-20 tokens, paid by the buyer's own transaction, end to end. Only the router's event with
// the exact terms counts, even if the wallet reports another hash.
import { encodeFunctionData, erc20Abi, type Hex, parseEther, parseUnits } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { nativeReceiverAbi, nativeReceiverBytecode } from "../contracts/generated/native-receiver.ts";
import { putContract } from "../harness/chain/contract-wallet.ts";
import {
  buyerWith,
  confirmResults,
  execute,
  executeAll,
  type Funds,
  fetchActions,
  methodsOf,
  onlyOption,
  startServerWithCoin,
  toSend,
  type WireAction,
} from "../harness/chain/methods.ts";
import { asWallet, createPayment, listOptions, untilFinal, type WireOption } from "../harness/chain/wallet.ts";
import { asPartner } from "../harness/server/as-partner.ts";
import type { Buyer, TestServer } from "../harness/server/server.ts";
import { givenLink, LinkVisitor, readLink } from "../routes/payment-links/given-links.ts";

const SEND = "eth_sendTransaction";
const COIN: Funds = { coin: "1000" };
const SOMEBODY: Hex = privateKeyToAccount(`0x${"77".repeat(32)}`).address;
const NOWHERE: Hex = `0x${"ab".repeat(32)}`;

let server: TestServer;
beforeAll(async () => {
  server = await startServerWithCoin();
});
afterAll(() => server.stop());

interface Ready {
  readonly paymentId: string;
  readonly buyer: Buyer;
  readonly option: WireOption;
  readonly actions: readonly WireAction[];
  /** The action that pays. */
  readonly pay: WireAction;
}

/** A payment of 10.00 USD, up to the point where the wallet sends its transactions. */
async function ready(funds: Funds): Promise<Ready> {
  const buyer = await buyerWith(server, funds);
  const paymentId = await createPayment(server);
  const option = await onlyOption(server, paymentId, buyer);
  const actions = await fetchActions(server, paymentId, option);
  const pay = actions.at(-1);
  if (!pay) throw new Error("actions were expected");
  return { paymentId, buyer, option, actions, pay };
}

test("coin that the destination refuses is 400 on fetch, before the buyer sends it", async () => {
  const refusing = await putContract(server, { abi: nativeReceiverAbi, bytecode: nativeReceiverBytecode });
  const buyer = await buyerWith(server, COIN);
  const owner = asPartner(server, await server.newOwner());
  const settlements = await server.store.settlements.list(owner.partnerId, owner.merchantId);
  const coin = settlements.find(({ asset }) => asset.includes("/slip44:"));
  const path = `/v1/merchants/${owner.merchantId}/settlements/crypto/${coin?.id}`;
  await owner.call({ method: "PUT", path, body: { destination: `${server.caip2}:${refusing}` } });
  const paymentId = await createPayment(owner);
  const option = await onlyOption(owner, paymentId, buyer);
  const answer = await owner.call({
    path: `/v1/gateway/payment/${paymentId}/fetch`,
    headers: asWallet(owner),
    body: { optionId: option.id, data: "" },
  });
  const issues = [{ field: "optionId", message: expect.stringContaining("refuses the coin") }];
  expect(answer).toMatchObject({ status: 400, body: { code: "params_validation", issues } });
});

const mined = (hash: Hex) => server.client.waitForTransactionReceipt({ hash });

const succeeds = async (paymentId: string) => {
  const final = await untilFinal(server, paymentId);
  expect(final.status).toBe("succeeded");
  return final;
};

/** The payment in its merchant's list. */
async function listed(paymentId: string) {
  const { body } = await server.call<{ data: readonly { readonly paymentId: string }[] }>({
    path: "/v1/merchants/payments?limit=200",
  });
  return body.data.find((payment) => payment.paymentId === paymentId);
}

const refusal = (message: RegExp) => ({
  status: 400,
  body: { code: "params_validation", issues: [{ message: expect.stringMatching(message) }] },
});

const NOT_THIS = /did not make this payment/;

describe("the chain's native coin", () => {
  test("is sent in one transaction with the exact value", async () => {
    const before = await Promise.all([server.destination, server.feeReceiver].map(coinOf));
    const { paymentId, buyer, option, actions, pay } = await ready(COIN);
    expect(option.amount).toMatchObject({
      unit: `caip19/${server.caip2}/slip44:60`,
      value: parseEther("10").toString(),
    });
    expect(methodsOf(actions)).toEqual([SEND]);
    expect(toSend(pay)).toEqual({
      from: buyer.address,
      to: server.deployment.router,
      value: `0x${parseEther("10").toString(16)}`,
      data: expect.stringMatching(/^0x[0-9a-f]+$/),
    });
    const hash = await execute(server, buyer, pay);
    expect(await confirmResults(server, paymentId, option, [hash])).toMatchObject({
      status: 200,
      body: { status: "processing", isFinal: false },
    });
    const { info } = await succeeds(paymentId);
    const { nonce } = await server.client.getTransaction({ hash });
    expect(await listed(paymentId)).toMatchObject({ transaction: { hash, nonce } });
    expect(info).toMatchObject({
      txId: hash,
      optionAmount: { value: option.amount.value },
    });
    const after = await Promise.all([server.destination, server.feeReceiver].map(coinOf));
    expect(after.map((held, index) => held - (before[index] ?? 0n))).toEqual([parseEther("9.96"), parseEther("0.04")]);
    expect(await server.call({ path: `/v1/payments/${paymentId}` })).toMatchObject({
      body: { settlement: { successful: { txId: hash, amount: { unit: option.amount.unit } } } },
    });
  });

  test("is offered only to a buyer who can also pay the gas", async () => {
    const paymentId = await createPayment(server);
    const exact = await buyerWith(server, { coin: "10" });
    const enough = await buyerWith(server, { coin: "10.1" });
    expect(await listOptions(server, paymentId, [exact.account])).toEqual([]);
    expect(await listOptions(server, paymentId, [enough.account])).toHaveLength(1);
  });
});

describe("a plain token", () => {
  test("is approved for the amount, then pulled by the router", async () => {
    const { paymentId, buyer, option, actions } = await ready({ dai: "1000", coin: "1" });
    const { dai, router } = server.deployment;
    expect(methodsOf(actions)).toEqual([SEND, SEND]);
    expect(actions.map(toSend)).toMatchObject([
      {
        to: dai,
        value: "0x0",
        data: encodeFunctionData({ abi: erc20Abi, functionName: "approve", args: [router, parseUnits("10", 18)] }),
      },
      { from: buyer.address, to: router, value: "0x0" },
    ]);
    const results = await executeAll(server, buyer, actions);
    expect(await confirmResults(server, paymentId, option, results)).toMatchObject({ status: 200 });
    expect((await succeeds(paymentId)).info?.txId).toBe(results[1]);
    expect(await server.balance(dai, buyer.address)).toBe(parseUnits("990", 18));
  });

  test("needs no second approval, and is not offered without coin for gas", async () => {
    const { paymentId, buyer, option, actions } = await ready({ dai: "1000", coin: "1" });
    const [approve] = actions;
    if (!approve) throw new Error("an approval was expected");
    await mined(await execute(server, buyer, approve));
    const [pay, ...others] = await fetchActions(server, paymentId, option);
    if (!pay) throw new Error("an action was expected");
    expect(others).toEqual([]);
    expect(toSend(pay)).not.toHaveProperty("gas"); // the wallet can estimate it
    expect(await confirmResults(server, paymentId, option, [await execute(server, buyer, pay)])).toMatchObject({
      status: 200,
    });
    await succeeds(paymentId);
    const poor = await buyerWith(server, { dai: "1000" });
    expect(await listOptions(server, await createPayment(server), [poor.account])).toEqual([]);
  });
});

describe("a wallet that", () => {
  test("sends and never returns has paid", async () => {
    const { paymentId, buyer, option, pay } = await ready(COIN);
    const hash = await execute(server, buyer, pay);
    expect((await succeeds(paymentId)).info?.txId).toBe(hash);
    // If it does return, with this hash or another, it gets the same status.
    for (const late of [hash, NOWHERE]) {
      expect(await confirmResults(server, paymentId, option, [late])).toMatchObject({
        status: 200,
        body: { status: "succeeded" },
      });
    }
    expect(await confirmResults(server, paymentId, option, ["0x12"])).toMatchObject({ status: 400 });
    expect(await server.call({ path: `/v1/gateway/payment/${paymentId}` })).toMatchObject({
      body: { buyer: { accountCaip10: buyer.account } },
    });
  });

  test("sends twice pays once, and may report the hash that failed", async () => {
    const { paymentId, buyer, option, pay } = await ready(COIN);
    const first = await execute(server, buyer, pay);
    await mined(first);
    const second = await sendWithGas(buyer, pay);
    expect((await mined(second)).status).toBe("reverted");
    expect((await confirmResults(server, paymentId, option, [second])).status).toBe(200);
    expect((await succeeds(paymentId)).info?.txId).toBe(first);
  });

  test("reports a malformed hash, or too many or too few, is refused", async () => {
    const { paymentId, option } = await ready(COIN);
    for (const results of [["0x12"], [`0x${"zz".repeat(32)}`], [], [NOWHERE, NOWHERE]]) {
      expect(await confirmResults(server, paymentId, option, results), results.join()).toMatchObject({
        status: 400,
        body: { code: "params_validation" },
      });
    }
  });
});

describe("the hash of", () => {
  test("a direct transfer to the merchant is refused, and the buyer can still pay", async () => {
    const { paymentId, buyer, option, pay } = await ready(COIN);
    const straight = await execute(server, buyer, sendTo(SOMEBODY, parseEther("10")));
    await mined(straight);
    expect(await confirmResults(server, paymentId, option, [straight])).toMatchObject(refusal(NOT_THIS));
    expect(
      await execute(server, buyer, pay).then((hash) => confirmResults(server, paymentId, option, [hash])),
    ).toMatchObject({
      status: 200,
    });
    await succeeds(paymentId);
  });

  test("another payment is refused, so an old transaction pays nothing twice", async () => {
    const old = await ready(COIN);
    const hash = await execute(server, old.buyer, old.pay);
    await mined(hash);
    const next = await ready(COIN);
    expect(await confirmResults(server, next.paymentId, next.option, [hash])).toMatchObject(refusal(NOT_THIS));
    expect(await status(next.paymentId)).toBe("requires_action");
    await succeeds(old.paymentId);
  });

  test("a failed transaction is refused", async () => {
    const { paymentId, buyer, option, pay } = await ready(COIN);
    const underpaying = { ...pay, data: { ...pay.data, params: [{ ...toSend(pay), value: "0x1" }] } };
    const hash = await sendWithGas(buyer, underpaying);
    expect((await mined(hash)).status).toBe("reverted");
    expect(await confirmResults(server, paymentId, option, [hash])).toMatchObject(refusal(NOT_THIS));
    expect(await status(paymentId)).toBe("requires_action");
  });

  test("an unknown transaction is waited for, and the payment's own transaction still counts", async () => {
    const { paymentId, buyer, option, pay } = await ready(COIN);
    expect(await confirmResults(server, paymentId, option, [NOWHERE])).toMatchObject({
      status: 200,
      body: { status: "processing" },
    });
    expect(await confirmResults(server, paymentId, option, [`0x${"cd".repeat(32)}`])).toMatchObject({
      status: 400,
      body: { code: "invalid_state" },
    });
    const hash = await execute(server, buyer, pay);
    expect((await succeeds(paymentId)).info?.txId).toBe(hash);
  });
});

const coinOf = (address: Hex) => server.client.getBalance({ address });

const status = async (paymentId: string): Promise<string> =>
  (await server.call<{ status: string }>({ path: `/v1/payments/${paymentId}/status` })).body.status;

const sendTo = (to: Hex, value: bigint): WireAction => ({
  type: "walletRpc",
  data: { chain_id: server.caip2, method: SEND, params: [{ to, value: `0x${value.toString(16)}`, data: "0x" }] },
});

/** Sends with an explicit gas limit, so the wallet does not simulate the call first. */
const sendWithGas = (buyer: Buyer, action: WireAction): Promise<Hex> =>
  execute(server, buyer, { ...action, data: { ...action.data, params: [{ ...toSend(action), gas: "0x493e0" }] } });

test("a transaction that was sent before its link was used up still pays, and is counted beyond the limit", async () => {
  const link = await givenLink(server, { maxUses: 1 });
  const buyers = [await buyerWith(server, COIN), await buyerWith(server, COIN)];
  const under = await Promise.all(
    buyers.map(async (buyer) => {
      const paymentId = (await new LinkVisitor(server, link).pay()).paymentId ?? "";
      const option = await onlyOption(server, paymentId, buyer);
      return { paymentId, buyer, option, actions: await fetchActions(server, paymentId, option) };
    }),
  );
  for (const { paymentId, buyer, option, actions } of under) {
    const results = await executeAll(server, buyer, actions);
    expect(await confirmResults(server, paymentId, option, results)).toMatchObject({ status: 200 });
    await succeeds(paymentId);
  }
  expect(await readLink(server, link.id)).toMatchObject({
    status: "used_up",
    stats: { succeeded: 2, beyondLimit: 1, open: 0 },
  });
});
