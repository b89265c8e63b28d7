// Creates payments and signs them, as wallets do, before a benchmark confirms them.
import type { Address, Hex, PrivateKeyAccount, TypedDataDefinition } from "viem";
import type { Movement } from "./books.ts";
import { eachOf, type HttpClient } from "./http.ts";
import type { Installation, Merchant } from "./installation.ts";

export interface Signed extends Movement {
  readonly paymentId: string;
  readonly optionId: string;
  readonly signature: Hex;
}

/** Preparation is not measured; this many run at a time to keep the server busy. */
const PREPARING_MAX = 64;
/** Long enough that no payment expires on a slow machine. */
const LIFETIME_S = 3_600;

export interface Created {
  readonly paymentId: string;
  readonly merchant: Merchant;
  readonly buyer: PrivateKeyAccount;
}

/** From 10.00 USD, each a different amount, so that a mix-up of payments would show in the balances. */
const amountOf = (index: number): string => String(1_000 + index);

export function create(
  { apiKey, merchants, buyers }: Installation,
  client: HttpClient,
  count: number,
): Promise<Created[]> {
  const expiresAt = Math.floor(Date.now() / 1_000) + LIFETIME_S;
  return eachOf(Array.from({ length: count }), PREPARING_MAX, async (_, i) => {
    const [merchant, buyer] = [merchants[i % merchants.length], buyers[i % buyers.length]];
    if (!merchant || !buyer) throw new Error("the benchmark has no merchants or no buyers");
    const { paymentId } = await client.send<{ paymentId: string }>({
      method: "POST",
      path: "/v1/payments",
      headers: { "api-key": apiKey, "merchant-id": merchant.id },
      body: { amount: { unit: "iso4217/USD", value: amountOf(i) }, referenceId: `order ${i}`, expiresAt },
    });
    return { paymentId, merchant, buyer };
  });
}

export function sign(
  { walletKey, caip2 }: Installation,
  client: HttpClient,
  created: readonly Created[],
): Promise<Signed[]> {
  const headers = { "api-key": walletKey };
  return eachOf(created, PREPARING_MAX, async ({ paymentId, merchant, buyer }) => {
    const path = `/v1/gateway/payment/${paymentId}`;
    const { options } = await client.send<{ options: { id: string; amount: { value: string } }[] }>({
      method: "POST",
      path: `${path}/options`,
      headers,
      body: { accounts: [`${caip2}:${buyer.address}`] },
    });
    const [option] = options;
    if (!option) throw new Error(`${paymentId} has no option`);
    const { actions } = await client.send<{ actions: { data: { params: [Address, string] } }[] }>({
      method: "POST",
      path: `${path}/fetch`,
      headers,
      body: { optionId: option.id, data: "sign" },
    });
    const typedData = JSON.parse(actions[0]?.data.params[1] ?? "") as TypedDataDefinition;
    return {
      paymentId,
      optionId: option.id,
      signature: await buyer.signTypedData(typedData),
      payer: buyer.address,
      destination: merchant.destination,
      amount: BigInt(option.amount.value),
    };
  });
}
