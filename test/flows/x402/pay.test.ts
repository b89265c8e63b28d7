// An unmodified @x402/fetch client pays payments: with the fee split, attributed, and once however it retries.
import { ExactEvmScheme } from "@x402/evm/exact/client";
import { decodePaymentResponseHeader, wrapFetchWithPayment, x402Client, x402HTTPClient } from "@x402/fetch";
import { type Address, createWalletClient, http, parseAbi, parseEther, parseSignature } from "viem";
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from "viem/accounts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createPayment, untilFinal } from "../../harness/chain/wallet.ts";
import { setBalance, type TestServer } from "../../harness/server/server.ts";
import { sharedServer } from "../../harness/server/shared-server.ts";

const AMOUNT = 10_000_000n;
const FEE = 40_000n;

let server: TestServer;
beforeAll(async () => {
  server = await sharedServer();
});
afterAll(() => server.stop());

async function newAgent(balance = AMOUNT): Promise<PrivateKeyAccount> {
  const account = privateKeyToAccount(generatePrivateKey());
  await setBalance(server.client, server.deployment.usdc, account.address, balance);
  return account;
}

/** As its README says, for amounts above its limit of 1 USD. */
const clientOf = (account: PrivateKeyAccount): x402Client =>
  x402Client.fromConfig({
    schemes: [{ network: server.caip2 as `${string}:${string}`, client: new ExactEvmScheme(account) }],
    spendControls: false,
  });

const urlOf = (paymentId: string): string => `${server.baseUrl}/x402/${paymentId}`;
const balances = (...accounts: Address[]) =>
  Promise.all(accounts.map((account) => server.balance(server.deployment.usdc, account)));

interface Resource {
  readonly paymentId: string;
  readonly status: string;
}

async function pay(paymentId: string, account: PrivateKeyAccount): Promise<{ response: Response; body: Resource }> {
  const response = await wrapFetchWithPayment(fetch, clientOf(account))(urlOf(paymentId));
  return { response, body: (await response.json()) as Resource };
}

/** The client's signed request, not sent yet. */
async function signed(paymentId: string, account: PrivateKeyAccount) {
  const client = new x402HTTPClient(clientOf(account));
  const response = await fetch(urlOf(paymentId));
  expect(response.status).toBe(402);
  const required = client.getPaymentRequiredResponse((name) => response.headers.get(name), await response.json());
  const payload = await client.createPaymentPayload(required);
  return { payload, send: () => fetch(urlOf(paymentId), { headers: client.encodePaymentSignatureHeader(payload) }) };
}

test("a client pays: the fee is split, the payment is attributed, and the answer says how it was settled", async () => {
  const paymentId = await createPayment(server);
  const agent = await newAgent();
  const before = await balances(server.destination, server.feeReceiver);
  const { response, body } = await pay(paymentId, agent);
  expect(response.status).toBe(200);
  expect(body).toMatchObject({ paymentId, status: "succeeded", isFinal: true });
  const settlement = decodePaymentResponseHeader(response.headers.get("payment-response") ?? "");
  expect(settlement).toMatchObject({ success: true, network: server.caip2, payer: agent.address });
  const receipt = await server.client.getTransactionReceipt({ hash: settlement.transaction as `0x${string}` });
  expect(receipt.status).toBe("success");
  const [merchantHad = 0n, operatorHad = 0n] = before;
  expect(await balances(agent.address, server.destination, server.feeReceiver)).toEqual([
    0n,
    merchantHad + AMOUNT - FEE,
    operatorHad + FEE,
  ]);
  // Paid: no offer any more, and nothing to sign.
  const again = await pay(paymentId, await newAgent(0n));
  expect(again.response.status).toBe(200);
  expect(decodePaymentResponseHeader(again.response.headers.get("payment-response") ?? "")).toEqual(settlement);
});

test("the same payload again, and a new signature, move the money once", async () => {
  const paymentId = await createPayment(server);
  const agent = await newAgent(2n * AMOUNT);
  const [first, other] = [await signed(paymentId, agent), await signed(paymentId, agent)];
  const responses = await Promise.all([first.send(), first.send(), other.send()]);
  expect(responses.map(({ status }) => status)).toEqual([200, 200, 200]);
  const settlements = responses.map(({ headers }) => headers.get("payment-response"));
  expect(new Set(settlements).size).toBe(1);
  expect((await first.send()).headers.get("payment-response")).toBe(settlements[0]);
  expect(await balances(agent.address)).toEqual([AMOUNT]);
});

test("an authorisation that a stranger has submitted first pays the payment as well", async () => {
  const paymentId = await createPayment(server);
  const agent = await newAgent();
  const { payload, send } = await signed(paymentId, agent);
  const { authorization, signature } = payload.payload as {
    authorization: Record<"from" | "to" | "nonce", `0x${string}`> &
      Record<"value" | "validAfter" | "validBefore", string>;
    signature: `0x${string}`;
  };
  const stranger = privateKeyToAccount(generatePrivateKey());
  await server.client.setBalance({ address: stranger.address, value: parseEther("1") });
  const { r, s, yParity } = parseSignature(signature);
  const { from, to, nonce, value, validAfter, validBefore } = authorization;
  await createWalletClient({ account: stranger, transport: http(server.rpcUrl) }).writeContract({
    chain: null,
    address: server.deployment.usdc,
    abi: parseAbi([
      "function transferWithAuthorization(address,address,uint256,uint256,uint256,bytes32,uint8,bytes32,bytes32)",
    ]),
    functionName: "transferWithAuthorization",
    args: [from, to, BigInt(value), BigInt(validAfter), BigInt(validBefore), nonce, yParity + 27, r, s],
  });
  expect((await send()).status).toBe(200);
  expect((await untilFinal(server, paymentId)).status).toBe("succeeded");
  expect(await balances(agent.address)).toEqual([0n]);
});

test("a client without the money is told so, and the payment can still be paid by another", async () => {
  const paymentId = await createPayment(server);
  const poor = await signed(paymentId, await newAgent(AMOUNT - 1n));
  const refused = await poor.send();
  expect(refused.status).toBe(402);
  expect(decodePaymentResponseHeader(refused.headers.get("payment-response") ?? "")).toMatchObject({
    success: false,
    errorReason: "invalid_exact_evm_transaction_simulation_failed",
  });
  expect((await pay(paymentId, await newAgent())).response.status).toBe(200);
});
