// Payments that require buyer data complete only once it is submitted, through the hosted form or the wallet's own;
// the operator can then show it.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { showBuyerData } from "../../src/operations/buyer-data/manage-buyer-data.ts";
import { parseBuyerDataKeys } from "../../src/payment/buyer-data/buyer-data.ts";
import { ADA, askFrom, collectedData, formOf, messageOf, openForm, optionsOf, sendForm } from "../buyer-data/given.ts";
import { buyerWith, execute, fetchActions, onlyOption, startServerWithCoin } from "../harness/chain/methods.ts";
import { asWallet, confirm, createPayment, signPayment, untilFinal, type WireOption } from "../harness/chain/wallet.ts";
import type { Buyer, TestServer } from "../harness/server/server.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startServerWithCoin();
  await askFrom(server, 1_000n);
});
afterAll(() => server.stop());

const shown = (paymentId: string) => {
  const keys = parseBuyerDataKeys(server.installation.environment.BUYER_DATA_KEYS ?? "");
  if (!keys) throw new Error("keys were expected");
  return showBuyerData(server.store, keys, paymentId);
};

const isOf = ({ account }: Buyer) => [{ account, collectedAt: expect.any(String), fields: ADA }];

test("the hosted form is shown once, filled in and reported to the wallet, and the payment is paid", async () => {
  const buyer = await server.newBuyer();
  const paymentId = await createPayment(server);
  const signed = await signPayment(server, paymentId, buyer);
  expect(await confirm(server, signed)).toMatchObject({ status: 400, body: { issues: [{ field: "collectedData" }] } });

  const path = await formOf(server, paymentId, buyer.account);
  expect((await sendForm(server, path, ADA)).headers.get("location")).toBe(path);
  expect(messageOf((await openForm(server, path)).body)).toBe('{"type":"IC_COMPLETE","success":true}');
  expect(await optionsOf(server, paymentId, buyer.account)).toMatchObject({
    collectData: null,
    options: [{ collectData: null }],
  });

  expect(await confirm(server, signed)).toMatchObject({ status: 200, body: { status: "processing" } });
  expect(await untilFinal(server, paymentId)).toMatchObject({ status: "succeeded" });
  expect(await shown(paymentId)).toEqual(isOf(buyer));
  // The form is no longer needed and repeats its message for a wallet that missed it.
  expect(messageOf((await openForm(server, path)).body)).toContain("IC_COMPLETE");
});

test("the wallet's own form takes fields and schema from the option and sends the data with the confirm", async () => {
  const buyer = await server.newBuyer();
  const paymentId = await createPayment(server);
  const { options } = await optionsOf(server, paymentId, buyer.account);
  const asked = options[0]?.collectData?.fields.map(({ id }) => id) ?? [];
  const { option, signature } = await signPayment(server, paymentId, buyer);
  const answers = Object.fromEntries(Object.entries(ADA).filter(([id]) => asked.includes(id)));
  const confirmed = await server.call({
    path: `/v1/gateway/payment/${paymentId}/confirm`,
    headers: asWallet(server),
    body: {
      optionId: option.id,
      results: [{ type: "walletRpc", data: [signature] }],
      collectedData: collectedData(answers),
    },
  });
  expect(confirmed).toMatchObject({ status: 200, body: { status: "processing" } });
  expect(await untilFinal(server, paymentId)).toMatchObject({ status: "succeeded" });
  expect(await shown(paymentId)).toEqual(isOf(buyer));

  expect(await server.store.buyerData.erase(paymentId)).toBe(5);
  expect(await shown(paymentId)).toEqual([]);
  expect(await server.call({ path: `/v1/payments/${paymentId}` })).toMatchObject({
    status: 200,
    body: { status: "succeeded" },
  });
});

test("no data is requested below the threshold", async () => {
  const paymentId = await createPayment(server, { amount: { unit: "iso4217/USD", value: "999" } });
  expect(await confirm(server, await signPayment(server, paymentId, await server.newBuyer()))).toMatchObject({
    status: 200,
  });
  expect(await untilFinal(server, paymentId)).toMatchObject({ status: "succeeded" });
});

describe("a buyer who sends a transaction before submitting data", () => {
  async function sent(): Promise<{ paymentId: string; buyer: Buyer; option: WireOption; hash: string }> {
    const buyer = await buyerWith(server, { coin: "1000" });
    const paymentId = await createPayment(server);
    const option = await onlyOption(server, paymentId, buyer);
    const [action] = await fetchActions(server, paymentId, option);
    if (!action) throw new Error("an action was expected");
    const hash = await execute(server, buyer, action);
    await server.client.waitForTransactionReceipt({ hash });
    return { paymentId, buyer, option, hash };
  }

  const confirmSent = (paymentId: string, option: WireOption, hash: string, changes: object) =>
    server.call({
      path: `/v1/gateway/payment/${paymentId}/confirm`,
      headers: asWallet(server),
      body: { optionId: option.id, results: [{ type: "walletRpc", data: [hash] }], ...changes },
    });

  test("is credited once the hosted form is filled in, even if the wallet never returns", async () => {
    const { paymentId, buyer, option, hash } = await sent();
    expect(await confirmSent(paymentId, option, hash, {})).toMatchObject({
      status: 400,
      body: { issues: [{ field: "collectedData" }] },
    });
    expect(await server.call({ path: `/v1/payments/${paymentId}` })).toMatchObject({
      body: { status: "requires_action" },
    });
    await sendForm(server, await formOf(server, paymentId, buyer.account), ADA);
    expect(await untilFinal(server, paymentId)).toMatchObject({ status: "succeeded" });
    expect(await shown(paymentId)).toEqual(isOf(buyer));
  });

  test("is credited once the wallet confirms with the data", async () => {
    const { paymentId, buyer, option, hash } = await sent();
    expect(await confirmSent(paymentId, option, hash, { collectedData: collectedData() })).toMatchObject({
      status: 200,
    });
    expect(await untilFinal(server, paymentId)).toMatchObject({ status: "succeeded" });
    expect(await shown(paymentId)).toEqual(isOf(buyer));
  });
});
