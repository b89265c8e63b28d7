// The unmodified SDK with a payment that requires buyer data: it reads the requirements, and pays by either form.
import { type CollectDataFieldResult, PayError, type PaymentOption, WalletConnectPay } from "@walletconnect/pay";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { BUYER_DATA_FIELDS, BUYER_DATA_SCHEMA } from "../../src/payment/buyer-data/buyer-data-fields.ts";
import { ADA, askFrom, collectedData, sendForm } from "../buyer-data/given.ts";
import { createPayment } from "../harness/chain/wallet.ts";
import type { Buyer, TestServer } from "../harness/server/server.ts";
import { sharedServer } from "../harness/server/shared-server.ts";
import { onlyReach, signatureOf } from "./sdk.ts";

let server: TestServer;
let wallet: InstanceType<typeof WalletConnectPay>;
let buyer: Buyer;

beforeAll(async () => {
  server = await sharedServer();
  buyer = await server.newBuyer();
  await askFrom(server, 1n);
  onlyReach(server);
  wallet = new WalletConnectPay({ baseUrl: server.baseUrl, apiKey: server.walletKey, logger: "silent" });
});
afterAll(async () => {
  vi.unstubAllGlobals();
  await server.stop();
});

async function scan(paymentLink: string) {
  const answer = await wallet.getPaymentOptions({ paymentLink, accounts: [buyer.account] });
  const [option] = answer.options;
  if (!option) throw new Error("an option was expected");
  return { ...answer, option };
}

async function sign(paymentId: string, { id: optionId }: PaymentOption): Promise<string[]> {
  const actions = await wallet.getRequiredPaymentActions({ paymentId, optionId });
  return Promise.all(actions.map((action) => signatureOf(action, buyer)));
}

const pay = async (paymentId: string, option: PaymentOption, collected?: readonly CollectDataFieldResult[]) =>
  wallet.confirmPayment({
    paymentId,
    optionId: option.id,
    signatures: await sign(paymentId, option),
    ...(collected && { collectedData: [...collected] }),
  });

test("the SDK reads fields, schema and the form's URL, on the response and on the option", async () => {
  const { collectData, option } = await scan(await createPayment(server));
  expect(option.collectData).toEqual(collectData);
  const { fields, schema, url } = collectData ?? {};
  expect(fields).toEqual(BUYER_DATA_FIELDS.map(({ type, ...field }) => ({ ...field, fieldType: type })));
  expect(typeof schema === "string" ? JSON.parse(schema) : schema).toEqual(
    JSON.parse(JSON.stringify(BUYER_DATA_SCHEMA)),
  );
  expect(url).toMatch(/\/collect\/[\w-]+$/);
});

test("a wallet with its own form sends the collected data, and pays", async () => {
  const id = await createPayment(server);
  const { option } = await scan(id);
  expect(await pay(id, option, collectedData().fields)).toMatchObject({ status: "succeeded", isFinal: true });
});

test("a wallet that shows the hosted form pays without sending any data", async () => {
  const id = await createPayment(server);
  const { option } = await scan(id);
  await sendForm(server, new URL(option.collectData?.url ?? "").pathname, ADA);
  expect(await pay(id, option)).toMatchObject({ status: "succeeded", isFinal: true });
  const again = await scan(await createPayment(server));
  expect(again.collectData).not.toBeNull();
});

test("a wallet that skips it gets an error, and can still pay", async () => {
  const id = await createPayment(server);
  const { option } = await scan(id);
  const error = await pay(id, option).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(PayError);
  expect(error instanceof PayError ? error.message : "").toContain("collectedData is required");
  expect(await pay(id, option, collectedData().fields)).toMatchObject({ status: "succeeded" });
});
