// A program that pays by x402: the unmodified client of @x402/fetch, with its own account.
import { ExactEvmScheme } from "@x402/evm/exact/client";
import { decodePaymentResponseHeader, wrapFetchWithPayment, x402Client, x402HTTPClient } from "@x402/fetch";
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from "viem/accounts";
import { setBalance, type TestServer } from "../server/server.ts";

/** What its payments of 10.00 USD cost. */
export const AMOUNT = 10_000_000n;

type Place = Pick<TestServer, "baseUrl" | "caip2">;

export async function newAgent(
  { client, deployment }: Pick<TestServer, "client" | "deployment">,
  balance = AMOUNT,
): Promise<PrivateKeyAccount> {
  const account = privateKeyToAccount(generatePrivateKey());
  await setBalance(client, deployment.usdc, account.address, balance);
  return account;
}

/** As its README says, for amounts above its limit of 1 USD. */
const clientOf = ({ caip2 }: Place, account: PrivateKeyAccount): x402Client =>
  x402Client.fromConfig({
    schemes: [{ network: caip2 as `${string}:${string}`, client: new ExactEvmScheme(account) }],
    spendControls: false,
  });

export const urlOf = ({ baseUrl }: Place, paymentId: string): string => `${baseUrl}/x402/${paymentId}`;

export const settlementIn = ({ headers }: Response) =>
  decodePaymentResponseHeader(headers.get("payment-response") ?? "");

interface X402Answer {
  readonly paymentId: string;
  readonly status: string;
  readonly receipt: string;
}

/** Pays a payment. */
export const payByX402 = (place: Place, paymentId: string, account: PrivateKeyAccount) =>
  payAt(place, urlOf(place, paymentId), account);

/** Pays what a URL asks for. */
export async function payAt(place: Place, url: string, account: PrivateKeyAccount) {
  const response = await wrapFetchWithPayment(fetch, clientOf(place, account))(url);
  return { response, body: (await response.json()) as X402Answer };
}

/** The client's signed request for a payment. `send` sends it, to another process if one is given. */
export async function signX402(place: Place, paymentId: string, account: PrivateKeyAccount) {
  const signed = await signAt(place, urlOf(place, paymentId), account);
  return { ...signed, send: (at: Place = place) => fetch(urlOf(at, paymentId), { headers: signed.headers }) };
}

/** The client's signed request, not sent yet. */
export async function signAt(place: Place, url: string, account: PrivateKeyAccount) {
  const client = new x402HTTPClient(clientOf(place, account));
  const response = await fetch(url);
  if (response.status !== 402) throw new Error(`the payment answered ${response.status}: ${await response.text()}`);
  const required = client.getPaymentRequiredResponse((name) => response.headers.get(name), await response.json());
  const payload = await client.createPaymentPayload(required);
  const headers = client.encodePaymentSignatureHeader(payload);
  return { required, payload, headers, send: () => fetch(url, { headers }) };
}
