// A buyer's wallet in a test: the gateway's steps over HTTP, with a test account's keys.
import { setTimeout as sleep } from "node:timers/promises";
import type { Hex, TypedDataDefinition } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import type { ApiAnswer } from "../server/api.ts";
import type { Buyer, TestServer } from "../server/server.ts";

export interface WireOption {
  readonly id: string;
  readonly account: string;
  readonly amount: { readonly unit: string; readonly value: string };
  readonly actions: readonly { readonly type: string; readonly data: { readonly data: string } }[];
}

export interface StatusBody {
  readonly status: string;
  readonly isFinal: boolean;
  readonly info: {
    readonly txId: Hex;
    readonly optionAmount: { readonly unit: string; readonly value: string };
  } | null;
  readonly pollInMs?: number;
}

export interface SignedOption {
  readonly paymentId: string;
  readonly option: WireOption;
  readonly signature: Hex;
}

/** 10.00 USD. */
const AMOUNT = { unit: "iso4217/USD", value: "1000" };

export async function createPayment(
  server: TestServer,
  changes: {
    readonly amount?: { unit: string; value: string };
    readonly expiresAt?: number;
    readonly referenceId?: string;
  } = {},
): Promise<string> {
  const { status, body } = await server.call<{ paymentId: string }>({
    path: "/v1/payments",
    body: { amount: AMOUNT, referenceId: "order 1", ...changes },
  });
  if (status !== 201) throw new Error(`creating a payment returned ${status}: ${JSON.stringify(body)}`);
  return body.paymentId;
}

/** Calls as the wallet: with its key and without the partner's headers. */
export const asWallet = ({ walletKey }: Pick<TestServer, "walletKey">) => ({
  "api-key": walletKey,
  "merchant-id": null,
});

export async function listOptions(
  server: TestServer,
  paymentId: string,
  accounts: readonly string[],
): Promise<readonly WireOption[]> {
  const { body } = await server.call<{ options: readonly WireOption[] }>({
    path: `/v1/gateway/payment/${paymentId}/options`,
    headers: asWallet(server),
    body: { accounts },
  });
  return body.options;
}

/** Options, fetch and sign: everything before the confirm. Uses the first option. */
export const signPayment = (server: TestServer, paymentId: string, buyer: Buyer): Promise<SignedOption> =>
  signPaymentBy(server, paymentId, {
    ...buyer,
    signTypedData: (typedData) => privateKeyToAccount(buyer.privateKey).signTypedData(typedData),
  });

interface Signer {
  /** CAIP-10. */
  readonly account: string;
  signTypedData(typedData: TypedDataDefinition): Promise<Hex>;
}

/** A chain that a busy machine follows late has no options for a moment. */
const LATE_MS_MAX = 10_000;
const LATE_EVERY_MS = 250;

async function firstOption(server: TestServer, paymentId: string, account: string): Promise<WireOption> {
  for (let waitedMs = 0; ; waitedMs += LATE_EVERY_MS) {
    const [option] = await listOptions(server, paymentId, [account]);
    if (option) return option;
    if (waitedMs >= LATE_MS_MAX) throw new Error("no option is offered to the buyer");
    await sleep(LATE_EVERY_MS);
  }
}

export async function signPaymentBy(server: TestServer, paymentId: string, buyer: Signer): Promise<SignedOption> {
  const option = await firstOption(server, paymentId, buyer.account);
  const { body } = await server.call<{ actions: readonly { data: { params: readonly [string, string] } }[] }>({
    path: `/v1/gateway/payment/${paymentId}/fetch`,
    headers: asWallet(server),
    body: { optionId: option.id, data: option.actions[0]?.data.data },
  });
  const typedData = JSON.parse(body.actions[0]?.data.params[1] ?? "") as TypedDataDefinition;
  return { paymentId, option, signature: await buyer.signTypedData(typedData) };
}

export const confirm = (
  server: Pick<TestServer, "call" | "walletKey">,
  { paymentId, option, signature }: SignedOption,
  maxPollMs = 0,
): Promise<ApiAnswer<StatusBody>> =>
  server.call({
    path: `/v1/gateway/payment/${paymentId}/confirm?maxPollMs=${maxPollMs}`,
    headers: asWallet(server),
    body: { optionId: option.id, results: [{ type: "walletRpc", data: [signature] }] },
  });

/** Polls until the payment is final; the server holds each poll. */
export async function untilFinal(
  server: Pick<TestServer, "call" | "walletKey">,
  paymentId: string,
): Promise<StatusBody> {
  for (;;) {
    const { body } = await server.call<StatusBody>({
      path: `/v1/gateway/payment/${paymentId}/status?maxPollMs=20000`,
      headers: asWallet(server),
    });
    if (body.isFinal) return body;
  }
}
