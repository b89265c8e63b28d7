// The SDK that wallets of this API family ship (`@walletconnect/pay` from npm), unmodified, pays against this server.
// Its error texts are pinned, because wallets show or match exactly those words.
import { PayError, type PaymentOption, type PaymentOptionsResponse, WalletConnectPay } from "@walletconnect/pay";
import type { Hex, TypedDataDefinition } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { createPayment, untilFinal } from "../harness/chain/wallet.ts";
import type { Buyer, TestServer } from "../harness/server/server.ts";
import { sharedServer } from "../harness/server/shared-server.ts";
import { onlyReach } from "./sdk.ts";

/** A well-formed id without a payment. */
const UNKNOWN_ID = `pay_${"0".repeat(32)}`;

type Wallet = InstanceType<typeof WalletConnectPay>;

let server: TestServer;
let byKey: Wallet;
let byAppId: Wallet;
let buyer: Buyer;
/** Origins that were requested, and those that were blocked (the SDK's telemetry). */
const reached = new Set<string>();
const refused = new Set<string>();

beforeAll(async () => {
  server = await sharedServer();
  buyer = await server.newBuyer();
  onlyReach(server, (origin, isOurs) => (isOurs ? reached : refused).add(origin));
  byKey = new WalletConnectPay({ baseUrl: server.baseUrl, apiKey: server.walletKey, logger: "silent" });
  byAppId = new WalletConnectPay({ baseUrl: server.baseUrl, appId: server.appId, logger: "silent" });
});

afterEach(() => {
  expect([...reached].filter((origin) => origin !== server.rpcUrl)).toEqual([server.baseUrl]);
});

afterAll(async () => {
  vi.unstubAllGlobals();
  await server.stop();
});

const scan = (wallet: Wallet, paymentLink: string): Promise<PaymentOptionsResponse> =>
  wallet.getPaymentOptions({ paymentLink, accounts: [buyer.account], includePaymentInfo: true });

function only(options: readonly PaymentOption[]): PaymentOption {
  const [option, ...others] = options;
  if (!option || others.length > 0) throw new Error(`one option was expected, there are ${options.length}`);
  return option;
}

/** Signs the actions like the wallet, in order. */
async function sign(wallet: Wallet, paymentId: string, optionId: string): Promise<Hex[]> {
  const actions = await wallet.getRequiredPaymentActions({ paymentId, optionId });
  const account = privateKeyToAccount(buyer.privateKey);
  return Promise.all(
    actions.map(({ walletRpc: { chainId, method, params } }) => {
      expect({ chainId, method }).toEqual({ chainId: server.caip2, method: "eth_signTypedData_v4" });
      const [signer, typedData] = JSON.parse(params) as [string, string];
      expect(signer).toBe(buyer.address);
      return account.signTypedData(JSON.parse(typedData) as TypedDataDefinition);
    }),
  );
}

/** The error of a call that must fail, checked to be one of the SDK's own. */
async function failure(work: Promise<unknown>): Promise<string> {
  const error = await work.then(
    () => new Error("it did not fail"),
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(PayError);
  return error instanceof PayError ? error.message : "";
}

test.each([
  ["its API key", () => byKey],
  ["its app id", () => byAppId],
])("a wallet that authenticates by %s pays, and a second scan shows a paid link", async (_, walletOf) => {
  const wallet = walletOf();
  const { usdc } = server.deployment;
  const balances = () =>
    Promise.all([buyer.address, server.destination, server.feeReceiver].map((holder) => server.balance(usdc, holder)));
  const before = await balances();
  const id = await createPayment(server);

  const { paymentId, info, options } = await scan(wallet, id);
  expect(paymentId).toBe(id);
  expect(info).toMatchObject({
    status: "requires_action",
    amount: { unit: "iso4217/USD", value: "1000", display: { assetSymbol: "USD", decimals: 2 } },
    merchant: { name: "Test shop" },
    buyer: null,
  });
  const { id: optionId, account, amount } = only(options);
  expect(account).toBe(buyer.account);
  expect(amount).toMatchObject({ value: "10000000", display: { assetSymbol: "USDC", decimals: 6 } });

  const signatures = await sign(wallet, paymentId, optionId);
  expect(signatures).toHaveLength(1);
  // The SDK itself polls until the payment is final.
  const confirmed = await wallet.confirmPayment({ paymentId, optionId, signatures });
  expect(confirmed).toMatchObject({ status: "succeeded", isFinal: true, pollInMs: null });
  const receipt = await server.client.getTransactionReceipt({ hash: confirmed.info?.txId as Hex });
  expect(receipt.status).toBe("success");
  expect((await balances()).map((balance, i) => balance - (before[i] ?? 0n))).toEqual([
    -10_000_000n,
    9_960_000n,
    40_000n,
  ]);

  expect(await wallet.confirmPayment({ paymentId, optionId, signatures })).toEqual(confirmed);
  const again = await scan(wallet, id);
  expect(again).toMatchObject({ paymentId: id, options: [], collectData: null });
  expect(again.info).toMatchObject({ status: "succeeded", buyer: { accountCaip10: buyer.account } });
  expect(await server.sql("select from transfers where payment_id = $1", [id])).toHaveLength(1);
});

test("a bad signature is reported as such, and the good one still pays", async () => {
  const paymentId = await createPayment(server);
  const { id: optionId } = only((await scan(byKey, paymentId)).options);
  const signatures = await sign(byKey, paymentId, optionId);
  const bad = signatures.map((signature) => `${signature.slice(0, 2)}0123${signature.slice(6)}`);
  expect(await failure(byKey.confirmPayment({ paymentId, optionId, signatures: bad }))).toBe(
    "Invalid signature: 422: Unexpected response",
  );
  const { body } = await server.call({ path: `/v1/payments/${paymentId}/status` });
  expect(body).toMatchObject({ status: "requires_action" });
  expect(await byKey.confirmPayment({ paymentId, optionId, signatures })).toMatchObject({ status: "succeeded" });
});

test("an option of another payment and invalid results are reported as such", async () => {
  const [paymentId, other] = [await createPayment(server), await createPayment(server)];
  const { id: optionId } = only((await scan(byKey, other)).options);
  const signatures = ["0x00"];
  expect(await failure(byKey.confirmPayment({ paymentId, optionId, signatures }))).toBe(
    "Invalid option: 400: Option not found",
  );
  expect(await failure(byKey.confirmPayment({ paymentId: other, optionId, signatures: [] }))).toBe(
    "Invalid option: 400: results must hold exactly 1 result, one per executed action in order",
  );
});

test("an unknown payment is not found", async () => {
  const { id: optionId } = only((await scan(byKey, await createPayment(server))).options);
  const paymentId = UNKNOWN_ID;
  expect(await failure(scan(byKey, paymentId))).toBe("Payment not found: 404: Payment not found");
  expect(await failure(byKey.getRequiredPaymentActions({ paymentId, optionId }))).toBe(
    "Fetch error: 404: Payment not found",
  );
  expect(await failure(byKey.confirmPayment({ paymentId, optionId, signatures: ["0x00"] }))).toBe(
    "Payment not found: 404: Payment not found",
  );
});

test("an expired payment is reported as expired at each step", async () => {
  const paymentId = await createPayment(server, { expiresAt: Math.floor(Date.now() / 1000) + 2 });
  const { id: optionId } = only((await scan(byKey, paymentId)).options);
  const signatures = await sign(byKey, paymentId, optionId);
  expect(await untilFinal(server, paymentId)).toMatchObject({ status: "expired" });
  expect(await failure(scan(byKey, paymentId))).toBe("Payment expired: 410: Unexpected response");
  expect(await failure(byKey.getRequiredPaymentActions({ paymentId, optionId }))).toBe(
    "Fetch error: 410: Unexpected response",
  );
  expect(await failure(byKey.confirmPayment({ paymentId, optionId, signatures }))).toBe(
    "Payment expired: 410: Unexpected response",
  );
});

test("a cancelled payment has no options", async () => {
  const id = await createPayment(server);
  expect(await server.call({ method: "POST", path: `/v1/payments/${id}/cancel` })).toMatchObject({ status: 200 });
  expect(await scan(byKey, id)).toMatchObject({ options: [], info: { status: "cancelled" } });
});

test("an invalid account is reported as such", async () => {
  const paymentLink = await createPayment(server);
  expect(await failure(byKey.getPaymentOptions({ paymentLink, accounts: [`${server.caip2}:0x12`] }))).toBe(
    "Invalid account: 422: Unexpected response",
  );
});

test("an unknown key and an unknown app id are refused with a message that the SDK recognises", async () => {
  const { baseUrl } = server;
  const paymentId = await createPayment(server);
  const stranger = new WalletConnectPay({ baseUrl, apiKey: "unknown", logger: "silent" });
  expect(await failure(scan(stranger, paymentId))).toBe("HTTP error: 401: Unknown or revoked API key");
  const strangeApp = new WalletConnectPay({ baseUrl, appId: "unknown", logger: "silent" });
  expect(await failure(scan(strangeApp, paymentId))).toBe("HTTP error: 401: Unknown App-Id");
});

test("the SDK's telemetry was kept off the network", () => {
  expect(refused.size).toBeGreaterThan(0); // so the guard above works
});
