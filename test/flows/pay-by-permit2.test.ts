// Payments through Permit2 with a token that lacks EIP-3009, end to end: the first needs an approval, later ones only a
// signature.
import { encodeFunctionData, erc20Abi, maxUint256, parseUnits } from "viem";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  buyerWith,
  confirmResults,
  execute,
  executeAll,
  fetchActions,
  methodsOf,
  onlyOption,
  toSend,
  type WireAction,
} from "../harness/chain/methods.ts";
import { createPayment, listOptions, untilFinal } from "../harness/chain/wallet.ts";
import type { TestServer } from "../harness/server/server.ts";
import { sharedServer } from "../harness/server/shared-server.ts";

const SEND = "eth_sendTransaction";
const SIGN = "eth_signTypedData_v4";

let server: TestServer;
beforeAll(async () => {
  server = await sharedServer();
});
afterAll(() => server.stop());

const approveData = (amount: bigint) =>
  encodeFunctionData({ abi: erc20Abi, functionName: "approve", args: [server.deployment.permit2, amount] });

const approveByHand = (amount: bigint): WireAction => ({
  type: "walletRpc",
  data: {
    chain_id: server.caip2,
    method: SEND,
    params: [{ to: server.deployment.usdt, value: "0x0", data: approveData(amount) }],
  },
});

const mined = async (hash: `0x${string}`) => server.client.waitForTransactionReceipt({ hash });

const allowanceOf = (owner: `0x${string}`) =>
  server.client.readContract({
    address: server.deployment.usdt,
    abi: erc20Abi,
    functionName: "allowance",
    args: [owner, server.deployment.permit2],
  });

describe("a buyer whose token has no EIP-3009", () => {
  test("approves Permit2 and signs for the first payment, and only signs for the second", async () => {
    const buyer = await buyerWith(server, { usdt: "1000", coin: "1" });
    const { usdt } = server.deployment;
    const merchantHad = await server.balance(usdt, server.destination);

    const first = await createPayment(server);
    const option = await onlyOption(server, first, buyer);
    expect(option.amount).toMatchObject({ unit: `caip19/${server.caip2}/erc20:${usdt}`, value: "10000000" });
    const actions = await fetchActions(server, first, option);
    expect(methodsOf(actions)).toEqual([SEND, SIGN]);
    expect(actions.map(toSend)[0]).toEqual({
      from: buyer.address,
      to: usdt,
      value: "0x0",
      data: approveData(maxUint256),
    });
    // The wallet does not wait for its approval to be mined; the payment does.
    const results = await executeAll(server, buyer, actions);
    expect(await confirmResults(server, first, option, results)).toMatchObject({
      status: 200,
      body: { status: "processing" },
    });
    expect(await untilFinal(server, first)).toMatchObject({ status: "succeeded" });

    const second = await createPayment(server);
    const again = await onlyOption(server, second, buyer);
    const signing = await fetchActions(server, second, again);
    expect(methodsOf(signing)).toEqual([SIGN]);
    expect(await confirmResults(server, second, again, await executeAll(server, buyer, signing))).toMatchObject({
      status: 200,
    });
    expect(await untilFinal(server, second)).toMatchObject({ status: "succeeded" });
    expect(await server.balance(usdt, server.destination)).toBe(merchantHad + 2n * 9_960_000n);
    expect(await server.balance(usdt, buyer.address)).toBe(parseUnits("980", 6));
  });

  test("may repeat the confirm with the same results at any time", async () => {
    const buyer = await buyerWith(server, { usdt: "1000", coin: "1" });
    const paymentId = await createPayment(server);
    const option = await onlyOption(server, paymentId, buyer);
    const results = await executeAll(server, buyer, await fetchActions(server, paymentId, option));
    const answers = await Promise.all([1, 2, 3].map(() => confirmResults(server, paymentId, option, results)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    await untilFinal(server, paymentId);
    expect(await confirmResults(server, paymentId, option, results)).toMatchObject({
      status: 200,
      body: { status: "succeeded" },
    });
  });

  test("resets an allowance that is too small if the token requires it", async () => {
    const buyer = await buyerWith(server, { usdt: "1000", coin: "1" });
    await mined(await execute(server, buyer, approveByHand(5n)));
    const paymentId = await createPayment(server);
    const option = await onlyOption(server, paymentId, buyer);
    const actions = await fetchActions(server, paymentId, option);
    expect(methodsOf(actions)).toEqual([SEND, SEND, SIGN]);
    expect(actions.slice(0, 2).map((action) => toSend(action).data)).toEqual([
      approveData(0n),
      approveData(maxUint256),
    ]);
    const results = await executeAll(server, buyer, actions);
    expect(await confirmResults(server, paymentId, option, results)).toMatchObject({ status: 200 });
    expect(await untilFinal(server, paymentId)).toMatchObject({ status: "succeeded" });
  });

  test("is not held up if another transaction made the approval unnecessary", async () => {
    const buyer = await buyerWith(server, { usdt: "1000", coin: "1" });
    const paymentId = await createPayment(server);
    const option = await onlyOption(server, paymentId, buyer);
    const [approve, sign] = await fetchActions(server, paymentId, option);
    if (!approve || !sign) throw new Error("two actions were expected");
    // Mined first, from another tab; the wallet's own approval then reverts because the token requires a reset.
    await mined(await execute(server, buyer, approveByHand(parseUnits("50", 6))));
    const hash = await execute(server, buyer, { ...approve, data: { ...approve.data, params: [withGas(approve)] } });
    expect((await mined(hash)).status).toBe("reverted");
    const results = [hash, await execute(server, buyer, sign)];
    expect(await confirmResults(server, paymentId, option, results)).toMatchObject({ status: 200 });
    expect(await untilFinal(server, paymentId)).toMatchObject({ status: "succeeded" });
  });

  test("pays once the approval is mined, however late and with any hash given for it", async () => {
    const buyer = await buyerWith(server, { usdt: "1000", coin: "1" });
    const paymentId = await createPayment(server);
    const option = await onlyOption(server, paymentId, buyer);
    const [, sign] = await fetchActions(server, paymentId, option);
    if (!sign) throw new Error("a signing action was expected");
    const results = [`0x${"ab".repeat(32)}`, await execute(server, buyer, sign)];
    expect(await confirmResults(server, paymentId, option, results)).toMatchObject({
      status: 200,
      body: { status: "processing" },
    });
    expect(await relayState(paymentId)).toBe("held");
    await mined(await execute(server, buyer, approveByHand(maxUint256)));
    expect(await untilFinal(server, paymentId)).toMatchObject({ status: "succeeded" });
  });

  test("is refused with a clear message without the approval, and can confirm again with it", async () => {
    const buyer = await buyerWith(server, { usdt: "1000", coin: "1" });
    const paymentId = await createPayment(server);
    const option = await onlyOption(server, paymentId, buyer);
    const [approve, sign] = await fetchActions(server, paymentId, option);
    if (!approve || !sign) throw new Error("two actions were expected");
    const signature = await execute(server, buyer, sign);
    expect(await confirmResults(server, paymentId, option, [signature])).toMatchObject({
      status: 400,
      body: { code: "params_validation", issues: [{ field: "results", message: expect.stringMatching(/approval/) }] },
    });
    await mined(await execute(server, buyer, approve));
    expect(await confirmResults(server, paymentId, option, [signature])).toMatchObject({ status: 200 });
    expect(await untilFinal(server, paymentId)).toMatchObject({ status: "succeeded" });
  });

  test("gets the invalid-signature error whether or not the approval exists", async () => {
    const buyer = await buyerWith(server, { usdt: "1000", coin: "1" });
    const stranger = await buyerWith(server, {});
    const paymentId = await createPayment(server);
    const option = await onlyOption(server, paymentId, buyer);
    const [approve, sign] = await fetchActions(server, paymentId, option);
    if (!approve || !sign) throw new Error("two actions were expected");
    const forged = await execute(server, stranger, sign);
    const hash = await execute(server, buyer, approve);
    const refused = { status: 422, body: { issues: [{ message: expect.stringMatching(/invalid signature/) }] } };
    expect(await confirmResults(server, paymentId, option, [hash, forged])).toMatchObject(refused);
    await mined(hash);
    expect(await confirmResults(server, paymentId, option, [forged])).toMatchObject(refused);
  });

  test("is offered the token only with coin for the approval or an existing approval", async () => {
    const paymentId = await createPayment(server);
    const poor = await buyerWith(server, { usdt: "1000" });
    expect(await listOptions(server, paymentId, [poor.account])).toEqual([]);
    await server.client.setBalance({ address: poor.address, value: 10n ** 18n });
    await mined(await execute(server, poor, approveByHand(parseUnits("10", 6))));
    await server.client.setBalance({ address: poor.address, value: 0n });
    expect(await allowanceOf(poor.address)).toBe(10_000_000n);
    expect(await listOptions(server, paymentId, [poor.account])).toHaveLength(1);
  });
});

const withGas = (action: WireAction) => ({ ...toSend(action), gas: "0x186a0" });

async function relayState(paymentId: string): Promise<string | undefined> {
  const rows = await server.sql<{ relay_state: string }>(
    "select relay_state from confirmations where payment_id = $1",
    [paymentId],
  );
  return rows[0]?.relay_state;
}
